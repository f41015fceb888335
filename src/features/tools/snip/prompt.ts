export const SNIP_PROMPT = `Leaves earlier replies and their results out of this conversation, to make room. Without ranges it lists them with ids and sizes; with ranges they are not sent any more from the next request on. Leave out what you will not need; Recall still finds it. What the user said and what changed something always stays.`
export const SNIP_NAME = 'Snip'
export const SNIP_HINT = 'leave old results out of the conversation to make room'

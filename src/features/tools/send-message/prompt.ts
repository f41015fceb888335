export const SEND_MESSAGE_PROMPT =
  'Says something to an agent you started, by its agentId or name, or to a member of your team: its name, or * for all. A running one hears it at its next pause; one that has ended goes on from where it stopped, in the background, with all it knew.'

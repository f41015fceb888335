export const STRUCTURED_OUTPUT_PROMPT = `Gives the final answer in the required form. Call it exactly once, when the work is done, with an input that fits its schema; the call ends the task.`

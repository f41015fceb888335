export const TASK_OUTPUT_PROMPT =
  'Reads what a background task has printed since you last read it, at once. With block or a timeout it waits for the end of the task, that long at most.'

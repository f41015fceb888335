export const TASK_OUTPUT_PROMPT =
  'Reads what a background task has printed since you last read it. Waits for its end by default, up to the timeout.'

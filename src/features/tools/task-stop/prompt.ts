export const TASK_STOP_PROMPT =
  'Ends a background task, by its id or the name of an agent, and everything it started.'

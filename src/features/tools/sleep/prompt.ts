export const SLEEP_PROMPT =
  'Waits. To wait for a background task use TaskOutput; it returns as soon as the task ends.'

export const SLEEP_PROMPT =
  'Waits, and ends early when there is news: a message of the user, the end of a background task, a schedule that is due.'

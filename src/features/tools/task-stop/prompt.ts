export const TASK_STOP_PROMPT = 'Ends a background task and everything it started.'

export const TASK_GET_PROMPT = `Shows one task of the shared list whole: description, owner, what it waits for and what waits for it.`

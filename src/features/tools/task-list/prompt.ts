export const TASK_LIST_PROMPT = `Lists the tasks of the shared list with status, owner and what they wait for. Take pending ones that wait for nothing, lowest number first.`

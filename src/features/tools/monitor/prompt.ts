export const MONITOR_PROMPT =
  'Watches a command in the background: lines it prints come to you as notifications, a few at a time. Filter in the command (grep --line-buffered) so that only what matters is printed. Instead of command: ws to watch a WebSocket, task_id to watch a task that runs already.'

export const MONITOR_PROMPT =
  'Watches a command in the background: lines it prints come to you as notifications, a few at a time. Filter in the command (grep --line-buffered) so that only what matters is printed. Give task_id instead of command to watch a task that runs already.'

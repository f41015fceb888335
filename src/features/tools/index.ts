import type { Tool } from '../../protocol/tool.ts'

/** Every built-in tool by name; its module, and zod with it, loads with its first call. */
export const toolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  Agent: () => import('./agent/agent.ts').then(module => module.agentTool),
  AskUserQuestion: () =>
    import('./ask-user-question/ask-user-question.ts').then(module => module.askUserQuestionTool),
  Bash: () => import('./bash/bash.ts').then(module => module.bashTool),
  Brief: () => import('./brief/brief.ts').then(module => module.briefTool),
  Config: () => import('./config/config.ts').then(module => module.configTool),
  CronCreate: () => import('./cron-create/cron-create.ts').then(module => module.cronCreateTool),
  CronDelete: () => import('./cron-delete/cron-delete.ts').then(module => module.cronDeleteTool),
  CronList: () => import('./cron-list/cron-list.ts').then(module => module.cronListTool),
  CtxInspect: () => import('./ctx-inspect/ctx-inspect.ts').then(module => module.ctxInspectTool),
  Edit: () => import('./edit/edit.ts').then(module => module.editTool),
  EnterPlanMode: () =>
    import('./enter-plan-mode/enter-plan-mode.ts').then(module => module.enterPlanModeTool),
  EnterWorktree: () => import('./enter-worktree/enter-worktree.ts').then(module => module.enterWorktreeTool),
  ExitPlanMode: () => import('./exit-plan-mode/exit-plan-mode.ts').then(module => module.exitPlanModeTool),
  ExitWorktree: () => import('./exit-worktree/exit-worktree.ts').then(module => module.exitWorktreeTool),
  Glob: () => import('./glob/glob.ts').then(module => module.globTool),
  Grep: () => import('./grep/grep.ts').then(module => module.grepTool),
  ListAgents: () => import('./list-agents/list-agents.ts').then(module => module.listAgentsTool),
  Monitor: () => import('./monitor/monitor.ts').then(module => module.monitorTool),
  NotebookEdit: () => import('./notebook-edit/notebook-edit.ts').then(module => module.notebookEditTool),
  PushNotification: () =>
    import('./push-notification/push-notification.ts').then(module => module.pushNotificationTool),
  Read: () => import('./read/read.ts').then(module => module.readTool),
  Recall: () => import('./recall/recall.ts').then(module => module.recallTool),
  ScheduleWakeup: () =>
    import('./schedule-wakeup/schedule-wakeup.ts').then(module => module.scheduleWakeupTool),
  SendMessage: () => import('./send-message/send-message.ts').then(module => module.sendMessageTool),
  SendUserFile: () => import('./send-user-file/send-user-file.ts').then(module => module.sendUserFileTool),
  Sleep: () => import('./sleep/sleep.ts').then(module => module.sleepTool),
  Snip: () => import('./snip/snip.ts').then(module => module.snipTool),
  TaskCreate: () => import('./task-create/task-create.ts').then(module => module.taskCreateTool),
  TaskGet: () => import('./task-get/task-get.ts').then(module => module.taskGetTool),
  TaskList: () => import('./task-list/task-list.ts').then(module => module.taskListTool),
  TaskOutput: () => import('./task-output/task-output.ts').then(module => module.taskOutputTool),
  TaskStop: () => import('./task-stop/task-stop.ts').then(module => module.taskStopTool),
  TaskUpdate: () => import('./task-update/task-update.ts').then(module => module.taskUpdateTool),
  TodoWrite: () => import('./todo-write/todo-write.ts').then(module => module.todoWriteTool),
  ToolSearch: () => import('./tool-search/tool-search.ts').then(module => module.toolSearchTool),
  WebFetch: () => import('./web-fetch/web-fetch.ts').then(module => module.webFetchTool),
  WebSearch: () => import('./web-search/web-search.ts').then(module => module.webSearchTool),
  Workflow: () => import('./workflow/workflow.ts').then(module => module.workflowTool),
  Write: () => import('./write/write.ts').then(module => module.writeTool),
}

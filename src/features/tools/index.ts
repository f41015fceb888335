import { presentInput } from '../../protocol/messages/presentation.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'

/** For tools of which nothing but the input is worth showing. */
const byInput: ToolRow['present'] = async () => ({ present: presentInput })

/** The built-in tools. */
export const toolRows: Readonly<Record<string, ToolRow>> = {
  Agent: {
    load: () => import('./agent/agent.ts').then(module => module.agentTool),
    present: () => import('./agent/present.ts'),
    formerly: ['Task'],
  },
  AskUserQuestion: {
    load: () => import('./ask-user-question/ask-user-question.ts').then(module => module.askUserQuestionTool),
    present: () => import('./ask-user-question/present.ts'),
  },
  Bash: {
    load: () => import('./bash/bash.ts').then(module => module.bashTool),
    present: () => import('./bash/present.ts'),
  },
  Brief: {
    load: () => import('./brief/brief.ts').then(module => module.briefTool),
    present: () => import('./brief/present.ts'),
    formerly: ['SendUserMessage'],
  },
  CodeMap: {
    load: () => import('./code-map/code-map.ts').then(module => module.codeMapTool),
    present: () => import('./code-map/present.ts'),
  },
  Config: {
    load: () => import('./config/config.ts').then(module => module.configTool),
    present: byInput,
  },
  CronCreate: {
    load: () => import('./cron-create/cron-create.ts').then(module => module.cronCreateTool),
    present: () => import('./cron-create/present.ts'),
  },
  CronDelete: {
    load: () => import('./cron-delete/cron-delete.ts').then(module => module.cronDeleteTool),
    present: () => import('./cron-delete/present.ts'),
  },
  CronList: {
    load: () => import('./cron-list/cron-list.ts').then(module => module.cronListTool),
    present: () => import('./cron-list/present.ts'),
  },
  CtxInspect: {
    load: () => import('./ctx-inspect/ctx-inspect.ts').then(module => module.ctxInspectTool),
    present: byInput,
  },
  Edit: {
    load: () => import('./edit/edit.ts').then(module => module.editTool),
    present: () => import('./edit/present.ts'),
    formerly: ['MultiEdit'],
  },
  EnterPlanMode: {
    load: () => import('./enter-plan-mode/enter-plan-mode.ts').then(module => module.enterPlanModeTool),
    present: () => import('./enter-plan-mode/present.ts'),
  },
  EnterWorktree: {
    load: () => import('./enter-worktree/enter-worktree.ts').then(module => module.enterWorktreeTool),
    present: byInput,
  },
  ExitPlanMode: {
    load: () => import('./exit-plan-mode/exit-plan-mode.ts').then(module => module.exitPlanModeTool),
    present: () => import('./exit-plan-mode/present.ts'),
  },
  ExitWorktree: {
    load: () => import('./exit-worktree/exit-worktree.ts').then(module => module.exitWorktreeTool),
    present: byInput,
  },
  Glob: {
    load: () => import('./glob/glob.ts').then(module => module.globTool),
    present: () => import('./glob/present.ts'),
  },
  Grep: {
    load: () => import('./grep/grep.ts').then(module => module.grepTool),
    present: () => import('./grep/present.ts'),
  },
  LSP: {
    load: () => import('./lsp/lsp.ts').then(module => module.lspTool),
    present: () => import('./lsp/present.ts'),
  },
  ListAgents: {
    load: () => import('./list-agents/list-agents.ts').then(module => module.listAgentsTool),
    present: byInput,
  },
  Monitor: {
    load: () => import('./monitor/monitor.ts').then(module => module.monitorTool),
    present: () => import('./monitor/present.ts'),
  },
  NotebookEdit: {
    load: () => import('./notebook-edit/notebook-edit.ts').then(module => module.notebookEditTool),
    present: () => import('./notebook-edit/present.ts'),
  },
  PushNotification: {
    load: () =>
      import('./push-notification/push-notification.ts').then(module => module.pushNotificationTool),
    present: () => import('./push-notification/present.ts'),
  },
  Read: {
    load: () => import('./read/read.ts').then(module => module.readTool),
    present: () => import('./read/present.ts'),
  },
  Recall: {
    load: () => import('./recall/recall.ts').then(module => module.recallTool),
    present: () => import('./recall/present.ts'),
  },
  ScheduleWakeup: {
    load: () => import('./schedule-wakeup/schedule-wakeup.ts').then(module => module.scheduleWakeupTool),
    present: () => import('./schedule-wakeup/present.ts'),
  },
  Script: {
    load: () => import('./script/script.ts').then(module => module.scriptTool),
    present: () => import('./script/present.ts'),
  },
  SendMessage: {
    load: () => import('./send-message/send-message.ts').then(module => module.sendMessageTool),
    present: () => import('./send-message/present.ts'),
  },
  SendUserFile: {
    load: () => import('./send-user-file/send-user-file.ts').then(module => module.sendUserFileTool),
    present: () => import('./send-user-file/present.ts'),
  },
  Sleep: {
    load: () => import('./sleep/sleep.ts').then(module => module.sleepTool),
    present: () => import('./sleep/present.ts'),
  },
  Snip: {
    load: () => import('./snip/snip.ts').then(module => module.snipTool),
    present: byInput,
  },
  SubscribePR: {
    load: () => import('./subscribe-pr/subscribe-pr.ts').then(module => module.subscribePrTool),
    present: () => import('./subscribe-pr/present.ts'),
  },
  SyntaxGrep: {
    load: () => import('./syntax-grep/syntax-grep.ts').then(module => module.syntaxGrepTool),
    present: () => import('./syntax-grep/present.ts'),
  },
  SyntaxReplace: {
    load: () => import('./syntax-replace/syntax-replace.ts').then(module => module.syntaxReplaceTool),
    present: () => import('./syntax-replace/present.ts'),
  },
  TaskCreate: {
    load: () => import('./task-create/task-create.ts').then(module => module.taskCreateTool),
    present: () => import('./task-create/present.ts'),
  },
  TaskGet: {
    load: () => import('./task-get/task-get.ts').then(module => module.taskGetTool),
    present: () => import('./task-get/present.ts'),
  },
  TaskList: {
    load: () => import('./task-list/task-list.ts').then(module => module.taskListTool),
    present: () => import('./task-list/present.ts'),
  },
  TaskOutput: {
    load: () => import('./task-output/task-output.ts').then(module => module.taskOutputTool),
    present: () => import('./task-output/present.ts'),
    formerly: ['BashOutput'],
  },
  TaskStop: {
    load: () => import('./task-stop/task-stop.ts').then(module => module.taskStopTool),
    present: () => import('./task-stop/present.ts'),
    formerly: ['KillShell', 'KillBash'],
  },
  TaskUpdate: {
    load: () => import('./task-update/task-update.ts').then(module => module.taskUpdateTool),
    present: () => import('./task-update/present.ts'),
  },
  TeamCreate: {
    load: () => import('./team-create/team-create.ts').then(module => module.teamCreateTool),
    present: () => import('./team-create/present.ts'),
  },
  TeamDelete: {
    load: () => import('./team-delete/team-delete.ts').then(module => module.teamDeleteTool),
    present: () => import('./team-delete/present.ts'),
  },
  TodoWrite: {
    load: () => import('./todo-write/todo-write.ts').then(module => module.todoWriteTool),
    present: () => import('./todo-write/present.ts'),
  },
  ToolSearch: {
    load: () => import('./tool-search/tool-search.ts').then(module => module.toolSearchTool),
    present: () => import('./tool-search/present.ts'),
  },
  WebFetch: {
    load: () => import('./web-fetch/web-fetch.ts').then(module => module.webFetchTool),
    present: () => import('./web-fetch/present.ts'),
  },
  WebSearch: {
    load: () => import('./web-search/web-search.ts').then(module => module.webSearchTool),
    present: () => import('./web-search/present.ts'),
  },
  Workflow: {
    load: () => import('./workflow/workflow.ts').then(module => module.workflowTool),
    present: byInput,
  },
  Write: {
    load: () => import('./write/write.ts').then(module => module.writeTool),
    present: () => import('./write/present.ts'),
  },
}

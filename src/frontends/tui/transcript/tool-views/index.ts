import { agentView } from './agent-view.ts'
import { bashView } from './bash-view.ts'
import { changeView } from './change-view.ts'
import { genericView, serverView } from './generic-view.ts'
import { monitorView, recallView, sleepView, toolSearchView } from './lookup-view.ts'
import { messageView, notificationView, sentFileView } from './message-view.ts'
import { askView, enterPlanView, planView } from './person-view.ts'
import { readView } from './read-view.ts'
import { cronCreateView, cronDeleteView, cronListView, wakeupView } from './schedule-view.ts'
import { globView, grepView } from './search-view.ts'
import { skillView } from './skill-view.ts'
import {
  taskCreateView,
  taskGetView,
  taskListView,
  taskOutputView,
  taskStopView,
  taskUpdateView,
} from './task-view.ts'
import { sendMessageView, teamCreateView, teamDeleteView } from './team-view.ts'
import { todoView } from './todo-view.ts'
import type { ToolView } from './tool-view.ts'
import { webFetchView, webSearchView } from './web-view.ts'

/** The only place of this front end that knows tools by name. */
const TOOL_VIEWS: Readonly<Record<string, ToolView>> = {
  Agent: agentView,
  AskUserQuestion: askView,
  Bash: bashView,
  BashOutput: taskOutputView,
  Brief: messageView,
  CronCreate: cronCreateView,
  CronDelete: cronDeleteView,
  CronList: cronListView,
  Edit: changeView,
  EnterPlanMode: enterPlanView,
  ExitPlanMode: planView,
  Glob: globView,
  Grep: grepView,
  KillShell: taskStopView,
  ListMcpResourcesTool: serverView,
  Monitor: monitorView,
  MultiEdit: changeView,
  NotebookEdit: changeView,
  PushNotification: notificationView,
  Read: readView,
  Recall: recallView,
  ScheduleWakeup: wakeupView,
  SendMessage: sendMessageView,
  SendUserFile: sentFileView,
  SendUserMessage: messageView,
  Skill: skillView,
  Sleep: sleepView,
  Task: agentView,
  TaskCreate: taskCreateView,
  TaskGet: taskGetView,
  TaskList: taskListView,
  TaskOutput: taskOutputView,
  TaskStop: taskStopView,
  TaskUpdate: taskUpdateView,
  TeamCreate: teamCreateView,
  TeamDelete: teamDeleteView,
  TodoWrite: todoView,
  ToolSearch: toolSearchView,
  WebFetch: webFetchView,
  WebSearch: webSearchView,
  Write: changeView,
}

export const toolView = (name: string): ToolView =>
  (Object.hasOwn(TOOL_VIEWS, name) ? TOOL_VIEWS[name] : undefined) ??
  (name.startsWith('mcp__') ? serverView : genericView)

import type { z } from 'zod'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type TaskInfo, type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fields, flag, givenOf, listOf, must, plainText, someText, whole } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { batchText, shownLine, watchedLine } from './batch-text.ts'
import { LineBatcher } from './line-batch.ts'
import { present } from './present.ts'
import { httpUrl } from './socket-url.ts'

const says = modelTexts('monitor', {
  event: {
    en: '<task-notification>\n<task-id>{id}</task-id>\n<event>{event}</event>\n</task-notification>',
    zh: '<task-notification>\n<task-id>{id}</task-id>\n<event>{event}</event>\n</task-notification>',
  },
  enough: {
    en: 'Watching ended after {count:number} notifications. {then}',
    zh: '已发出 {count:number} 条通知，监视结束。{then}',
  },
  late: { en: 'Watching ended after {ms:number} ms. {then}', zh: '{ms:number} 毫秒已到，监视结束。{then}' },
  commandStopped: { en: 'The command was stopped.', zh: '该命令已停止。' },
  socketStopped: { en: 'The WebSocket was stopped.', zh: '该 WebSocket 已停止。' },
  taskStopped: { en: 'The task was stopped.', zh: '该任务已停止。' },
  stillRuns: { en: 'Task {id} still runs.', zh: '任务 {id} 仍在运行。' },
  session: {
    en: 'Its lines come as notifications; go on with other work.',
    zh: '其输出行会作为通知到来；先做别的工作。',
  },
  run: {
    en: 'Its lines come as notifications while this run lasts. It is stopped with the run, which may be a few seconds after your final answer.',
    zh: '在这次运行期间，其输出行会作为通知到来。它随运行一起停止，可能就在你给出最终回答几秒之后。',
  },
  agent: {
    en: 'It is stopped when you are done, and its lines do not come to you: read them with TaskOutput.',
    zh: '你完成后它就会停止，其输出行不会通知你：请用 TaskOutput 读取。',
  },
  upTo: { en: ' for up to {ms:number} ms', zh: '，最多 {ms:number} 毫秒' },
  watching: {
    en: 'Watching task {id} ({about}){limit}. {news} TaskStop {"task_id":"{id}"} ends it; all output is in {path}.',
    zh: '正在监视任务 {id}（{about}）{limit}。{news}TaskStop {"task_id":"{id}"} 终止它；全部输出在 {path}。',
  },
  notRunning: {
    en: 'No task {id} is running. Running: {running}.',
    zh: '没有正在运行的任务 {id}。正在运行：{running}。',
  },
  noTasks: {
    en: 'No task {id} is running. No background tasks.',
    zh: '没有正在运行的任务 {id}。没有后台任务。',
  },
  one: { en: 'Give one of command, ws and task_id.', zh: 'command、ws 和 task_id 只能给出一个。' },
  nothing: {
    en: 'Give the command to watch, a WebSocket (ws), or the task_id of a running task.',
    zh: '请给出要监视的 command、WebSocket（ws）或运行中任务的 task_id。',
  },
})

const DEFAULT_TIMEOUT_MS = 300_000
const MAX_TIMEOUT_MS = 3_600_000
const LIMITS = { gatherMs: 500, maxChars: 4000, maxBatches: 200 }

const input = fields({
  command: someText().optional(),
  ws: fields({
    url: someText().refine(
      url => /^wss?:\/\//i.test(url) && URL.canParse(url),
      must({ en: 'must be a ws:// or wss:// URL', zh: '须为 ws:// 或 wss:// 的 URL' }),
    ),
    protocols: listOf(someText()).optional(),
  }).optional(),
  task_id: someText().optional(),
  description: plainText({ en: 'What is watched, in a few words', zh: '简述监视的内容' }).optional(),
  timeout_ms: whole(
    { min: 1000, max: MAX_TIMEOUT_MS },
    { en: `Ends the watch; default ${DEFAULT_TIMEOUT_MS}`, zh: `监视时长；默认 ${DEFAULT_TIMEOUT_MS}` },
  ).optional(),
  persistent: flag({ en: 'Watch until the session ends', zh: '监视到会话结束' }).optional(),
})
type MonitorInput = z.output<typeof input>

export interface MonitorOutput {
  readonly task: TaskInfo
  readonly backgroundTaskId: string
  readonly persistedOutputPath?: string
  readonly timeoutMs?: number
  readonly endsWith?: 'run' | 'agent'
}

export const monitorTool: Tool<MonitorInput, MonitorOutput> = {
  name: 'Monitor',
  groups: ['unrestricted', 'local'],
  present,
  description: {
    en: 'Watches a command in the background: lines it prints come to you as notifications, a few at a time. Filter in the command (grep --line-buffered) so that only what matters is printed. Instead of command: ws to watch a WebSocket, task_id to watch a task that runs already.',
    zh: '在后台监视命令：它打印的行以通知形式分批送达。在命令里过滤（grep --line-buffered），只打印重要的内容。也可不用 command：ws 监视 WebSocket，task_id 监视已在运行的任务。',
  },
  input,
  unused: given => [
    ...(given.persistent ? givenOf(given, ['timeout_ms']) : []),
    ...(given.task_id === undefined ? [] : givenOf(given, ['description'])),
  ],
  access: ({ command, ws }) => [
    ...(command === undefined ? [] : [{ kind: 'shell', command } as const]),
    ...(ws === undefined ? [] : [{ kind: 'network', url: httpUrl(ws.url) } as const]),
  ],
  leavesTrace: true,
  effects: ({ command, ws }, output) => [
    {
      ...(ws === undefined ? { kind: 'command', text: command ?? '' } : { kind: 'fetch', text: ws.url }),
      outcome: 'running',
      ...(output ? { taskId: output.task.id } : {}),
    },
  ],
  run: withoutProgress(startMonitor),
  show: (output, language) => textBlocks(render(output), language),
  deferred: {
    hint: { en: 'watch a log or command', zh: '监视日志或命令' },
  },
}

async function startMonitor(given: MonitorInput, call: ToolCall): Promise<MonitorOutput> {
  const own = given.command !== undefined || given.ws !== undefined
  const task = own ? await startTask(given, call) : findTask(given.task_id, call)
  const timeoutMs = given.persistent ? undefined : (given.timeout_ms ?? DEFAULT_TIMEOUT_MS)
  follow(task, call, { own, timeoutMs })
  return {
    task,
    backgroundTaskId: task.id,
    ...(task.outputFile === undefined ? {} : { persistedOutputPath: task.outputFile }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(call.processes.settings?.endsWith ? { endsWith: call.processes.settings.endsWith } : {}),
  }
}

const startTask = async (
  { command, ws, task_id, description }: MonitorInput,
  call: ToolCall,
): Promise<TaskInfo> => {
  if ([command, ws, task_id].filter(one => one !== undefined).length > 1) throw new ToolError(says('one'))
  if (ws !== undefined) {
    const { socketWork } = await import('./socket-work.ts')
    const work = await socketWork(ws, description ?? ws.url, call)
    try {
      return call.tasks.add(work)
    } catch (error) {
      await work.stop()
      throw error
    }
  }
  return await call.processes.background({
    command: command ?? '',
    description: description ?? command ?? '',
    hardened: call.readOnly || (call.hardened ?? false),
    toolUseId: call.id,
  })
}

const findTask = (id: string | undefined, { tasks }: ToolCall): TaskInfo => {
  if (id === undefined) throw new ToolError(says('nothing'))
  const task = tasks.get(id)
  if (task?.status === 'running') return task
  const running = tasks.list().filter(one => one.status === 'running')
  throw new ToolError(
    running.length > 0
      ? says('notRunning', { id, running: running.map(one => one.id).join(', ') })
      : says('noTasks', { id }),
  )
}

/** Lives as long as the task: when that ends, is stopped or the session goes, so does the watch. */
const follow = (
  task: TaskInfo,
  { tasks }: ToolCall,
  { own, timeoutMs }: { readonly own: boolean; readonly timeoutMs: number | undefined },
): void => {
  const say = (event: LocalizedText, isEnd = false): void =>
    tasks.notify(says('event', { id: task.id, event }), {
      droppable: !isEnd,
      shown: shownLine(task.description, event.text),
    })
  const finish = (why: (then: LocalizedText) => LocalizedText): void => {
    clearTimeout(timer)
    unwatch()
    batcher.flush()
    say(why(own ? says(STOPPED[task.kind] ?? 'taskStopped') : says('stillRuns', { id: task.id })))
    // It was running a moment ago; a task that has ended meanwhile is left as it is.
    if (own) tasks.stop(task.id).catch(() => undefined)
  }
  const batcher = new LineBatcher(LIMITS, {
    tell: batch => say(batchText(batch)),
    onFull: () => finish(then => says('enough', { count: LIMITS.maxBatches, then })),
  })
  const unwatch = tasks.watch(
    task.id,
    line => batcher.add(watchedLine(line)),
    () => {
      clearTimeout(timer)
      batcher.flush()
    },
  )
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => finish(then => says('late', { ms: timeoutMs, then })), timeoutMs).unref()
}

const STOPPED: Partial<Record<TaskInfo['kind'], 'commandStopped' | 'socketStopped'>> = {
  shell: 'commandStopped',
  monitor: 'socketStopped',
}

/** True wherever it is read, as what starts a command in the background says. */
const NEWS = {
  session: says('session'),
  run: says('run'),
  agent: says('agent'),
} as const

const render = ({ task, timeoutMs, endsWith }: MonitorOutput): LocalizedText =>
  says('watching', {
    id: task.id,
    about: task.description,
    limit: timeoutMs === undefined ? '' : says('upTo', { ms: timeoutMs }),
    news: NEWS[endsWith ?? 'session'],
    path: String(task.outputFile),
  })

import type { z } from 'zod'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { TaskInfo, Tool, ToolCall } from '../../../protocol/tool.ts'
import { TASK_ID_NAMES, withTaskId } from '../background-task-id.ts'
import { fields, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('task_stop', {
  stopped: {
    en: 'Stopped task {id} ({description}). {left}',
    zh: '已停止任务 {id}（{description}）。{left}',
  },
  ended: {
    en: 'Task {id} had ended already ({status}{code}).',
    zh: '任务 {id} 早已结束（{status}{code}）。',
  },
  exitCode: { en: ', exit code {code:number}', zh: '，退出码 {code:number}' },
  pending: {
    en: 'Its unfinished tasks are pending again: {tasks}.',
    zh: '其未完成的任务重新待办：{tasks}。',
  },
  printed: { en: 'What it printed is in {path}.', zh: '它的输出在 {path}。' },
  kept: {
    en: 'What it changed is kept in the worktree {path} ({branch}).',
    zh: '它的更改保留在工作树 {path}（{branch}）。',
  },
  noReport: { en: 'It had reported nothing yet.', zh: '它尚未报告任何内容。' },
  reported: { en: 'Before that it reported:\n{text}', zh: '此前它报告了：\n{text}' },
  said: { en: 'Before that it said:\n{text}', zh: '此前它说：\n{text}' },
  saidNothing: { en: 'It had said nothing yet. {did}', zh: '它尚未说话。{did}' },
  saidAndDid: { en: 'Before that it said and did:\n{text}', zh: '此前它说了并做了：\n{text}' },
})

const input = withTaskId(fields({ task_id: someText() }))
type TaskStopInput = z.output<typeof input>

export interface TaskStopResult {
  readonly message: string
  readonly task_id: string
  readonly task: TaskInfo
}

export const taskStopTool: Tool<TaskStopInput, TaskStopResult> = {
  name: 'TaskStop',
  present,
  aliases: ['KillShell', 'KillBash'],
  groups: ['coordinator', 'served'],
  description: {
    en: 'Ends a background task, by its id or the name of an agent, and everything it started.',
    zh: '按 id 或智能体名称结束后台任务，连同它启动的一切。',
  },
  input,
  otherNames: TASK_ID_NAMES,
  noAccess: 'Only ends a task that this session started.',
  access: () => [],
  interrupt: 'block',
  leavesTrace: true,
  run: withoutProgress(stopTask),
  show: output => [{ type: 'text', text: output.message }],
  deferred: { hint: { en: 'output or end of a background command', zh: '后台命令的输出、等待、终止' } },
}

async function stopTask(
  { task_id }: TaskStopInput,
  { tasks, signal, language }: ToolCall,
): Promise<TaskStopResult> {
  const wasRunning = tasks.get(task_id)?.status === 'running'
  const task = await tasks.stop(task_id)
  const message =
    wasRunning && task.status === 'stopped'
      ? says('stopped', {
          id: task.id,
          description: task.description,
          left: await leftBy(task, { tasks, signal }),
        })
      : says('ended', {
          id: task.id,
          status: task.status,
          code: task.exitCode === undefined ? '' : says('exitCode', { code: task.exitCode }),
        })
  return { message: forModel(message, language), task_id, task }
}

/** Work with an answer says what it had so far: whoever stops it may not be able to read files. */
const leftBy = async (
  task: TaskInfo,
  { tasks, signal }: Pick<ToolCall, 'tasks' | 'signal'>,
): Promise<LocalizedText> => {
  const { id, kind, outputFile, worktree, released = [] } = task
  if (kind === 'teammate' && released.length > 0) return says('pending', { tasks: released.join('; ') })
  if (kind !== 'agent' && kind !== 'workflow') return says('printed', { path: String(outputFile) })
  const { text } = await tasks.output(id, { signal })
  const said = reportedIn(text.trim(), kind)
  const tree = worktree && says('kept', { path: worktree.path, branch: worktree.branch })
  return lines([said, ...(tree ? [tree] : [])])
}

/** How an agent that did not come to its end lists what it did, behind what it said. */
const LAST_CALLS = /^([\s\S]*?)(\[(?:Its last calls: |最后的调用：)[^\n]*\])$/

const reportedIn = (text: string, kind: TaskInfo['kind']): LocalizedText => {
  if (text === '') return says('noReport')
  if (kind !== 'agent') return says('reported', { text })
  const [, words, calls] = LAST_CALLS.exec(text) ?? []
  if (words === undefined) return says('said', { text })
  return words.trim() === '' ? says('saidNothing', { did: calls ?? '' }) : says('saidAndDid', { text })
}

import type { z } from 'zod'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type TaskInfo, type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { TASK_ID_NAMES, withTaskId } from '../background-task-id.ts'
import { asksNetwork } from '../bash/asks-network.ts'
import { fields, flag, givenOf, plainText, someText, whole } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { markAsData } from '../web-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('taskOutput', {
  exitCode: { en: ', exit code {code:number}', zh: '，退出码 {code:number}' },
  head: {
    en: 'Task {id} ({about}): {status}{code}{waited}',
    zh: '任务 {id}（{about}）：{status}{code}{waited}',
  },
  waited: { en: ' after {ms:number} ms of waiting', zh: '，已等待 {ms:number} 毫秒' },
  cut: {
    en: '[… earlier output left out; all of it is in {path} …]',
    zh: '[… 较早的输出已省略；全部在 {path} …]',
  },
  none: { en: '(no new output)', zh: '（没有新的输出）' },
  filter: { en: 'filter is no regular expression: {why}', zh: 'filter 不是正则表达式：{why}' },
})

/** When it is asked to wait and does not say how long. */
const USUAL_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000

const input = withTaskId(
  fields({
    task_id: someText(),
    block: flag({
      en: `Wait for the end, ${USUAL_WAIT_MS} ms unless timeout says otherwise`,
      zh: `等待结束，默认 ${USUAL_WAIT_MS} 毫秒，可用 timeout 指定`,
    }).optional(),
    timeout: whole(
      { min: 0 },
      {
        en: `Wait for the end for so many milliseconds, at most ${MAX_WAIT_MS}`,
        zh: `等待结束的毫秒数，最多 ${MAX_WAIT_MS}`,
      },
    ).optional(),
    filter: plainText({
      en: 'Regular expression: only lines that match; the others count as read',
      zh: '正则表达式：只要匹配的行；其余视为已读',
    }).optional(),
  }),
)
type TaskOutputInput = z.output<typeof input>

export interface TaskOutputResult {
  readonly retrieval_status: 'success' | 'timeout' | 'not_ready'
  readonly task: TaskInfo
  readonly output: string
  readonly truncated: boolean
  /** How long the end was waited for, when that was not enough. */
  readonly waitedMs?: number
}

export const taskOutputTool: Tool<TaskOutputInput, TaskOutputResult> = {
  name: 'TaskOutput',
  present,
  aliases: ['BashOutput'],
  groups: ['served', 'quiet'],
  description: {
    en: 'Reads what a background task has printed since you last read it, at once. With block or a timeout it waits for the end of the task, that long at most.',
    zh: '立即读取后台任务自上次读取以来的输出。带 block 或 timeout 时等待任务结束，最多等到该时限。',
  },
  input,
  unused: given => (given.block === false ? givenOf(given, ['timeout']) : []),
  otherNames: TASK_ID_NAMES,
  noAccess: 'Only reads the output of tasks this session started, whose commands were decided.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(readOutput),
  show: (output, language) => lineBlocks(render(output), language),
  maxResultChars: 40_000,
  deferred: {
    hint: { en: 'output or end of a background command', zh: '后台命令的输出、等待、终止' },
  },
}

async function readOutput(given: TaskOutputInput, call: ToolCall): Promise<TaskOutputResult> {
  const waitMs = waitOf(given)
  const { task, text, truncated } = await call.tasks.output(given.task_id, {
    signal: call.signal,
    ...(waitMs > 0 ? { waitMs } : {}),
    ...(given.filter === undefined ? {} : { filter: toPattern(given.filter) }),
  })
  const running = task.status === 'running'
  return {
    retrieval_status: running ? (waitMs > 0 ? 'timeout' : 'not_ready') : 'success',
    task,
    output: stripAnsi(text),
    truncated,
    ...(running && waitMs > 0 ? { waitedMs: waitMs } : {}),
  }
}

const waitOf = ({ block, timeout }: TaskOutputInput): number => {
  if (block === false || (block === undefined && timeout === undefined)) return 0
  return Math.min(timeout ?? USUAL_WAIT_MS, MAX_WAIT_MS)
}

const toPattern = (text: string): RegExp => {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new ToolError(says('filter', { why: (error as Error).message }))
  }
}

const render = ({ task, output, truncated, waitedMs }: TaskOutputResult): readonly Text[] => {
  const code = task.exitCode === undefined ? '' : says('exitCode', { code: task.exitCode })
  const waited = waitedMs === undefined ? '' : says('waited', { ms: waitedMs })
  const head = says('head', { id: task.id, about: task.description, status: task.status, code, waited })
  const cut = truncated ? [says('cut', { path: String(task.outputFile) })] : []
  const body = escapeInvisible(output.replace(/(?<!\n)\n+$/, ''))
  const shown = asksNetwork(task.command ?? '') ? markAsData('network', body) : body
  return [head, ...cut, body === '' ? says('none') : shown]
}

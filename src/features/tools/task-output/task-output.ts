import type { z } from 'zod'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { type TaskInfo, type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { withTaskId } from '../background-task-id.ts'
import { asksNetwork } from '../bash/asks-network.ts'
import { fields, flag, plainText, someText, whole } from '../input-fields.ts'
import { markAsData } from '../web-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { TASK_OUTPUT_PROMPT } from './prompt.ts'

const DEFAULT_WAIT_MS = 30_000
const MAX_WAIT_MS = 600_000

const input = withTaskId(
  fields({
    task_id: someText(),
    block: flag('Wait for the end; default true').optional(),
    timeout: whole(
      { min: 0 },
      `Milliseconds to wait, at most ${MAX_WAIT_MS}; default ${DEFAULT_WAIT_MS}`,
    ).optional(),
    filter: plainText('Regular expression: only lines that match; the others count as read').optional(),
  }),
)
type TaskOutputInput = z.output<typeof input>

export interface TaskOutputResult {
  readonly retrieval_status: 'success' | 'timeout' | 'not_ready'
  readonly task: TaskInfo
  readonly output: string
  readonly truncated: boolean
}

export const taskOutputTool: Tool<TaskOutputInput, TaskOutputResult> = {
  name: 'TaskOutput',
  aliases: ['BashOutput'],
  description: TASK_OUTPUT_PROMPT,
  input,
  noAccess: 'Only reads the output of tasks this session started, whose commands were decided.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(readOutput),
  show: output => [{ type: 'text', text: render(output) }],
  maxResultChars: 40_000,
  deferred: { hint: 'output of a background command, wait for its end' },
}

async function readOutput(given: TaskOutputInput, call: ToolCall): Promise<TaskOutputResult> {
  const waits = given.block ?? true
  const { task, text, truncated } = await call.tasks.output(given.task_id, {
    signal: call.signal,
    ...(waits ? { waitMs: Math.min(given.timeout ?? DEFAULT_WAIT_MS, MAX_WAIT_MS) } : {}),
    ...(given.filter === undefined ? {} : { filter: toPattern(given.filter) }),
  })
  const running = task.status === 'running'
  return {
    retrieval_status: running ? (waits ? 'timeout' : 'not_ready') : 'success',
    task,
    output: stripAnsi(text),
    truncated,
  }
}

const toPattern = (text: string): RegExp => {
  try {
    return new RegExp(text)
  } catch (error) {
    throw new ToolError(`filter is no regular expression: ${(error as Error).message}`)
  }
}

const render = ({ task, output, truncated }: TaskOutputResult): string => {
  const code = task.exitCode === undefined ? '' : `, exit code ${task.exitCode}`
  const head = `Task ${task.id} (${task.description}): ${task.status}${code}`
  const cut = truncated ? [`[… earlier output left out; all of it is in ${task.outputFile} …]`] : []
  const body = escapeInvisible(output.replace(/(?<!\n)\n+$/, ''))
  const shown = asksNetwork(task.command ?? '') ? markAsData('network', body) : body
  return [head, ...cut, body === '' ? '(no new output)' : shown].join('\n')
}

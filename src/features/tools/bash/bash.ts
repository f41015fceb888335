import type { z } from 'zod'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { ShellEnd, Tool, ToolCall, ToolProgress } from '../../../protocol/tool.ts'
import { fields, plainText, someText, whole } from '../input-fields.ts'
import { benignMeaning } from './benign-exit.ts'
import { BASH_PROMPT } from './prompt.ts'

const DEFAULT_TIMEOUT_MS = 120_000
const MAX_TIMEOUT_MS = 600_000
const MAX_INLINE_CHARS = 30_000
const MAX_FAILURE_CHARS = 10_000
/** Shown of an output that is too long to show whole. */
const PREVIEW_CHARS = 8000

const input = fields({
  command: someText(),
  timeout: whole(
    { min: 1 },
    `Milliseconds, at most ${MAX_TIMEOUT_MS}; default ${DEFAULT_TIMEOUT_MS}`,
  ).optional(),
  description: plainText('What it does, in a few words').optional(),
})
type BashInput = z.output<typeof input>

export interface BashOutput {
  /** Both streams as they came, without terminal escapes. */
  readonly stdout: string
  /** What the tool itself has to say. */
  readonly stderr: string
  readonly interrupted: boolean
  readonly exitCode: number | null
  readonly signal?: string
  readonly returnCodeInterpretation?: string
  readonly persistedOutputPath?: string
  readonly persistedOutputSize?: number
  readonly timedOutAfterMs?: number
}

export const bashTool: Tool<BashInput, BashOutput> = {
  name: 'Bash',
  description: BASH_PROMPT,
  input,
  access: ({ command }) => [{ kind: 'shell', command }],
  parallel: (_given, facts) => facts.readOnly,
  failureCancelsSiblings: true,
  run: runCommand,
  show: output => [{ type: 'text', text: render(output) }],
  failed: isFailure,
  maxResultChars: 40_000,
}

async function* runCommand(given: BashInput, call: ToolCall): AsyncGenerator<ToolProgress, BashOutput> {
  const timeoutMs = Math.min(given.timeout ?? DEFAULT_TIMEOUT_MS, MAX_TIMEOUT_MS)
  let news = Promise.withResolvers<ToolProgress>()
  const shell = call.processes.shell({
    command: given.command,
    timeoutMs,
    signal: call.signal,
    hardened: call.readOnly,
    onOutput: ({ tail, bytes }) => {
      const { resolve } = news
      news = Promise.withResolvers()
      resolve({ text: stripAnsi(tail), bytes })
    },
  })
  const ended = shell.then(end => ({ end }))
  for (;;) {
    const next = await Promise.race([ended, news.promise])
    if ('end' in next) return outputOf(given.command, next.end, timeoutMs)
    yield next
  }
}

const outputOf = (command: string, end: ShellEnd, timeoutMs: number): BashOutput => {
  const meaning = end.ended === 'exit' ? benignMeaning(command, end.code) : undefined
  return {
    stdout: stripAnsi(end.output),
    stderr: end.notice ?? '',
    interrupted: end.ended === 'abort',
    exitCode: end.code,
    ...(end.signal === null ? {} : { signal: end.signal }),
    ...(meaning ? { returnCodeInterpretation: meaning } : {}),
    ...(end.outputFile ? { persistedOutputPath: end.outputFile, persistedOutputSize: end.outputBytes } : {}),
    ...(end.ended === 'timeout' ? { timedOutAfterMs: timeoutMs } : {}),
  }
}

function isFailure(output: BashOutput): boolean {
  if (output.interrupted || output.timedOutAfterMs !== undefined) return true
  return output.exitCode !== 0 && output.returnCodeInterpretation === undefined
}

const render = (output: BashOutput): string => {
  const body = isFailure(output)
    ? shorten(output, MAX_FAILURE_CHARS, MAX_FAILURE_CHARS)
    : shorten(output, MAX_INLINE_CHARS, PREVIEW_CHARS)
  const parts = [statusOf(output), body, output.stderr].filter(part => part !== '')
  return parts.length > 0 ? parts.join('\n') : '(no output)'
}

const statusOf = (output: BashOutput): string => {
  if (output.timedOutAfterMs !== undefined)
    return `Timed out after ${output.timedOutAfterMs} ms and was ended.`
  if (output.interrupted) return 'Interrupted.'
  if (output.returnCodeInterpretation)
    return `Exit code ${output.exitCode} (${output.returnCodeInterpretation})`
  if (output.exitCode === null) return `Ended by ${output.signal ?? 'a signal'}`
  return output.exitCode === 0 ? '' : `Exit code ${output.exitCode}`
}

/** The whole up to `most` characters, else the first and the last of `shown` with the way to the rest between them. */
const shorten = (output: BashOutput, most: number, shown: number): string => {
  const text = output.stdout.replace(/\n+$/, '')
  if (text.length <= most) return text
  const half = Math.floor(shown / 2)
  const where = output.persistedOutputPath
    ? `; all ${output.persistedOutputSize} bytes are in ${output.persistedOutputPath}`
    : ''
  return `${text.slice(0, half)}\n[… middle left out${where} …]\n${text.slice(-half)}`
}

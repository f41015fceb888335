import { escapeInvisible } from '../../../lib/escape-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { takeHead, takeTail } from '../../../lib/text-budget.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import type { ShellEnd, ShellSettings, TaskInfo } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { markAsData } from '../web-content.ts'
import { asksNetwork } from './asks-network.ts'
import { benignMeaning } from './benign-exit.ts'

const MAX_INLINE_CHARS = 30_000
const MAX_FAILURE_CHARS = 10_000
/** Bytes shown of an output that is too long to show whole. */
const PREVIEW_BYTES = 2000

export interface BashOutput {
  /** Both streams as they came, without terminal escapes; a picture as a data URI. */
  readonly stdout: string
  /** What the tool itself has to say. */
  readonly stderr: string
  readonly interrupted: boolean
  readonly exitCode: number | null
  readonly isImage?: true
  readonly signal?: string
  readonly returnCodeInterpretation?: string
  readonly persistedOutputPath?: string
  readonly persistedOutputSize?: number
  readonly timedOutAfterMs?: number
  /** It was moved to the background because it was not waited for any longer. */
  readonly waitedMs?: number
  /** It was moved to the background by the person. */
  readonly backgroundedByUser?: true
  /** Whom it ends with at the latest, when it runs on by itself; absent: the session. */
  readonly endsWith?: 'run' | 'agent'
  /** It runs on by itself. */
  readonly backgroundTaskId?: string
  /** Others may have written what it printed: it asked the network for it. */
  readonly fromNetwork?: true
  /** Characters to be shown whole, when the person chose. */
  readonly maxOutputChars?: number
}

export const endOutput = (
  command: string,
  end: ShellEnd,
  limits: { readonly timeoutMs: number; readonly language?: PromptLanguage | undefined } & Pick<
    ShellSettings,
    'maxOutputChars' | 'endsWith'
  >,
): BashOutput => {
  const meaning = end.ended === 'exit' ? benignMeaning(command, end.code) : undefined
  return {
    stdout: end.image ? `data:${end.image.mediaType};base64,${end.image.data}` : stripAnsi(end.output),
    stderr: forModel(end.notice ?? '', limits.language),
    interrupted: end.ended === 'abort',
    exitCode: end.code,
    ...(end.image ? { isImage: true } : {}),
    ...(end.signal === null ? {} : { signal: end.signal }),
    ...(meaning ? { returnCodeInterpretation: meaning } : {}),
    ...(end.outputFile ? { persistedOutputPath: end.outputFile, persistedOutputSize: end.outputBytes } : {}),
    ...(end.ended === 'timeout' ? { timedOutAfterMs: limits.timeoutMs } : {}),
    ...(end.foregroundMs === undefined ? {} : { waitedMs: end.foregroundMs }),
    ...(end.movedByPerson ? { backgroundedByUser: true } : {}),
    ...(end.taskId === undefined ? {} : { backgroundTaskId: end.taskId, ...lifeOf(limits) }),
    ...(asksNetwork(command) ? { fromNetwork: true } : {}),
    ...(limits.maxOutputChars === undefined ? {} : { maxOutputChars: limits.maxOutputChars }),
  }
}

const lifeOf = ({ endsWith }: Pick<ShellSettings, 'endsWith'>): Pick<BashOutput, 'endsWith'> =>
  endsWith === undefined ? {} : { endsWith }

export const startOutput = (task: TaskInfo, settings: Pick<ShellSettings, 'endsWith'> = {}): BashOutput => ({
  stdout: '',
  stderr: '',
  interrupted: false,
  exitCode: null,
  backgroundTaskId: task.id,
  ...lifeOf(settings),
  ...(task.outputFile === undefined ? {} : { persistedOutputPath: task.outputFile }),
})

export const isFailure = (output: BashOutput): boolean => {
  if (output.backgroundTaskId !== undefined) return false
  if (output.interrupted || output.timedOutAfterMs !== undefined) return true
  return output.exitCode !== 0 && output.returnCodeInterpretation === undefined
}

/** The model sees the output whole. */
export const isWhole = (output: BashOutput): boolean =>
  output.stdout.length <= (output.maxOutputChars ?? MAX_INLINE_CHARS)

export const render = (output: BashOutput): readonly ResultBlock[] => {
  const image = output.isImage ? /^data:([^;]+);base64,(.*)$/s.exec(output.stdout) : null
  if (!image) return [{ type: 'text', text: textOf(output) }]
  const [, media_type = '', data = ''] = image
  return [
    ...(output.stderr === '' ? [] : [{ type: 'text', text: output.stderr } as const]),
    { type: 'image', source: { type: 'base64', media_type, data } },
  ]
}

const textOf = (output: BashOutput): string => {
  const whole = output.maxOutputChars ?? MAX_INLINE_CHARS
  const body = isFailure(output)
    ? shorten(output, Math.min(MAX_FAILURE_CHARS, whole), MAX_FAILURE_CHARS)
    : shorten(output, whole, PREVIEW_BYTES)
  const shown = escapeInvisible(body)
  const marked = output.fromNetwork && shown !== '' ? markAsData('network', shown) : shown
  const parts = [statusOf(output), marked, output.stderr].filter(part => part !== '')
  return parts.length > 0 ? parts.join('\n') : '(no output)'
}

const statusOf = (output: BashOutput): string => {
  if (output.backgroundTaskId !== undefined) return backgroundStatus(output, output.backgroundTaskId)
  if (output.timedOutAfterMs !== undefined)
    return `Timed out after ${output.timedOutAfterMs} ms and was ended.`
  if (output.interrupted) return 'Interrupted before it finished; its effect may be partial.'
  if (output.returnCodeInterpretation)
    return `Exit code ${output.exitCode} (${output.returnCodeInterpretation})`
  if (output.exitCode === null) return `Ended by ${output.signal ?? 'a signal'}`
  return output.exitCode === 0 ? '' : `Exit code ${output.exitCode}`
}

/** True wherever it is read: what is promised here has to be kept. */
const NEWS = {
  session: 'You are told when it ends.',
  run: 'You are told when it ends while this run lasts. It is stopped with the run, which may be a few seconds after your final answer: if you need its result, wait for it with TaskOutput first.',
  agent:
    'It is stopped when you are done, and you are not told when it ends: if you need its result, wait for it with TaskOutput.',
} as const

const backgroundStatus = (output: BashOutput, id: string): string => {
  const waited = output.timedOutAfterMs ?? output.waitedMs
  const started = output.backgroundedByUser
    ? 'The person moved it to the background while it ran; it goes on there'
    : 'Runs in the background'
  const how = waited === undefined ? started : `Not done after ${waited} ms: it goes on in the background`
  return `${how} as task ${id}. ${NEWS[output.endsWith ?? 'session']} TaskOutput {"task_id":"${id}"} reads what it prints, TaskStop {"task_id":"${id}"} ends it; all output is in ${output.persistedOutputPath}.`
}

/** The whole up to `most` characters, else its two ends, of `shown` bytes in all, with the way to the rest between them. */
const shorten = (output: BashOutput, most: number, shown: number): string => {
  const text = output.stdout.replace(/(?<!\n)\n+$/, '')
  if (text.length <= most) return text
  const half = Math.floor(Math.min(shown, most) / 2)
  const where = output.persistedOutputPath
    ? `; all ${output.persistedOutputSize} bytes are in ${output.persistedOutputPath}`
    : ''
  return `${takeHead(text, half)}\n[… middle left out${where} …]\n${takeTail(text, half)}`
}

import { escapeInvisible } from '../../../lib/escape-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { takeHead, takeTail } from '../../../lib/text-budget.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { ShellEnd, TaskInfo } from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import type { ShellSettings } from '../../../protocol/tools/shell-settings.ts'
import { markAsData } from '../web-content.ts'
import { asksNetwork } from './asks-network.ts'
import { benignMeaning, meaningText } from './benign-exit.ts'

const says = modelTexts('bash_output', {
  middle: {
    en: '{head}\n[… middle left out{where} …]\n{tail}',
    zh: '{head}\n[… 中间已省略{where} …]\n{tail}',
  },
  none: { en: '(no output)', zh: '（没有输出）' },
  timedOut: { en: 'Timed out after {ms:number} ms and was ended.', zh: '{ms:number} 毫秒后超时，已终止。' },
  interrupted: {
    en: 'Interrupted before it finished; its effect may be partial.',
    zh: '在完成前被中断；可能只做了一部分。',
  },
  codeMeans: { en: 'Exit code {code} ({meaning})', zh: '退出码 {code}（{meaning}）' },
  signal: { en: 'Ended by {signal}', zh: '被 {signal} 终止' },
  aSignal: { en: 'a signal', zh: '信号' },
  code: { en: 'Exit code {code}', zh: '退出码 {code}' },
  session: { en: 'You are told when it ends.', zh: '结束时会通知你。' },
  run: {
    en: 'You are told when it ends while this run lasts. It is stopped with the run, which may be a few seconds after your final answer: if you need its result, wait for it with TaskOutput first.',
    zh: '在这次运行期间，结束时会通知你。它随运行一起停止，可能就在你给出最终回答几秒之后：如果需要结果，请先用 TaskOutput 等待。',
  },
  agent: {
    en: 'It is stopped when you are done, and you are not told when it ends: if you need its result, wait for it with TaskOutput.',
    zh: '你完成后它就会停止，结束时不会通知你：如果需要结果，请用 TaskOutput 等待。',
  },
  movedByPerson: {
    en: 'The person moved it to the background while it ran; it goes on there',
    zh: '用户在运行期间把它移到了后台，继续',
  },
  background: { en: 'Runs in the background', zh: '在后台运行' },
  notDone: {
    en: 'Not done after {ms:number} ms: it goes on in the background',
    zh: '{ms:number} 毫秒后仍未完成：在后台继续',
  },
  asTask: {
    en: '{how} as task {id}. {news} TaskOutput {"task_id":"{id}"} reads what it prints, TaskStop {"task_id":"{id}"} ends it; all output is in {path}.',
    zh: '{how}，任务 {id}。{news}TaskOutput {"task_id":"{id}"} 读取输出，TaskStop {"task_id":"{id}"} 终止它；全部输出在 {path}。',
  },
  where: { en: '; all {size} bytes are in {path}', zh: '；全部 {size} 字节在 {path}' },
})

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
    stderr: [stripAnsi(end.errors ?? ''), forModel(end.notice ?? '', limits.language)]
      .filter(text => text !== '')
      .join('\n'),
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

/** What a script gets of it: how it ended is data, too. */
export const forScript = (output: BashOutput) => ({
  stdout: output.isImage ? '' : output.stdout,
  stderr: output.stderr,
  exitCode: output.exitCode,
  ...(output.signal === undefined ? {} : { signal: output.signal }),
  ...(output.timedOutAfterMs === undefined ? {} : { timedOut: true }),
  ...(output.backgroundTaskId === undefined ? {} : { taskId: output.backgroundTaskId }),
  ...(output.persistedOutputPath === undefined
    ? {}
    : { truncated: true, outputFile: output.persistedOutputPath }),
})

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

export const render = (output: BashOutput, language?: PromptLanguage): readonly ResultBlock[] => {
  const image = output.isImage ? /^data:([^;]+);base64,(.*)$/s.exec(output.stdout) : null
  if (!image) return [{ type: 'text', text: textOf(output, language) }]
  const [, media_type = '', data = ''] = image
  return [
    ...(output.stderr === '' ? [] : [{ type: 'text', text: output.stderr } as const]),
    { type: 'image', source: { type: 'base64', media_type, data } },
  ]
}

const textOf = (output: BashOutput, language?: PromptLanguage): string => {
  const whole = output.maxOutputChars ?? MAX_INLINE_CHARS
  const body = isFailure(output)
    ? shorten(output, Math.min(MAX_FAILURE_CHARS, whole), MAX_FAILURE_CHARS)
    : shorten(output, whole, PREVIEW_BYTES)
  const shown = escapeInvisible(forModel(body, language))
  const marked = output.fromNetwork && shown !== '' ? markAsData('network', shown) : shown
  const parts = [forModel(statusOf(output), language), marked, output.stderr].filter(part => part !== '')
  return parts.length > 0 ? parts.join('\n') : forModel(says('none'), language)
}

const statusOf = (output: BashOutput): Text => {
  if (output.backgroundTaskId !== undefined) return backgroundStatus(output, output.backgroundTaskId)
  if (output.timedOutAfterMs !== undefined) return says('timedOut', { ms: output.timedOutAfterMs })
  if (output.interrupted) return says('interrupted')
  if (output.returnCodeInterpretation)
    return says('codeMeans', {
      code: String(output.exitCode),
      meaning: meaningText(output.returnCodeInterpretation),
    })
  if (output.exitCode === null) return says('signal', { signal: output.signal ?? says('aSignal') })
  return output.exitCode === 0 ? '' : says('code', { code: String(output.exitCode) })
}

const backgroundStatus = (output: BashOutput, id: string): LocalizedText => {
  const waited = output.timedOutAfterMs ?? output.waitedMs
  const started = output.backgroundedByUser ? says('movedByPerson') : says('background')
  const how = waited === undefined ? started : says('notDone', { ms: waited })
  return says('asTask', {
    how,
    id,
    // True wherever it is read: what is promised here has to be kept.
    news: says(output.endsWith ?? 'session'),
    path: String(output.persistedOutputPath),
  })
}

/** The whole up to `most` characters, else its two ends, of `shown` bytes in all, with the way to the rest between them. */
const shorten = (output: BashOutput, most: number, shown: number): Text => {
  const text = output.stdout.slice(0, lengthWithoutLineEnds(output.stdout))
  if (text.length <= most) return text
  const half = Math.floor(Math.min(shown, most) / 2)
  const where = output.persistedOutputPath
    ? says('where', { size: String(output.persistedOutputSize), path: output.persistedOutputPath })
    : ''
  return says('middle', { head: takeHead(text, half), where, tail: takeTail(text, half) })
}

const lengthWithoutLineEnds = (text: string): number => {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === LINE_FEED) end -= 1
  return end
}

const LINE_FEED = 10

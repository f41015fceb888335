import { refusalReason } from '../../lib/refusal.ts'
import type { SdkApiRetry, SdkMessage, SdkResult } from '../../protocol/control/sdk-message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { addUsage } from '../../protocol/usage.ts'
import type { HeadlessIo, HeadlessOptions, HeadlessStart } from './headless-options.ts'
import type { LineWriter } from './line-writer.ts'

/** Puts the messages of a run into one of the output formats. */
export interface Printer {
  message(message: SdkMessage): Promise<void> | void
  /** After the last message. */
  end(): Promise<void> | void
}

export const createPrinter = (
  options: Pick<HeadlessOptions, 'outputFormat' | 'verbose'>,
  writer: LineWriter,
  { io, localize }: Pick<HeadlessStart, 'io' | 'localize'>,
): Printer => {
  // English needs nothing to be loaded, and nobody has to wait.
  const inWords = async (text: Text): Promise<string> =>
    typeof text === 'string' ? text : (await localize())(text)
  const tell = async (message: SdkMessage): Promise<void> => {
    const words = diagnostic(message, options.verbose)
    if (words !== undefined) io.writeError(await inWords(words))
  }
  switch (options.outputFormat) {
    case 'stream-json':
      return { message: message => writer.line(message), end: () => {} }
    case 'json':
      return options.verbose ? printAll(writer) : printLast(tell, result => writer.line(result))
    case 'text':
      return printLast(tell, async result => printText(await inLanguage(result, inWords), writer, io))
  }
}

const printAll = (writer: LineWriter): Printer => {
  const all: SdkMessage[] = []
  return {
    message: message => {
      all.push(message)
    },
    end: () => writer.line(all),
  }
}

const printLast = (
  tell: (message: SdkMessage) => Promise<void>,
  print: (result: SdkResult) => Promise<void> | void,
): Printer => {
  let last: SdkResult | undefined
  return {
    message: async message => {
      if (message.type === 'result') last = last ? withEarlier(message, last) : message
      else await tell(message)
    },
    end: () => last && print(last),
  }
}

/** Where only one result is printed, what it counts is the run: turns that followed by themselves are part of it. */
const withEarlier = (result: SdkResult, earlier: SdkResult): SdkResult => ({
  ...result,
  duration_ms: result.duration_ms + earlier.duration_ms,
  duration_api_ms: result.duration_api_ms + earlier.duration_api_ms,
  num_turns: result.num_turns + earlier.num_turns,
  usage: addUsage(earlier.usage, result.usage),
  permission_denials: [...earlier.permission_denials, ...result.permission_denials],
})

/** What of a result is ours, as people read it. */
const inLanguage = async (
  result: SdkResult,
  inWords: (text: Text) => Promise<string>,
): Promise<SdkResult> => {
  const { localized } = result
  if (!localized) return result
  const words = await inWords(localized)
  if (result.subtype !== 'success') return { ...result, errors: [words] }
  return result.result === localized.text ? { ...result, result: words } : result
}

const printText = (
  result: SdkResult,
  writer: LineWriter,
  io: Pick<HeadlessIo, 'writeError'>,
): Promise<void> | void => {
  if (result.subtype !== 'success') {
    io.writeError(result.errors.join('\n'))
    return result.result === undefined ? undefined : writer.text(`${result.result.trimEnd()}\n`)
  }
  if (result.is_error) return io.writeError(result.result)
  const text =
    result.structured_output === undefined ? result.result : JSON.stringify(result.structured_output)
  return text === '' ? undefined : writer.text(text.endsWith('\n') ? text : `${text}\n`)
}

/** What is worth a line on stderr when stdout carries only the product. */
const diagnostic = (message: SdkMessage, verbose: boolean): Text | undefined => {
  if (message.type !== 'system') return undefined
  if (message.subtype === 'informational')
    return verbose || message.level === 'warning' || message.to_person
      ? (message.localized ?? message.content)
      : undefined
  if (message.subtype === 'permission_denied')
    return turnText('denied', {
      tool: message.tool_name,
      reason: message.localized ?? refusalReason(message.message),
    })
  if (message.subtype === 'compact_boundary' && message.compact_metadata.trigger === 'auto')
    return compacted(message.compact_metadata, message.session_id)
  // Who waits for a limit to end has been told until when.
  if (message.subtype === 'api_retry' && message.resets_at === undefined)
    return turnText('retrying', {
      problem:
        message.localized ??
        message.error_message ??
        turnText('no_answer_because', { reason: retryCause(message) }),
      seconds: Math.ceil(message.retry_delay_ms / 1000),
      attempt: message.attempt,
      most: message.max_retries,
    })
  return undefined
}

const compacted = (
  { pre_tokens, post_tokens }: { readonly pre_tokens: number; readonly post_tokens?: number },
  sessionId: string,
): Text => {
  const before = pre_tokens.toLocaleString('en-US')
  return post_tokens === undefined
    ? turnText('compacted', { before, id: sessionId })
    : turnText('compacted_to', { before, after: post_tokens.toLocaleString('en-US'), id: sessionId })
}

const retryCause = ({ error_status, error }: SdkApiRetry): Text => {
  if (error_status !== null) return String(error_status)
  return error === 'unknown' ? turnText('no_connection') : error
}

import { recordingText } from '../../../protocol/messages/host/recordings.ts'
import { LocalizedError, type LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ModelDelta, ModelErrorKind, ModelReply } from '../../../protocol/model.ts'
import { asList, asRecord, isRecord } from '../json-shape.ts'
import type { MessageSummary, RequestSummary } from './normalise.ts'

/**
 * A recording: JSON lines, the first one a header, then one line per request in the order in which they ended.
 * Messages are stored as their difference from the line before, since a conversation repeats itself.
 */
const CASSETTE_FORMAT = 'capstan-cassette'
const CASSETTE_VERSION = 1

interface CassetteHeader {
  readonly format: typeof CASSETTE_FORMAT
  readonly version: typeof CASSETTE_VERSION
  readonly run?: RecordedRun
}

/** How the recorded run was started, so that it can be started again. */
export interface RecordedRun {
  readonly argv: readonly string[]
  /** What was asked, with anything piped in. */
  readonly prompt?: string
  /** Who answered, when it was not the vendor itself: it decides which tools are offered. */
  readonly baseUrl?: string
}

export interface TimedDelta {
  readonly ms: number
  readonly delta: ModelDelta
}

export type Outcome =
  | { readonly reply: ModelReply }
  | {
      readonly error: {
        readonly kind: ModelErrorKind
        readonly message: string
        readonly status?: number
        readonly retryAfterMs?: number
        readonly shouldRetry?: boolean
      }
    }

export interface Exchange {
  /** Place among the requests of the run, by the time they were made. */
  readonly index: number
  readonly source: string
  readonly hash: string
  readonly request: RequestSummary
  readonly deltas: readonly TimedDelta[]
  readonly outcome: Outcome
  readonly ms: number
}

/** An exchange as it stands in the file. */
export interface ExchangeLine extends Omit<Exchange, 'request'> {
  readonly type: 'exchange'
  readonly request: Omit<RequestSummary, 'messages'> & {
    /** So many messages are those of the exchange on the line before. */
    readonly shared: number
    readonly added: readonly MessageSummary[]
  }
}

export interface Cassette {
  readonly run?: RecordedRun
  readonly exchanges: readonly Exchange[]
}

/** A recording that cannot be read. */
export class CassetteError extends LocalizedError<LocalizedText> {
  override readonly name = 'CassetteError'
  readonly kind = 'cassette'
}

export const headerLine = (run?: RecordedRun): string =>
  JSON.stringify({
    format: CASSETTE_FORMAT,
    version: CASSETTE_VERSION,
    ...(run ? { run } : {}),
  } satisfies CassetteHeader)

/** `before`: the messages of the exchange written last. */
export const toLine = (exchange: Exchange, before: readonly MessageSummary[]): ExchangeLine => {
  const { messages, ...rest } = exchange.request
  let shared = 0
  while (shared < messages.length && messages[shared]?.digest === before[shared]?.digest) shared++
  return { type: 'exchange', ...exchange, request: { ...rest, shared, added: messages.slice(shared) } }
}

/** Reads a recording; a last line that was cut off by a crash is left out. */
export const parseCassette = (text: string, origin: string): Cassette => {
  const lines = text.split('\n')
  const whole = text.endsWith('\n')
  const values = lines.flatMap((line, at) => {
    if (line.trim() === '') return []
    const value = parseLine(line)
    if (value === undefined && at === lines.length - 1 && !whole) return []
    if (value === undefined)
      throw new CassetteError(recordingText('line_not_json', { file: origin, line: at + 1 }))
    return [{ value, line: at + 1 }]
  })
  const header = asRecord(values[0]?.value)
  if (header['format'] !== CASSETTE_FORMAT)
    throw new CassetteError(recordingText('not_a_recording', { file: origin, format: CASSETTE_FORMAT }))
  if (header['version'] !== CASSETTE_VERSION)
    throw new CassetteError(
      recordingText('other_version', {
        file: origin,
        version: String(header['version']),
        known: String(CASSETTE_VERSION),
      }),
    )
  let before: readonly MessageSummary[] = []
  const exchanges = values.slice(1).map(({ value, line }) => {
    const exchange = fromLine(value, before, { file: origin, line })
    before = exchange.request.messages
    return exchange
  })
  const run = readRun(header['run'])
  return run ? { run, exchanges } : { exchanges }
}

const readRun = (value: unknown): RecordedRun | undefined => {
  const { argv, prompt, baseUrl } = asRecord(value)
  if (!Array.isArray(argv)) return undefined
  return {
    argv: argv.map(String),
    ...(typeof prompt === 'string' ? { prompt } : {}),
    ...(typeof baseUrl === 'string' ? { baseUrl } : {}),
  }
}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // The caller knows whether this is the torn end of the file or damage.
    return undefined
  }
}

const fromLine = (
  value: unknown,
  before: readonly MessageSummary[],
  place: { readonly file: string; readonly line: number },
): Exchange => {
  const fields = asRecord(value)
  const request = asRecord(fields['request'])
  const sound =
    fields['type'] === 'exchange' &&
    typeof fields['hash'] === 'string' &&
    typeof request['shared'] === 'number' &&
    request['shared'] <= before.length &&
    Array.isArray(request['added']) &&
    Array.isArray(fields['deltas']) &&
    isRecord(fields['outcome']) &&
    ('reply' in fields['outcome'] || 'error' in fields['outcome'])
  if (!sound) throw new CassetteError(recordingText('not_an_exchange', place))
  const { type: _, ...line } = value as ExchangeLine
  const { shared, added, ...rest } = line.request
  return { ...line, request: { ...rest, messages: [...before.slice(0, shared), ...asSummaries(added)] } }
}

const asSummaries = (added: unknown): readonly MessageSummary[] => asList(added) as readonly MessageSummary[]

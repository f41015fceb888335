import { asRecord } from './json-shape.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** How long a server asks to wait, in whichever of the field's ways it says so. */
export const askedWaitMs = (
  headers: Headers,
  said: {
    readonly details?: readonly unknown[] | undefined
    readonly message: string
    readonly error?: Readonly<Record<string, unknown>>
  },
): number | undefined =>
  retryAfter(headers) ??
  retryInfo(said.details ?? []) ??
  inBody(said.error ?? {}, headers) ??
  inWords(said.message) ??
  resetIn(said.message, { headers }) ??
  limitReset(headers)

const header = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

/** A date is read against the server's own `date` header: the clocks of the two machines need not agree. */
const retryAfter = (headers: Headers): number | undefined => {
  const exact = Number.parseFloat(header(headers, 'retry-after-ms') ?? '')
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const word = header(headers, 'retry-after')?.trim()
  if (word === undefined || word === '') return undefined
  if (/^\d+(\.\d+)?$/.test(word)) return Number(word) * 1000
  const wait = Date.parse(word) - Date.parse(header(headers, 'date') ?? '')
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

/** Google: `{"@type": "…/google.rpc.RetryInfo", "retryDelay": "34.1s"}`. */
const retryInfo = (details: readonly unknown[]): number | undefined => {
  const { retryDelay } = asRecord(details.find(each => asRecord(each)['retryDelay'] !== undefined))
  return typeof retryDelay === 'string' ? durationMs(retryDelay) : undefined
}

/** What the server's clock says, else ours. */
const nowAt = (headers: Headers): number => {
  const said = Date.parse(header(headers, 'date') ?? '')
  return Number.isFinite(said) ? said : Date.now()
}

const untilThen = (at: number, headers: Headers): number | undefined =>
  Number.isFinite(at) ? Math.max(0, at - nowAt(headers)) : undefined

/** OpenAI, of the limits of a plan: `resets_in_seconds`, or the moment. */
const inBody = (error: Readonly<Record<string, unknown>>, headers: Headers): number | undefined => {
  const { resets_in_seconds: seconds, resets_at: at } = error
  if (typeof seconds === 'number') return seconds * 1000
  return typeof at === 'number' ? untilThen(at * 1000, headers) : undefined
}

/**
 * A day and an hour at which a limit ends: `resets at 2026-05-15T15:00:00Z`, `will reset at 2026-09-09 05:38:28 +0800`,
 * `将在 2026-08-25 07:41:44 重置`. One without a zone counts only where whoever asks knows it.
 */
export const resetIn = (
  message: string,
  { headers, zone }: { readonly headers: Headers; readonly zone?: string },
): number | undefined => {
  if (!/reset|重置|恢复/i.test(message)) return undefined
  const [, day, hour, said] =
    /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s?(Z|UTC|[+-]\d\d:?\d\d)?/.exec(message) ?? []
  const at = said === 'UTC' ? 'Z' : (said?.replace(/^(...)(\d\d)$/, '$1:$2') ?? zone)
  if (day === undefined || at === undefined) return undefined
  return untilThen(Date.parse(`${day}T${hour}${at}`), headers)
}

/** OpenAI and others: `Please try again in 1.2s`, `in 6m0s`, `in 20ms`. */
const inWords = (message: string): number | undefined => {
  const word = /(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i.exec(message)?.[1]
  return word === undefined ? undefined : durationMs(word)
}

const RESETS = ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'] as const
const LEFT = ['x-ratelimit-remaining-requests', 'x-ratelimit-remaining-tokens'] as const

/** When the limit that is used up comes back; without one that is used up nobody knows which it was. */
const limitReset = (headers: Headers): number | undefined => {
  const rejected = header(headers, 'anthropic-ratelimit-unified-status') === 'rejected'
  const reset = rejected
    ? Number(header(headers, 'anthropic-ratelimit-unified-reset') ?? Number.NaN)
    : Number.NaN
  if (Number.isFinite(reset)) return untilThen(reset * 1000, headers)
  const waits = RESETS.flatMap((name, at) => {
    const left = header(headers, LEFT[at] ?? '')
    const word = header(headers, name)
    const wait = left?.trim() === '0' && word !== undefined ? durationMs(word) : undefined
    return wait === undefined ? [] : [wait]
  })
  return waits.length > 0 ? Math.max(...waits) : undefined
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** `34s`, `6m0s`, `1.5s`, `20ms`; a bare number is seconds. */
const durationMs = (text: string): number | undefined => {
  const word = text.trim()
  if (/^\d+(?:\.\d+)?$/.test(word)) return Number(word) * 1000
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(word)) return undefined
  return [...word.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)].reduce(
    (sum, [, number, unit]) => sum + Number(number) * (UNITS[unit ?? 's'] ?? 1000),
    0,
  )
}

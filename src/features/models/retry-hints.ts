import { asRecord } from './json-shape.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** How long a server asks to wait, in whichever of the field's ways it says so. */
export const askedWaitMs = (
  headers: Headers,
  said: { readonly details?: readonly unknown[] | undefined; readonly message: string },
): number | undefined =>
  retryAfter(headers) ?? retryInfo(said.details ?? []) ?? inWords(said.message) ?? limitReset(headers)

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

/** OpenAI and others: `Please try again in 1.2s`, `in 6m0s`, `in 20ms`. */
const inWords = (message: string): number | undefined => {
  const word = /(?:try again|retry) in ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)/i.exec(message)?.[1]
  return word === undefined ? undefined : durationMs(word)
}

const RESETS = ['x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'] as const
const LEFT = ['x-ratelimit-remaining-requests', 'x-ratelimit-remaining-tokens'] as const

/** When the limit that is used up comes back; without one that is used up nobody knows which it was. */
const limitReset = (headers: Headers): number | undefined => {
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

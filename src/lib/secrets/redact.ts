import { atOnce, type Steps } from '../work/in-steps.ts'
import type { FindInSteps, FindSecrets, FoundSecret } from './detect.ts'
import { markerFor } from './marker.ts'

/** The text with a marker for each secret; the very same string when there is none. */
export const redactText = (text: string, find: FindSecrets): string => marked(text, find(text))

const marked = (text: string, found: readonly FoundSecret[]): string =>
  found.length === 0 ? text : cut(text, found, { from: 0, to: text.length })

/**
 * Every string in a JSON value redacted; the same object when nothing was found. A list of lines is read as one text,
 * because a key may run over them, and keeps its length. Pictures and other coded data are left alone.
 */
export const redactValue = <T>(value: T, find: FindSecrets): T => atOnce(redactInSteps(value, find))

/** The same, with rests in between. */
export function* redactInSteps<T>(value: T, find: FindInSteps): Steps<T> {
  return (yield* redactAny(value, find)) as T
}

function* foundIn(text: string, find: FindInSteps): Steps<readonly FoundSecret[]> {
  const found = find(text)
  return 'next' in found ? yield* found : found
}

function* redactAny(value: unknown, find: FindInSteps): Steps<unknown> {
  if (typeof value === 'string')
    return isCodedData(value) ? value : marked(value, yield* foundIn(value, find))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return yield* isLines(value) ? redactLines(value, find) : redactItems(value, find)
  let isChanged = false
  const clean: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    // Names of fields may be data, too: what a server answers has any.
    const pair: [string, unknown] = [marked(key, yield* foundIn(key, find)), yield* redactAny(item, find)]
    isChanged ||= pair[0] !== key || pair[1] !== item
    clean.push(pair)
  }
  return isChanged ? Object.fromEntries(clean) : value
}

function* redactItems(items: readonly unknown[], find: FindInSteps): Steps<readonly unknown[]> {
  const clean: unknown[] = []
  let isChanged = false
  for (const item of items) {
    if (clean.length > 0) yield
    const made = yield* redactAny(item, find)
    isChanged ||= made !== item
    clean.push(made)
  }
  return isChanged ? clean : items
}

const isLines = (items: readonly unknown[]): items is readonly string[] =>
  items.length > 1 && items.every(item => typeof item === 'string')

function* redactLines(lines: readonly string[], find: FindInSteps): Steps<readonly string[]> {
  const text = lines.join('\n')
  const found = yield* foundIn(text, find)
  if (found.length === 0) return lines
  const clean: string[] = []
  let from = 0
  for (const line of lines) {
    if (clean.length % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield
    const span = { from, to: from + line.length }
    from = span.to + 1
    clean.push(cut(text, found, span))
  }
  return clean
}

const LINES_AT_ONCE = 100

/** A part of the text; a secret that runs over several parts has its marker in the first. */
const cut = (
  text: string,
  found: readonly FoundSecret[],
  { from, to }: { readonly from: number; readonly to: number },
): string => {
  let clean = ''
  let done = from
  for (const { start, end, kind, secret } of found) {
    if (end <= from || start >= to) continue
    if (start >= from) clean += text.slice(done, start) + markerFor(kind, secret)
    done = Math.min(end, to)
  }
  return clean + text.slice(done, to)
}

const CODED = /^[A-Za-z0-9+/]+$/
const MIN_CODED_CHARS = 1_000

/** Base64 of a file: long, and without a break. */
const isCodedData = (text: string): boolean =>
  text.length >= MIN_CODED_CHARS && CODED.test(text.slice(0, MIN_CODED_CHARS))

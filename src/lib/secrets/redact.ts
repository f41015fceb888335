import type { FindSecrets, FoundSecret } from './detect.ts'
import { markerFor } from './marker.ts'

/** The text with a marker for each secret; the very same string when there is none. */
export const redactText = (text: string, find: FindSecrets): string => {
  const found = find(text)
  if (found.length === 0) return text
  return cut(text, found, { from: 0, to: text.length })
}

/**
 * Every string in a JSON value redacted; the same object when nothing was found. A list of lines is read as one text,
 * because a key may run over them, and keeps its length. Pictures and other coded data are left alone.
 */
export const redactValue = <T>(value: T, find: FindSecrets): T => redactAny(value, find) as T

const redactAny = (value: unknown, find: FindSecrets): unknown => {
  if (typeof value === 'string') return isCodedData(value) ? value : redactText(value, find)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return isLines(value) ? redactLines(value, find) : redactItems(value, find)
  let isChanged = false
  const clean = Object.entries(value).map(([key, item]): [string, unknown] => {
    // Names of fields may be data, too: what a server answers has any.
    const pair: [string, unknown] = [redactText(key, find), redactAny(item, find)]
    isChanged ||= pair[0] !== key || pair[1] !== item
    return pair
  })
  return isChanged ? Object.fromEntries(clean) : value
}

const redactItems = (items: readonly unknown[], find: FindSecrets): readonly unknown[] => {
  const clean = items.map(item => redactAny(item, find))
  return clean.every((item, index) => item === items[index]) ? items : clean
}

const isLines = (items: readonly unknown[]): items is readonly string[] =>
  items.length > 1 && items.every(item => typeof item === 'string')

const redactLines = (lines: readonly string[], find: FindSecrets): readonly string[] => {
  const text = lines.join('\n')
  const found = find(text)
  if (found.length === 0) return lines
  let from = 0
  return lines.map(line => {
    const span = { from, to: from + line.length }
    from = span.to + 1
    return cut(text, found, span)
  })
}

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

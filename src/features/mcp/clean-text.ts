import { escapeText } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'

/** What a server says, for the model: nothing unseen in it, and nothing that could pass for words of the program. */
export const cleanText = (text: string): string => inertTags(escapeText(text))

/** The same, at most so many characters. */
export const cleanHead = (text: string, most: number): string => {
  const clean = cleanText(text.length > most * 4 ? text.slice(0, most * 4) : text)
  return clean.length <= most ? clean : `${clean.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const MAX_DEPTH = 40

/** Every text in a value; keys as well. A value that is nested deeper than anybody would write is cut. */
export const cleanValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map(each => cleanValue(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [cleanText(key), cleanValue(each, depth + 1)]),
  )
}

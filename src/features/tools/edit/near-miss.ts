import { toLineFeeds } from './find-match.ts'
import { straightQuotes } from './quotes.ts'

const MAX_COMPARISONS = 2_000_000
const MAX_SHOWN_LINES = 20
const LIKE_ENOUGH = 0.6

const squeeze = (line: string): string => straightQuotes(line).replace(/\s+/g, ' ').trim()

/** What to tell when the text was not found: the most similar place, and how it differs. */
export const nearMiss = (text: string, wanted: string): string => {
  if (/^\s*\d+→/.test(wanted))
    return 'It begins with a line number as shown by Read; leave number and arrow out.'
  const lines = toLineFeeds(text).split('\n')
  const needle = trimBlankLines(toLineFeeds(wanted).split('\n'))
  if (needle.length === 0) return 'It holds only white space.'
  if (lines.length * needle.length > MAX_COMPARISONS) return 'Find the place with Grep and read it again.'
  const best = bestWindow(lines.map(squeeze), needle.map(squeeze))
  if (!best || best.score < LIKE_ENOUGH) return 'Nothing similar was found; read the file again.'
  const found = lines.slice(best.at, best.at + needle.length)
  const where =
    needle.length === 1 ? `Line ${best.at + 1}` : `Lines ${best.at + 1}–${best.at + needle.length}`
  const difference =
    best.score === 1 ? `differ only in white space${indentation(found, needle)}` : 'are similar'
  const said =
    needle.length === 1 ? difference.replace('differ ', 'differs ').replace('are ', 'is ') : difference
  return `${where} ${said}. The file has there:\n${found.slice(0, MAX_SHOWN_LINES).join('\n')}`
}

const trimBlankLines = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex(line => line.trim() !== '')
  const last = lines.findLastIndex(line => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}

const bestWindow = (lines: readonly string[], needle: readonly string[]) => {
  let best: { at: number; score: number } | undefined
  for (let at = 0; at + needle.length <= lines.length; at++) {
    let sum = 0
    for (let index = 0; index < needle.length; index++)
      sum += likeness(lines[at + index] ?? '', needle[index] ?? '')
    const score = sum / needle.length
    if (score > (best?.score ?? 0)) best = { at, score }
  }
  return best
}

/** Share of words in common. */
const likeness = (a: string, b: string): number => {
  if (a === b) return 1
  if (a === '' || b === '') return 0
  const words = new Set(a.split(/\b/))
  const others = new Set(b.split(/\b/))
  let common = 0
  for (const word of words) if (others.has(word)) common++
  // Never 1: equal words in another order are not the same line.
  return Math.min(0.99, (2 * common) / (words.size + others.size))
}

const indentation = (found: readonly string[], needle: readonly string[]): string => {
  const index = found.findIndex((line, at) => indentOf(line) !== indentOf(needle[at] ?? ''))
  if (index < 0) return ''
  return ` (indented with ${spell(indentOf(found[index] ?? ''))} in the file, with ${spell(indentOf(needle[index] ?? ''))} in old_string)`
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

const spell = (indent: string): string => {
  const tabs = indent.split('\t').length - 1
  const spaces = indent.length - tabs
  const parts = [
    ...(tabs > 0 ? [`${tabs} tab${tabs > 1 ? 's' : ''}`] : []),
    ...(spaces > 0 ? [`${spaces} space${spaces > 1 ? 's' : ''}`] : []),
  ]
  return parts.join(' and ') || 'nothing'
}

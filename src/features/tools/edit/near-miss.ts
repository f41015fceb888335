import { findMatches, toLineFeeds } from './find-match.ts'
import { straightQuotes } from './quotes.ts'
import { whiteSpaceDifference } from './white-space.ts'

const MAX_COMPARISONS = 400_000
const MAX_SHOWN_LINES = 20
const LIKE_ENOUGH = 0.6

const squeeze = (line: string): string => straightQuotes(line).normalize('NFC').replace(/\s+/g, ' ').trim()

/** What to tell when the text was not found: what is wrong with it, or the most similar place and how it differs. */
export const nearMiss = (text: string, wanted: string): string =>
  knownSlip(text, toLineFeeds(wanted)) ?? similarPlace(text, toLineFeeds(wanted))

interface Slip {
  readonly mend: (wanted: string) => string
  /** Completes "It matches line 3 …". */
  readonly advice: string
}

/** What models often do to a text that they copy. */
const SLIPS: readonly Slip[] = [
  {
    mend: wanted => wanted.replace(/^[ \t]*\d+→/gm, ''),
    advice: 'without the line numbers that Read shows: leave number and arrow out',
  },
  {
    mend: wanted => wanted.replace(/\\n/g, '\n').replace(/\\t/g, '\t'),
    advice: 'with real line ends and tabs: write them instead of a backslash and a letter',
  },
  {
    mend: wanted => wanted.replace(/\\(["'`\\$])/g, '$1'),
    advice: 'without the backslashes before quotes: give the text as it is in the file',
  },
  {
    mend: wanted =>
      wanted
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&'),
    advice: 'with plain characters instead of entities such as &lt;',
  },
  {
    mend: wanted => wanted.replace(/(?<![ \t])[ \t]+$/gm, ''),
    advice: 'without the blanks at the ends of its lines',
  },
  {
    mend: wanted => wanted.replace(/^(?:[ \t]*\n)+|(?<!\n[ \t]*)(?:\n[ \t]*)+$/g, ''),
    advice: 'without the line ends at its start or end',
  },
]

const knownSlip = (text: string, wanted: string): string | undefined => {
  if (wanted.trim() === '') return 'It holds only white space.'
  for (const { mend, advice } of SLIPS) {
    const mended = mend(wanted)
    if (mended === wanted || mended === '') continue
    const [first] = findMatches(text, mended).spans
    if (first) return `It matches line ${first.firstLine} ${advice}.`
  }
  if (/^\s*\d+→/.test(wanted))
    return 'It begins with a line number as shown by Read; leave number and arrow out.'
  if (/\r(?!\n)/.test(text) && findMatches(text.replace(/\r\n?/g, '\n'), wanted).spans.length > 0)
    return 'The file ends lines with a bare carriage return (\\r): write that where old_string has a line end.'
  return undefined
}

const similarPlace = (text: string, wanted: string): string => {
  const lines = toLineFeeds(text).split('\n')
  const needle = trimBlankLines(wanted.split('\n'))
  const best = bestWindow(lines, needle)
  if (!best || best.score < LIKE_ENOUGH)
    return 'Nothing similar was found; find the place with Grep, or read the file again.'
  const found = lines.slice(best.at, best.at + needle.length)
  const one = needle.length === 1
  const where = one ? `Line ${best.at + 1}` : `Lines ${best.at + 1}–${best.at + needle.length}`
  const said =
    best.score === 1
      ? `${one ? 'differs' : 'differ'} only in white space${whiteSpaceDifference(found, needle)}`
      : `${one ? 'is' : 'are'} similar${firstDifference(found, needle, best.at)}`
  return `${where} ${said}. The file has there:\n${found.slice(0, MAX_SHOWN_LINES).join('\n')}`
}

const firstDifference = (found: readonly string[], needle: readonly string[], at: number): string => {
  if (needle.length === 1) return ''
  const index = found.findIndex((line, place) => squeeze(line) !== squeeze(needle[place] ?? ''))
  return index < 0 ? '' : `, first different in line ${at + index + 1}`
}

const trimBlankLines = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex(line => line.trim() !== '')
  const last = lines.findLastIndex(line => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}

interface Line {
  readonly text: string
  readonly words: ReadonlySet<string>
}

const asLine = (line: string): Line => {
  const text = squeeze(line)
  return { text, words: new Set(text.split(/\b/)) }
}

const bestWindow = (
  all: readonly string[],
  needleLines: readonly string[],
): { at: number; score: number } | undefined => {
  const needle = needleLines.map(asLine)
  const places = candidates(all, needle)
  const known = new Map<number, Line>()
  const lineAt = (index: number): Line => {
    const line = known.get(index) ?? asLine(all[index] ?? '')
    known.set(index, line)
    return line
  }
  let best: { at: number; score: number } | undefined
  for (const at of places) {
    let sum = 0
    for (const [index, line] of needle.entries()) sum += likeness(lineAt(at + index), line)
    const score = sum / needle.length
    if (score > (best?.score ?? 0)) best = { at, score }
  }
  return best
}

/** Every place of a small file; of a large one those where the longest line stands, white space aside. */
const candidates = (lines: readonly string[], needle: readonly Line[]): readonly number[] => {
  const count = lines.length - needle.length + 1
  if (count <= 0) return []
  if (count * needle.length <= MAX_COMPARISONS) return Array.from({ length: count }, (_, at) => at)
  const anchor = needle.reduce(
    (best, line, at) => (line.text.length > (needle[best]?.text.length ?? 0) ? at : best),
    0,
  )
  const wanted = needle[anchor]?.text ?? ''
  const places: number[] = []
  for (let at = 0; at < count && places.length * needle.length < MAX_COMPARISONS; at++)
    if (squeeze(lines[at + anchor] ?? '') === wanted) places.push(at)
  return places
}

/** Share of words in common. */
const likeness = (a: Line, b: Line): number => {
  if (a.text === b.text) return 1
  if (a.text === '' || b.text === '') return 0
  let common = 0
  for (const word of a.words) if (b.words.has(word)) common++
  // Never 1: equal words in another order are not the same line.
  return Math.min(0.99, (2 * common) / (a.words.size + b.words.size))
}

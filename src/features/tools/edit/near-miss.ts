import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { findMatches, toLineFeeds } from './find-match.ts'
import { straightQuotes } from './quotes.ts'
import { whiteSpaceDifference } from './white-space.ts'

const MAX_COMPARISONS = 400_000
const MAX_SHOWN_LINES = 20
const LIKE_ENOUGH = 0.6

const says = modelTexts('nearMiss', {
  numbers: {
    en: 'It matches line {line:number} without the line numbers that Read shows: leave number and arrow out.',
    zh: '去掉 Read 显示的行号后与第 {line:number} 行一致：不要带行号和箭头。',
  },
  escapes: {
    en: 'It matches line {line:number} with real line ends and tabs: write them instead of a backslash and a letter.',
    zh: '换成真正的换行和制表符后与第 {line:number} 行一致：直接写出它们，不要用反斜杠加字母。',
  },
  backslashes: {
    en: 'It matches line {line:number} without the backslashes before quotes: give the text as it is in the file.',
    zh: '去掉引号前的反斜杠后与第 {line:number} 行一致：请按文件中的原样给出。',
  },
  entities: {
    en: 'It matches line {line:number} with plain characters instead of entities such as &lt;.',
    zh: '把 &lt; 之类的实体换成普通字符后与第 {line:number} 行一致。',
  },
  trailing: {
    en: 'It matches line {line:number} without the blanks at the ends of its lines.',
    zh: '去掉行尾空白后与第 {line:number} 行一致。',
  },
  lineEnds: {
    en: 'It matches line {line:number} without the line ends at its start or end.',
    zh: '去掉首尾的换行后与第 {line:number} 行一致。',
  },
  blank: { en: 'It holds only white space.', zh: '它只含空白。' },
  numbered: {
    en: 'It begins with a line number as shown by Read; leave number and arrow out.',
    zh: '它以 Read 显示的行号开头；不要带行号和箭头。',
  },
  carriageReturn: {
    en: 'The file ends lines with a bare carriage return (\\r): write that where old_string has a line end.',
    zh: '文件用单独的回车符（\\r）换行：请在 old_string 换行处写它。',
  },
  nothing: {
    en: 'Nothing similar was found; find the place with Grep, or read the file again.',
    zh: '没有找到相似的内容；请用 Grep 查找，或重新读取文件。',
  },
  blankLine: {
    en: 'Line {from:number} differs only in white space{how}. The file has there:\n{found}',
    zh: '第 {from:number} 行只有空白不同{how}。文件中该处是：\n{found}',
  },
  blankLines: {
    en: 'Lines {from:number}–{to:number} differ only in white space{how}. The file has there:\n{found}',
    zh: '第 {from:number}–{to:number} 行只有空白不同{how}。文件中该处是：\n{found}',
  },
  similarLine: {
    en: 'Line {from:number} is similar. The file has there:\n{found}',
    zh: '第 {from:number} 行相似。文件中该处是：\n{found}',
  },
  similarLines: {
    en: 'Lines {from:number}–{to:number} are similar{how}. The file has there:\n{found}',
    zh: '第 {from:number}–{to:number} 行相似{how}。文件中该处是：\n{found}',
  },
  firstDifferent: { en: ', first different in line {line:number}', zh: '，从第 {line:number} 行开始不同' },
})

const squeeze = (line: string): string => straightQuotes(line).normalize('NFC').replace(/\s+/g, ' ').trim()

/** What to tell when the text was not found: what is wrong with it, or the most similar place and how it differs. */
export const nearMiss = (text: string, wanted: string): LocalizedText =>
  knownSlip(text, toLineFeeds(wanted)) ?? similarPlace(text, toLineFeeds(wanted))

interface Slip {
  readonly mend: (wanted: string) => string
  readonly advice: 'numbers' | 'escapes' | 'backslashes' | 'entities' | 'trailing' | 'lineEnds'
}

/** What models often do to a text that they copy. */
const SLIPS: readonly Slip[] = [
  {
    mend: wanted => wanted.replace(/^[ \t]*\d+→/gm, ''),
    advice: 'numbers',
  },
  {
    mend: wanted => wanted.replace(/\\n/g, '\n').replace(/\\t/g, '\t'),
    advice: 'escapes',
  },
  {
    mend: wanted => wanted.replace(/\\(["'`\\$])/g, '$1'),
    advice: 'backslashes',
  },
  {
    mend: wanted =>
      wanted
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&amp;/g, '&'),
    advice: 'entities',
  },
  {
    mend: wanted => wanted.replace(/(?<![ \t])[ \t]+$/gm, ''),
    advice: 'trailing',
  },
  {
    mend: wanted => wanted.replace(/^(?:[ \t]*\n)+|(?<!\n[ \t]*)(?:\n[ \t]*)+$/g, ''),
    advice: 'lineEnds',
  },
]

const knownSlip = (text: string, wanted: string): LocalizedText | undefined => {
  if (wanted.trim() === '') return says('blank')
  for (const { mend, advice } of SLIPS) {
    const mended = mend(wanted)
    if (mended === wanted || mended === '') continue
    const [first] = findMatches(text, mended).spans
    if (first) return says(advice, { line: first.firstLine })
  }
  if (/^\s*\d+→/.test(wanted)) return says('numbered')
  if (/\r(?!\n)/.test(text) && findMatches(text.replace(/\r\n?/g, '\n'), wanted).spans.length > 0)
    return says('carriageReturn')
  return undefined
}

const similarPlace = (text: string, wanted: string): LocalizedText => {
  const lines = toLineFeeds(text).split('\n')
  const needle = trimBlankLines(wanted.split('\n'))
  const best = bestWindow(lines, needle)
  if (!best || best.score < LIKE_ENOUGH) return says('nothing')
  const there = lines.slice(best.at, best.at + needle.length)
  const found = escapeInvisible(there.slice(0, MAX_SHOWN_LINES).join('\n'))
  const [from, to] = [best.at + 1, best.at + needle.length]
  const one = needle.length === 1
  if (best.score === 1) {
    const how = whiteSpaceDifference(there, needle)
    return one ? says('blankLine', { from, how, found }) : says('blankLines', { from, to, how, found })
  }
  if (one) return says('similarLine', { from, found })
  return says('similarLines', { from, to, how: firstDifference(there, needle, best.at), found })
}

const firstDifference = (found: readonly string[], needle: readonly string[], at: number): Text => {
  const index = found.findIndex((line, place) => squeeze(line) !== squeeze(needle[place] ?? ''))
  return index < 0 ? '' : says('firstDifferent', { line: at + index + 1 })
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

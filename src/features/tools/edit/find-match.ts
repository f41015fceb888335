import { restoreInvisible } from '../../../lib/escape-text.ts'
import { restoreTags } from '../../../lib/harness-tags.ts'
import { straightQuotes } from './quotes.ts'

/** Character positions in the text as it lies on disk, line ends included. */
export interface Span {
  readonly start: number
  readonly end: number
  /** 1-based, inclusive. */
  readonly firstLine: number
  readonly lastLine: number
}

export interface Matches {
  readonly spans: readonly Span[]
  /**
   * How it was found: as written; after `\\u{…}`, as results show what opens a tag of the harness or cannot be seen,
   * was taken for the character; or after curly quotes were taken for straight ones.
   */
  readonly via: 'exact' | 'tags' | 'escapes' | 'quotes'
}

export const toLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * Every place, without overlap, where `wanted` stands in `text`. Both are compared with LF line ends; the spans are
 * positions in the original, so that everything outside them stays byte for byte.
 */
export const findMatches = (text: string, wanted: string): Matches => {
  const flat = toLineFeeds(text)
  const needle = toLineFeeds(wanted)
  const exact = positions(flat, needle)
  if (exact.length > 0) return { spans: toSpans(text, exact, needle.length), via: 'exact' }
  const tagged = restoreTags(needle)
  const tags = tagged === needle ? [] : positions(flat, tagged)
  if (tags.length > 0) return { spans: toSpans(text, tags, tagged.length), via: 'tags' }
  const restored = restoreInvisible(tagged)
  const hidden = restored === tagged ? [] : positions(flat, restored)
  if (hidden.length > 0) return { spans: toSpans(text, hidden, restored.length), via: 'escapes' }
  const loose = positions(straightQuotes(flat), straightQuotes(needle))
  return { spans: toSpans(text, loose, needle.length), via: 'quotes' }
}

const positions = (text: string, wanted: string): readonly number[] => {
  const found: number[] = []
  if (wanted === '') return found
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at)
  return found
}

/** One walk over the line ends of the original translates all positions, which come in rising order. */
const toSpans = (text: string, starts: readonly number[], length: number): readonly Span[] => {
  const cursor = { line: 1, skipped: 0, next: text.indexOf('\n') }
  const advance = (flat: number): { at: number; line: number } => {
    while (cursor.next >= 0) {
      const isPair = text[cursor.next - 1] === '\r'
      if (cursor.next - cursor.skipped - (isPair ? 1 : 0) >= flat) break
      if (isPair) cursor.skipped++
      cursor.line++
      cursor.next = text.indexOf('\n', cursor.next + 1)
    }
    return { at: flat + cursor.skipped, line: cursor.line }
  }
  return starts.map(start => {
    const from = advance(start)
    const to = advance(start + length)
    const endsLine = text[to.at - 1] === '\n'
    return { start: from.at, end: to.at, firstLine: from.line, lastLine: endsLine ? to.line - 1 : to.line }
  })
}

/** The line end to write inside a span: the one found there, else the more frequent one of the file. */
export const lineEndOf = (text: string, span: Span): '\r\n' | '\n' => {
  const inside = text.slice(span.start, span.end).match(/\r?\n/)?.[0]
  if (inside) return inside === '\r\n' ? '\r\n' : '\n'
  const all = text.match(/\r?\n/g) ?? []
  return all.filter(end => end === '\r\n').length * 2 > all.length ? '\r\n' : '\n'
}

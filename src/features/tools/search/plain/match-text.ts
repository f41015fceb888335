import { type ContentQuery, MAX_COLUMNS } from '../query.ts'

/** Lines a query finds in a text, in the form of ContentFound; `undefined` when there is no match. */
export const matchText = (
  text: string,
  regExp: RegExp,
  query: ContentQuery,
): readonly string[] | undefined => {
  const lines = linesOf(text)
  const spans = query.multiline
    ? spansInText(text, lines, found(text, regExp, query))
    : spansInLines(lines, regExp, query)
  if (spans.length === 0) return undefined
  if (query.mode === 'files_with_matches') return []
  if (query.mode === 'count') return [String(spans.length)]
  const shown = query.onlyMatching ? matchesOnly(spans, query) : withContext(lines, spans, query)
  return shown.length > 0 ? shown : undefined
}

/** One match. Lines count from 0. */
interface Span {
  readonly text: string
  readonly from: number
  readonly to: number
}

const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const spansInLines = (lines: readonly string[], regExp: RegExp, query: ContentQuery): readonly Span[] => {
  const spans: Span[] = []
  const oneIsEnough = query.mode === 'files_with_matches'
  const oneInLine = query.mode === 'content' && !query.onlyMatching
  for (const [at, line] of lines.entries()) {
    for (const { text } of matchesIn(line, regExp)) {
      spans.push({ text, from: at, to: at })
      if (oneIsEnough) return spans
      if (oneInLine) break
    }
  }
  return spans
}

const spansInText = (text: string, lines: readonly string[], matches: Iterable<Match>): readonly Span[] => {
  const spans: Span[] = []
  let line = 0
  let lineEnd = (lines[0]?.length ?? 0) + 1
  const lineAt = (position: number): number => {
    while (position >= lineEnd && line < lines.length - 1) {
      line += 1
      lineEnd += (lines[line]?.length ?? 0) + 1
    }
    return line
  }
  for (const match of matches) {
    // Behind the last end of line there is no line any more.
    if (match.text === '' && match.at === text.length && text.endsWith('\n')) continue
    const from = lineAt(match.at)
    spans.push({ text: match.text, from, to: lineAt(match.at + Math.max(0, match.text.length - 1)) })
  }
  return spans
}

interface Match {
  readonly text: string
  readonly at: number
}

const found = (text: string, regExp: RegExp, query: ContentQuery): Iterable<Match> =>
  query.mode === 'content' && !query.onlyMatching ? matchesOneByOne(text, regExp) : matchesIn(text, regExp)

/**
 * For whole lines ripgrep looks for the next match in the rest of the text alone: there `^` and `\b` hold at the very
 * end of the match before, and a line may be shown only because of that.
 */
function* matchesOneByOne(text: string, regExp: RegExp): Generator<Match> {
  for (let from = 0; from < text.length; ) {
    regExp.lastIndex = 0
    const match = regExp.exec(text.slice(from))
    if (!match) return
    const at = from + match.index
    yield { text: match[0], at }
    from = at + (match[0].length || String.fromCodePoint(text.codePointAt(at) ?? 0).length)
  }
}

/** An empty match right behind another one is none. */
function* matchesIn(text: string, regExp: RegExp): Generator<Match> {
  let end = -1
  for (const match of text.matchAll(regExp)) {
    if (match[0] === '' && match.index === end) continue
    end = match.index + match[0].length
    yield { text: match[0], at: match.index }
  }
}

/** Of a match across lines, a line of which it has nothing but the end is not shown. */
const matchesOnly = (spans: readonly Span[], query: ContentQuery): readonly string[] =>
  spans.flatMap(span =>
    span.text
      .split('\n')
      .flatMap((line, index) =>
        query.multiline && line === '' ? [] : [show({ line, at: span.from + index, mark: ':' }, query)],
      ),
  )

const withContext = (
  lines: readonly string[],
  spans: readonly Span[],
  query: ContentQuery,
): readonly string[] => {
  const hits = new Set<number>()
  for (const span of spans) for (let at = span.from; at <= span.to; at++) hits.add(at)
  const wanted = new Set<number>()
  for (const hit of hits) {
    const first = Math.max(0, hit - query.before)
    const last = Math.min(lines.length - 1, hit + query.after)
    for (let at = first; at <= last; at++) wanted.add(at)
  }
  const shown: string[] = []
  let previous: number | undefined
  for (const at of [...wanted].sort((a, b) => a - b)) {
    const isApart = previous !== undefined && at > previous + 1
    if (isApart && query.before + query.after > 0) shown.push('--')
    previous = at
    shown.push(show({ line: lines[at] ?? '', at, mark: hits.has(at) ? ':' : '-' }, query))
  }
  return shown
}

const show = (
  { line, at, mark }: { readonly line: string; readonly at: number; readonly mark: string },
  query: ContentQuery,
): string => {
  const clean = line.replace(/\r$/, '')
  const isLong = !query.wholeLines && clean.length > MAX_COLUMNS / 3 && Buffer.byteLength(line) > MAX_COLUMNS
  const text = isLong
    ? `${Array.from(clean.slice(0, MAX_COLUMNS * 2))
        .slice(0, MAX_COLUMNS)
        .join('')} [... omitted end of long line]`
    : clean
  return query.lineNumbers ? `${at + 1}${mark}${text}` : text
}

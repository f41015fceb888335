/** How what is folded is named. */
export interface BlankWords {
  spaces(count: number): string
  lines(count: number): string
  hidden(count: number): string
}

export const BLANK_WORDS: BlankWords = {
  spaces: count => `··· ${count} spaces ···`,
  lines: count => `··· ${count} blank lines ···`,
  hidden: count => `··· ${count} hidden characters ···`,
}

/** Signs that show nothing although they are no space: blanks of other widths, fillers, and the empty braille cell. */
const STRANGE =
  '\\u00a0\\u115f\\u1160\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000\\u3164\\uffa0\\u{1d159}'
/** What is shown as an escape in any case; many of them in a row would push away what follows. */
const UNSEEN = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\p{Default_Ignorable_Code_Point}\\u2028\\u2029'
const NEEDS_CARE = /[^\n -~]| {32}|\n[\n\t ]*\n[\n\t ]*\n/u
const STRANGE_ONE = new RegExp(`[${STRANGE}]`, 'gu')
const STRANGE_BUT_WIDE = new RegExp(`(?!\\u3000)[${STRANGE}]`, 'gu')
const RUN = new RegExp(`[ \\t${STRANGE}${UNSEEN}]{4,}`, 'gu')
const EMPTY = new RegExp(`^[ \\t${STRANGE}${UNSEEN}]*$`, 'u')
/** Marks that sit on nothing, or pile up over other lines. */
const LOOSE_MARKS = /(?<=^|\s)\p{M}+|(?<=\p{M}{4})\p{M}+/gmu

/** So many spaces in a row look like a layout; more only move away what stands behind them. */
const MOST_SPACES = 32
/** So many of what nobody sees are written out. */
const MOST_UNSEEN = 3
const MOST_EMPTY = 2

const asEscape = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`

export interface RevealOptions {
  /** The blank of Chinese and Japanese text stays. */
  readonly keepWide?: boolean
  /** The text is a piece of another: its first line, or its last, goes on outside of it. */
  readonly open?: { readonly start: boolean; readonly end: boolean }
}

/**
 * Text of a question in which nothing can hide behind blanks: strange ones are written as `\u{…}`, long runs of blanks,
 * of empty lines and of what cannot be seen are folded and named. A carriage return is part of a command, also before a
 * line end.
 */
export const revealBlanks = (
  text: string,
  words: BlankWords = BLANK_WORDS,
  { keepWide = false, open }: RevealOptions = {},
): string => {
  if (!NEEDS_CARE.test(text)) return text
  const strange = keepWide ? STRANGE_BUT_WIDE : STRANGE_ONE
  return foldLines(text.split('\n'), words, open)
    .join('\n')
    .replace(RUN, run => foldRun(run, words))
    .replace(LOOSE_MARKS, marks =>
      marks.length > MOST_UNSEEN ? words.hidden([...marks].length) : [...marks].map(asEscape).join(''),
    )
    .replaceAll('\r', '\\u{d}')
    .replace(strange, asEscape)
}

/** Nothing in it can be seen. */
export const isEmptyLine = (line: string): boolean => EMPTY.test(line)

const foldLines = (
  lines: readonly string[],
  words: BlankWords,
  open: RevealOptions['open'],
): readonly string[] => {
  const last = lines.length - 1
  const isWhole = (at: number): boolean => !(open?.start && at === 0) && !(open?.end && at === last)
  const rows = lines.map((line, at) => ({ line, empty: isWhole(at) && isEmptyLine(line) }))
  return foldEmptyRows(
    rows,
    row => row.empty,
    (_, count) => ({ line: words.lines(count), empty: true }),
  ).map(({ line }) => line)
}

/** The same with pieces of the text named by where they begin and end: each is found at its new place. */
export const revealSpans = <S extends { readonly from: number; readonly to: number }>(
  { text, spans }: { readonly text: string; readonly spans: readonly S[] },
  words?: BlankWords,
): { readonly text: string; readonly spans: readonly S[] } => {
  const clamp = (at: number): number => Math.max(0, Math.min(text.length, at))
  const own = spans.map(span => ({ ...span, from: clamp(span.from), to: clamp(span.to) }))
  const cuts = [...new Set([0, text.length, ...own.flatMap(({ from, to }) => [from, to])])].sort(
    (a, b) => a - b,
  )
  const places = new Map([[0, 0]])
  let made = ''
  for (const [index, to] of cuts.slice(1).entries()) {
    const from = cuts[index] ?? 0
    made += revealBlanks(text.slice(from, to), words, { open: { start: from > 0, end: to < text.length } })
    places.set(to, made.length)
  }
  const placed = (at: number): number => places.get(at) ?? 0
  return { text: made, spans: own.map(span => ({ ...span, from: placed(span.from), to: placed(span.to) })) }
}

const foldRun = (run: string, words: BlankWords): string => {
  const signs = [...run]
  const plain = signs.filter(sign => sign === ' ' || sign === '\t').length
  const odd = signs.length - plain
  if (odd > MOST_UNSEEN) {
    const [first = ''] = signs.filter(sign => sign !== ' ' && sign !== '\t')
    return `${asEscape(first)}${words.hidden(signs.length)}`
  }
  return plain > MOST_SPACES ? words.spaces(signs.length) : run
}

/** Rows of which many in a row say nothing, with `fold` made of them in their place. */
export const foldEmptyRows = <R>(
  rows: readonly R[],
  isSame: (row: R, first: R) => boolean,
  fold: (first: R, count: number) => R,
): readonly R[] => {
  const made: R[] = []
  for (let at = 0; at < rows.length; ) {
    const first = rows[at]
    if (first === undefined) break
    let count = 0
    while (at + count < rows.length && isSame(rows[at + count] ?? first, first)) count++
    if (count > MOST_EMPTY) made.push(fold(first, count))
    else made.push(...rows.slice(at, at + Math.max(1, count)))
    at += Math.max(1, count)
  }
  return made
}

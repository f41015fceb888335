import type { Tone } from '../../theme/theme.ts'
import { safeText } from '../safe-text.ts'
import type { Span } from '../span.ts'

/**
 * What the next line of a piece of code depends on: earlier lines in which something began that is still open, such as
 * a comment. Each line is coloured with these before it, so that a line costs the same however long the code is and
 * looks the same whether the code streams or comes whole.
 */
export type CodeContext = readonly string[]

export const NO_CONTEXT: CodeContext = []

const MAX_CONTEXT_LINES = 6
/** What is longer is data and not worth the time. */
const MAX_LINE_CHARS = 1_000

/** Text → HTML of one language, see RichText. */
export type Highlight = (code: string) => string

export const colourLine = (
  highlight: Highlight,
  context: CodeContext,
  line: string,
): { readonly spans: readonly Span[]; readonly context: CodeContext } => {
  if (line.length > MAX_LINE_CHARS || (line.trim() === '' && context.length === 0))
    return { spans: [{ text: safeText(line) }], context: NO_CONTEXT }
  const lines = [...context, line]
  const { rows, openSince } = readHtml(highlight(`${lines.join('\n')}\n`))
  return { spans: rows[context.length] ?? [], context: contextAfter(lines, openSince, highlight) }
}

/** The lines in which something open began, and this one too if they alone would leave more or less open. */
const contextAfter = (
  lines: readonly string[],
  openSince: readonly number[],
  highlight: Highlight,
): CodeContext => {
  if (openSince.length === 0) return NO_CONTEXT
  const begun = [...new Set(openSince)].slice(0, MAX_CONTEXT_LINES)
  const kept = begun.map(at => lines[at] ?? '')
  if (kept.length === lines.length) return kept
  const { openSince: alone } = readHtml(highlight(`${kept.join('\n')}\n`))
  if (alone.length === openSince.length) return kept
  return lines.length <= MAX_CONTEXT_LINES ? lines : kept
}

const PIECES = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&\n]+|\n/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

interface Open {
  readonly tone: Tone | undefined
  readonly since: number
}

/** Rows of spans, and the rows in which what is open at the last line end began. */
const readHtml = (
  html: string,
): { readonly rows: readonly (readonly Span[])[]; readonly openSince: readonly number[] } => {
  const rows: Span[][] = [[]]
  const open: Open[] = []
  let openSince: readonly number[] = []
  for (const [piece, scope, entity] of html.matchAll(PIECES)) {
    if (piece === '\n') {
      rows.push([])
      openSince = open.map(({ since }) => since)
    } else if (piece === '</span>') open.pop()
    else if (scope !== undefined)
      open.push({ tone: toneOf(scope) ?? open.at(-1)?.tone, since: rows.length - 1 })
    else add(rows.at(-1), entity === undefined ? piece : (ENTITIES[entity] ?? ''), open.at(-1)?.tone)
  }
  return { rows, openSince }
}

const add = (row: Span[] | undefined, raw: string, tone: Tone | undefined): void => {
  const last = row?.at(-1)
  const text = safeText(raw)
  if (row && last && last.tone === tone) row[row.length - 1] = { ...last, text: last.text + text }
  else row?.push(tone ? { text, tone } : { text })
}

/** The first word of a scope, then its second, as in `hljs-title function_`. */
const TONES: Readonly<Record<string, Tone>> = {
  addition: 'added',
  attr: 'attribute',
  attribute: 'attribute',
  built_in: 'type',
  bullet: 'operator',
  char: 'string',
  code: 'code',
  comment: 'comment',
  deletion: 'removed',
  doctag: 'comment',
  emphasis: 'quote',
  formula: 'code',
  keyword: 'keyword',
  link: 'link',
  literal: 'number',
  meta: 'comment',
  name: 'tag',
  number: 'number',
  operator: 'operator',
  property: 'text',
  punctuation: 'text',
  quote: 'quote',
  regexp: 'string',
  section: 'heading',
  string: 'string',
  strong: 'strong',
  subst: 'text',
  symbol: 'number',
  tag: 'tag',
  title: 'function',
  type: 'type',
  variable: 'variable',
}

const toneOf = (scope: string): Tone | undefined => {
  const [first = '', second] = scope.split(' ')
  if (first.startsWith('language-')) return 'text'
  const name = first.replace(/^hljs-/, '')
  if (name === 'title') return second === 'class_' ? 'type' : 'function'
  if (name.startsWith('selector-')) return 'tag'
  return TONES[name]
}

import type { Line } from '../../terminal/screen-port.ts'
import { isUnsure } from '../../terminal/screen-row.ts'
import { asSoftLine } from '../../terminal/soft-rows.ts'
import { atBorder } from '../hang.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeText } from '../safe-text.ts'
import { breakSpans, paintSpans, type Span, spansWidth } from '../span.ts'
import { type CodeContext, colourLine, type Highlight, NO_CONTEXT } from './code-context.ts'
import { languageNamed } from './code-languages.ts'

/** Where code begins and what would end it. */
export interface Fence {
  readonly mark: '`' | '~'
  readonly length: number
  /** Blanks before the mark, of which each line of code may have as many. */
  readonly indent: number
  readonly language: string | undefined
  /** The first word behind the mark, as it is written. */
  readonly label: string
}

const OPENING = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/

export const openFence = (line: string): Fence | undefined => {
  const [, indent = '', marks = '', info = ''] = OPENING.exec(line) ?? []
  const mark = marks[0]
  if ((mark !== '`' && mark !== '~') || (mark === '`' && info.includes('`'))) return undefined
  const label = /^[^\s,{]*/.exec(info.trim())?.[0] ?? ''
  return { mark, length: marks.length, indent: indent.length, language: languageNamed(label), label }
}

export const isFence = (raw: string): boolean => openFence(raw.split('\n', 1)[0] ?? '') !== undefined

/** As the Markdown reader sees it: at least as many of the same marks, and nothing else. */
export const closesFence = (fence: Fence, line: string): boolean => {
  const [, marks = ''] = /^ {0,3}([`~]{3,}) *$/.exec(line) ?? []
  return marks.startsWith(fence.mark.repeat(fence.length))
}

/** A line of code without the blanks its fence has before it. */
export const unindented = (fence: Fence, line: string): string =>
  fence.indent === 0 ? line : line.replace(new RegExp(`^ {0,${fence.indent}}`), '')

export const withoutLastBlanks = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex(line => line !== '') + 1)

/** Colours code line by line; what comes next depends on what was read. */
export interface CodePainter {
  readonly highlight: Highlight | undefined
  readonly context: CodeContext
  /** Lines so far. */
  readonly count: number
}

/** Beyond this code is data, and shown in one colour. */
const MAX_COLOURED_LINES = 3_000

export const startCode = (
  language: string | undefined,
  { rich }: Pick<RenderOptions, 'rich'>,
): CodePainter => {
  const found = language === undefined || !rich ? undefined : rich.highlighter(language)
  return { highlight: typeof found === 'function' ? found : undefined, context: NO_CONTEXT, count: 0 }
}

/** The colours of this language are on their way. */
export const isLoading = (language: string | undefined, { rich }: RenderOptions): boolean =>
  language !== undefined && rich?.highlighter(language) === 'loading'

export const paintCode = (
  painter: CodePainter,
  line: string,
): { readonly spans: readonly Span[]; readonly painter: CodePainter } => {
  const { highlight, count } = painter
  if (!highlight || count >= MAX_COLOURED_LINES)
    return { spans: [{ text: safeText(line) }], painter: { ...painter, count: count + 1 } }
  const { spans, context } = colourLine(highlight, painter.context, line)
  return { spans, painter: { highlight, context, count: count + 1 } }
}

/**
 * The rows of one line of code; a long one is broken, never cut. They begin at the border, whatever the code is in, and
 * where the terminal breaks them they stay one line: who selects them gets the code.
 */
export const codeRows = (
  { spans: given, painter }: ReturnType<typeof paintCode>,
  look: RenderOptions,
): readonly Line[] => {
  // Nothing else tells it from prose.
  const spans = painter.highlight ? given : given.map(span => ({ tone: 'code' as const, ...span }))
  const { theme, border } = look
  const { width, soft } = border ?? look
  const isSoft = soft === true && spansWidth(spans) > width && !spans.some(({ text }) => isUnsure(text))
  const broken = breakSpans(spans, isSoft ? width + 1 : width).map(row => paintSpans(row, theme))
  const rows = isSoft ? asSoftLine(broken) : broken
  return border ? rows.map(atBorder) : rows
}

/** Said before code where its colours and place say nothing. */
export const codeLabel = (label: string, { plain, words, theme }: RenderOptions): readonly Line[] =>
  plain ? [theme.paint('dim', words.transcript.code(safeText(label)))] : []

export const codeLines = (
  code: string,
  language: string | undefined,
  look: RenderOptions,
): readonly Line[] => {
  let painter = startCode(language, look)
  const lines: Line[] = []
  for (const line of code.split('\n')) {
    const painted = paintCode(painter, line)
    painter = painted.painter
    lines.push(...codeRows(painted, look))
  }
  return lines
}

/** Code as it stands in the source, its fences included. */
export const fencedLines = (raw: string, look: RenderOptions): readonly Line[] => {
  const [first = '', ...lines] = raw.split('\n')
  const fence = openFence(first)
  if (!fence) return []
  const end = lines.findIndex(line => closesFence(fence, line))
  const inside = withoutLastBlanks(end < 0 ? lines : lines.slice(0, end))
  const code = inside.map(line => unindented(fence, line))
  return [
    ...codeLabel(fence.label, look),
    ...(code.length === 0 ? [] : codeLines(code.join('\n'), fence.language, look)),
  ]
}

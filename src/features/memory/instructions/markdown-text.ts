/** Markdown of an instruction file, as far as it matters here. */
export interface MarkdownText {
  /** Without comments that stand on lines of their own. */
  readonly text: string
  /** What follows an `@` outside code, as written, in order, each once. */
  readonly imports: readonly string[]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const COMMENT = /^ {0,3}<!--/
/** A path, not a mention: relative, absolute, in the home directory, or a name. */
const IMPORT = /@((?:\.{1,2}\/|~\/|\/|[\p{L}\p{N}._-])(?:\\ |[^\s\\`])*)/uy

/** Takes out comments on lines of their own, and finds imports; fenced code is left alone by both. */
export const readMarkdown = (source: string): MarkdownText => {
  const whole = source.replaceAll('\r\n', '\n')
  if (!whole.includes('<!--') && !whole.includes('@')) return { text: whole, imports: [] }
  const lines = whole.split('\n')
  const kept: string[] = []
  const imports = new Set<string>()
  let paragraph: string[] = []
  let fence: string | undefined
  const endParagraph = (): void => {
    const text = paragraph.join('\n')
    if (text.includes('@')) for (const path of importsIn(text)) imports.add(path)
    paragraph = []
  }
  const keep = (line: string): void => {
    kept.push(line)
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
      return
    }
    fence = opens(line)
    if (fence !== undefined || line.trim() === '') endParagraph()
    else paragraph.push(line)
  }
  const lastEnd = lines.findLastIndex(line => line.includes('-->'))
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const isComment = fence === undefined && at <= lastEnd && COMMENT.test(line)
    const end = isComment ? findCommentEnd(lines, at) : undefined
    if (!end) keep(line)
    else {
      at = end.line
      if (end.rest.trim() !== '') keep(end.rest)
    }
  }
  endParagraph()
  return { text: kept.join('\n'), imports: [...imports] }
}

/** A comment that is never closed is text. */
const findCommentEnd = (
  lines: readonly string[],
  from: number,
): { readonly line: number; readonly rest: string } | undefined => {
  for (let line = from; line < lines.length; line += 1) {
    const text = lines[line] ?? ''
    const start = line === from ? text.indexOf('<!--') + 4 : 0
    const end = text.indexOf('-->', start)
    if (end !== -1) return { line, rest: text.slice(end + 3) }
  }
  return undefined
}

const opens = (line: string): string | undefined => {
  const [, marks = '', info = ''] = FENCE.exec(line) ?? []
  return marks === '' || (marks.startsWith('`') && info.includes('`')) ? undefined : marks
}

const closes = (line: string, fence: string): boolean => {
  const [, marks = '', rest = ''] = FENCE.exec(line) ?? []
  return marks.startsWith(fence) && rest.trim() === ''
}

/** Goes over code spans and comments within the lines. */
const importsIn = (text: string): readonly string[] => {
  const found: string[] = []
  const codeEnds = text.includes('`') ? findCodeEnds(text) : undefined
  const lastEnd = text.lastIndexOf('-->')
  for (let at = text.search(/[`@<]/); at !== -1 && at < text.length; ) {
    const character = text[at]
    if (character === '`') at = codeEnds?.get(at) ?? at + 1
    else if (at < lastEnd && text.startsWith('<!--', at)) at = Math.max(text.indexOf('-->', at + 4), at + 1)
    else if (character === '@' && (at === 0 || /\s/.test(text[at - 1] ?? ''))) {
      IMPORT.lastIndex = at
      const path = IMPORT.exec(text)?.[1]
      if (path !== undefined) found.push(path.replaceAll('\\ ', ' '))
      at += 1 + (path?.length ?? 0)
    } else at += 1
  }
  return found
}

/** Where a run of backticks leads: behind the next run of the same length, or behind itself when there is none. */
const findCodeEnds = (text: string): ReadonlyMap<number, number> => {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const { 0: marks, index } of [...text.matchAll(/`+/g)].reverse()) {
    const behind = index + marks.length
    ends.set(index, next.get(marks.length) ?? behind)
    next.set(marks.length, behind)
  }
  return ends
}

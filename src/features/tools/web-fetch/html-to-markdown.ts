import { attributeOf, decodeEntities, type HtmlPiece, scanHtml } from './html-scanner.ts'
import { MarkdownWriter } from './markdown-writer.ts'

export interface HtmlOptions {
  /** Where relative links start from. */
  readonly base: string
  /** What comes later is left out. */
  readonly maxChars: number
}

/** HTML as Markdown: headings, lists, links, code, quotes, tables. Linear in time, whatever the page. */
export const htmlToMarkdown = (
  html: string,
  { base, maxChars }: HtmlOptions,
): { readonly text: string; readonly cut: boolean } => {
  const writer = new MarkdownWriter()
  const links: (string | undefined)[] = []
  for (const piece of scanHtml(html)) {
    if (writer.length > maxChars) return { text: writer.toString().slice(0, maxChars), cut: true }
    if (piece.type === 'text') writer.text(decodeEntities(piece.text))
    else if (piece.name === 'a') writeLink(writer, links, { piece, base })
    else if (piece.name === 'img' && piece.type === 'open') writeImage(writer, piece.attributes, base)
    else if (piece.type === 'open') opened(piece.name)?.(writer)
    else closed(piece.name)?.(writer)
  }
  return { text: writer.toString(), cut: false }
}

type Write = (writer: MarkdownWriter) => void

const paragraph: Write = writer => writer.break(2)
const line: Write = writer => writer.break(1)
const around =
  (mark: string): Write =>
  writer => {
    if (!writer.isFenced) writer.mark(mark)
  }
const same = (names: readonly string[], write: Write): Readonly<Record<string, Write>> =>
  Object.fromEntries(names.map(name => [name, write]))

const PARAGRAPHS = [
  'p',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'nav',
  'form',
  'figure',
  'dl',
  'details',
  'title',
  'body',
]
const LINES = [
  'div',
  'dt',
  'dd',
  'summary',
  'figcaption',
  'address',
  'option',
  'caption',
  'fieldset',
  'legend',
  'center',
]
const heading =
  (level: number): Write =>
  writer => {
    writer.break(2)
    writer.mark(`${'#'.repeat(level)} `)
  }
const LEVELS = [1, 2, 3, 4, 5, 6]

const OPENED: Readonly<Record<string, Write>> = {
  ...same(PARAGRAPHS, paragraph),
  ...same(LINES, line),
  ...same(['b', 'strong'], around('**')),
  ...same(['em', 'i'], around('_')),
  ...same(['code', 'kbd', 'samp', 'tt'], around('`')),
  ...Object.fromEntries(LEVELS.map(level => [`h${level}`, heading(level)])),
  br: writer => (writer.isFenced ? writer.text('\n') : writer.break(1)),
  hr: writer => {
    writer.break(2)
    writer.mark('---')
    writer.break(2)
  },
  ul: writer => writer.openList(false),
  menu: writer => writer.openList(false),
  ol: writer => writer.openList(true),
  li: writer => writer.item(),
  blockquote: writer => writer.quote(1),
  pre: writer => writer.fence(true),
  table: writer => writer.table(),
  tr: writer => writer.row(),
  td: writer => writer.cell(),
  th: writer => writer.cell(),
}

const CLOSED: Readonly<Record<string, Write>> = {
  ...same(PARAGRAPHS, paragraph),
  ...same(LINES, line),
  ...same(['b', 'strong'], around('**')),
  ...same(['em', 'i'], around('_')),
  ...same(['code', 'kbd', 'samp', 'tt'], around('`')),
  ...same(
    LEVELS.map(level => `h${level}`),
    paragraph,
  ),
  ul: writer => writer.closeList(),
  menu: writer => writer.closeList(),
  ol: writer => writer.closeList(),
  blockquote: writer => writer.quote(-1),
  pre: writer => writer.fence(false),
  tr: writer => writer.endRow(),
  table: writer => {
    writer.endRow()
    writer.break(2)
  },
}

const opened = (name: string): Write | undefined => (Object.hasOwn(OPENED, name) ? OPENED[name] : undefined)
const closed = (name: string): Write | undefined => (Object.hasOwn(CLOSED, name) ? CLOSED[name] : undefined)

const writeLink = (
  writer: MarkdownWriter,
  links: (string | undefined)[],
  { piece, base }: { readonly piece: HtmlPiece; readonly base: string },
): void => {
  if (piece.type === 'open') {
    const target = writer.isFenced ? undefined : targetOf(attributeOf(piece.attributes, 'href'), base)
    links.push(target)
    if (target !== undefined) writer.mark('[')
    return
  }
  const target = links.pop()
  if (target !== undefined) writer.mark(`](${target})`)
}

const writeImage = (writer: MarkdownWriter, attributes: string, base: string): void => {
  const alt = attributeOf(attributes, 'alt')?.replace(/\s+/g, ' ').trim() ?? ''
  const target = targetOf(attributeOf(attributes, 'src'), base)
  if (alt !== '' && target !== undefined && !writer.isFenced) writer.mark(`![${alt}](${target})`)
}

/** The whole address of a link that leads anywhere else. */
const targetOf = (href: string | undefined, base: string): string | undefined => {
  if (href === undefined || href.startsWith('#') || href.length > 2_000) return undefined
  const clean = href.trim()
  if (!URL.canParse(clean, base)) return undefined
  const url = new URL(clean, base)
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return undefined
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}

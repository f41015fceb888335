import type { Token, Tokens } from 'marked'
import { type Edges, edgesOf, NO_EDGES } from '../../../../lib/text/inline-edges.ts'
import { linkReferences } from '../reference-links.ts'
import type { RenderOptions } from '../render-options.ts'
import { safeText } from '../safe-text.ts'
import { linkTo } from './link.ts'

/** What stands inside a block, as one painted text; line feeds are breaks. */
export const inlineText = (
  tokens: readonly Token[] | undefined,
  look: RenderOptions,
  outer: Edges = NO_EDGES,
): string => {
  if (!tokens) return ''
  const edges = look.references ? edgesOf(tokens, outer) : []
  return tokens.map((token, at) => inlineToken(token, look, edges[at] ?? NO_EDGES)).join('')
}

const inlineToken = (token: Token, look: RenderOptions, edges: Edges): string => {
  const { theme } = look
  switch (token.type) {
    case 'strong':
      return theme.paint('strong', inlineText(token.tokens, look, edges))
    case 'em':
      return emphasised(inlineText(token.tokens, look, edges))
    case 'del':
      return struck(inlineText(token.tokens, look, edges))
    case 'codespan':
      return theme.paint(
        'code',
        linkReferences(safeText((token as Tokens.Codespan).text), look, { kinds: 'places' }),
      )
    case 'math':
      return safeText((token as Tokens.Generic)['text'])
    case 'br':
      return '\n'
    case 'link':
      return inlineLink(token as Tokens.Link, look)
    case 'image':
      return inlineImage(token as Tokens.Image, look)
    case 'checkbox':
      return checkbox((token as Tokens.Checkbox).checked, look)
    case 'escape':
      return safeText((token as Tokens.Escape).text)
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? '\n' : theme.paint('dim', safeText(token.raw))
    case 'text':
      return token.tokens
        ? inlineText(token.tokens, look, edges)
        : linkReferences(plainly((token as Tokens.Text).text), look, { kinds: 'all', edges })
    default:
      return safeText(token.raw)
  }
}

const plainly = (text: string): string => safeText(decodeEntities(text))

/** Slant and strike are of the text, not of the theme: they mean the same in each. */
const emphasised = (text: string): string => (text === '' ? '' : `\u001b[3m${text}\u001b[23m`)
const struck = (text: string): string => (text === '' ? '' : `\u001b[9m${text}\u001b[29m`)

export const checkbox = (checked: boolean, { theme, words, plain }: RenderOptions): string => {
  const { transcript } = words
  if (plain) return `[${checked ? transcript.todoDone : transcript.todoPending}] `
  return checked ? `${theme.paint('good', '☑')} ` : `${theme.paint('dim', '☐')} `
}

const inlineLink = (token: Tokens.Link, look: RenderOptions): string => {
  // The text of a link leads where the link says, and nowhere else.
  const label = inlineText(token.tokens, { ...look, references: undefined })
  const bare = ['', 'mailto:', 'http://', 'https://'].some(scheme => scheme + token.text === token.href)
  return linkTo({ label, address: token.href, bare }, look)
}

const inlineImage = ({ text, href }: Tokens.Image, look: RenderOptions): string => {
  const label = look.words.transcript.image(safeText(text))
  return linkTo({ label, address: href, bare: false }, look)
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rarr: '→',
  larr: '←',
  times: '×',
}

/** The entities models write; others stay as they are written. What comes out is still to be made safe. */
const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (written, name: string) => {
        if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? written
        const code = Number(/^#x/i.test(name) ? `0${name.slice(1).toLowerCase()}` : name.slice(1))
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written
      })
    : text

/** One piece of an HTML text. Names are lower case. */
export type HtmlPiece =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'open'; readonly name: string; readonly attributes: string }
  | { readonly type: 'close'; readonly name: string }

/** Elements whose content is not for reading. */
const DROPPED: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'noscript',
  'textarea',
  'select',
])

/**
 * Takes HTML apart in one pass, without building a tree: time grows with the length of the text and nothing else,
 * however it is nested or broken.
 */
export function* scanHtml(html: string): Generator<HtmlPiece> {
  const findEnd = createTagEndFinder(html)
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    if (tag < 0) return yield { type: 'text', text: html.slice(at) }
    if (tag > at) yield { type: 'text', text: html.slice(at, tag) }
    const next = html[tag + 1] ?? ''
    if (next === '!' || next === '?') at = endOfDeclaration(html, tag)
    else if (/[a-z/]/i.test(next)) {
      const end = findEnd(tag)
      const piece = readTag(html.slice(tag, end))
      at = end
      if (piece?.type === 'open' && DROPPED.has(piece.name)) at = afterElement(html, piece.name, end)
      else if (piece) yield piece
    } else {
      yield { type: 'text', text: '<' }
      at = tag + 1
    }
  }
}

/** What is never closed swallows the rest, as in a browser. */
const endOfDeclaration = (html: string, from: number): number => {
  const isComment = html.startsWith('<!--', from)
  const end = html.indexOf(isComment ? '-->' : '>', from + (isComment ? 4 : 2))
  return end < 0 ? html.length : end + (isComment ? 3 : 1)
}

const afterElement = (html: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}[^>]*>?`, 'gi')
  closing.lastIndex = from
  return closing.exec(html) ? closing.lastIndex : html.length
}

const readTag = (text: string): HtmlPiece | undefined => {
  const [, slash, name = ''] = /^<(\/?)([a-z][^\s/>]*)/i.exec(text) ?? []
  if (name === '') return undefined
  if (slash) return { type: 'close', name: name.toLowerCase() }
  return { type: 'open', name: name.toLowerCase(), attributes: text.slice(1 + name.length, -1) }
}

/** Finds the `>` of a tag; one inside a quoted value does not count. */
const createTagEndFinder = (html: string): ((from: number) => number) => {
  // A quote that is not there any more is not looked for again: that would make broken pages cost the square.
  const gone = new Set<string>()
  return from => {
    for (let at = from + 1; at < html.length; at++) {
      const character = html[at] ?? ''
      if (character === '>') return at + 1
      if ((character !== '"' && character !== "'") || html[at - 1] !== '=' || gone.has(character)) continue
      const closing = html.indexOf(character, at + 1)
      if (closing < 0) gone.add(character)
      else at = closing
    }
    return html.length
  }
}

export const attributeOf = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(
    attributes.slice(0, 10_000),
  )
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : decodeEntities(value)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  euro: '€',
  pound: '£',
  larr: '←',
  rarr: '→',
}

export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decodeEntity) : text

const decodeEntity = (whole: string): string => {
  const name = whole.slice(1, -1)
  if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

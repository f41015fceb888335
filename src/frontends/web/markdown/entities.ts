const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rarr: '→',
  larr: '←',
  times: '×',
  copy: '©',
}

/** Entities that people and models write in Markdown, as the signs they stand for. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|\w{2,8});/gi, whole => {
        const inner = whole.slice(1, -1)
        if (!inner.startsWith('#')) return NAMED[inner] ?? whole
        const isHex = /^#x/i.test(inner)
        const code = Number.parseInt(inner.slice(isHex ? 2 : 1), isHex ? 16 : 10)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

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
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (written, name: string) => {
        if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? written
        const code = Number(/^#x/i.test(name) ? `0${name.slice(1).toLowerCase()}` : name.slice(1))
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written
      })
    : text

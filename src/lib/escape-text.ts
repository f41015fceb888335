/** Invisible and directional; the joiner is left alone where it makes one sign of several emoji. */
const INVISIBLE_PARTS = [
  '[\\u00ad\\u061c\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]',
  '(?<!\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d',
  '[\\u{e0000}-\\u{e007f}]',
]
const INVISIBLE = new RegExp(INVISIBLE_PARTS.join('|'), 'gu')
/** Cheap to ask, and almost always no. */
const MAYBE_INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\udb40]/

/** What could act on a terminal or deceive the reader: C0 but tab and line feed, DEL, C1, and what cannot be seen. */
const UNSAFE = new RegExp(
  ['[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]', ...INVISIBLE_PARTS].join('|'),
  'gu',
)

const asEscape = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/**
 * Text from anywhere, safe for a terminal: what could move the cursor, change a colour, ring, hide or reorder is
 * shown as `\u{…}` instead. Line ends become line feeds.
 */
export const escapeText = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNSAFE, asEscape)

/** The same on one line, at most `most` characters of it. */
export const escapeLine = (text: string, most = 100): string => {
  const line = escapeText(text).replaceAll('\n', '⏎').replaceAll('\t', ' ')
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}

/** Text in which what cannot be seen, or changes the order of reading, is shown as `\u{…}`; all else stays. */
export const escapeInvisible = (text: string): string =>
  MAYBE_INVISIBLE.test(text) ? text.replace(INVISIBLE, asEscape) : text

/** Undoes {@link escapeInvisible}: escapes of other characters are left as they are. */
export const restoreInvisible = (text: string): string =>
  text.replace(/\\u\{([0-9a-f]{1,6})\}/g, (written, hex: string) => {
    const code = Number.parseInt(hex, 16)
    if (code > 0x10ffff) return written
    const character = String.fromCodePoint(code)
    return escapeInvisible(character) === written ? character : written
  })

/** What could act on a terminal or deceive the reader. */
const UNSAFE = new RegExp(
  [
    // C0 but tab and line feed, DEL, C1.
    '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]',
    // Invisible and directional; the joiner is left alone where it makes one sign of several emoji.
    '[\\u00ad\\u061c\\u180e\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]',
    '(?<!\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d',
    '[\\u{e0000}-\\u{e007f}]',
  ].join('|'),
  'gu',
)

/**
 * Text from anywhere, safe for a terminal: what could move the cursor, change a colour, ring, hide or reorder is
 * shown as `\u{…}` instead. Line ends become line feeds.
 */
export const escapeText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNSAFE, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** The same on one line, at most `most` characters of it. */
export const escapeLine = (text: string, most = 100): string => {
  const line = escapeText(text).replaceAll('\n', '⏎').replaceAll('\t', ' ')
  const characters = Array.from(line)
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line
}

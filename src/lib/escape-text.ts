/**
 * Whatever shows nothing, or changes the order of reading: in it a text can be carried that no person sees. What belongs
 * to a sign one sees stays, once for each sign: the joiner that makes one emoji of several, and the selector that
 * chooses between the text and the picture of an emoji. Blanks stay as well, U+2800 among them: one sees that
 * something is there, and drawings are made of it.
 */
const INVISIBLE_PARTS = [
  '(?<!\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d',
  '(?<!\\p{Extended_Pictographic}|[0-9#*](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]',
  '(?![\\u200d\\ufe0e\\ufe0f])\\p{Default_Ignorable_Code_Point}',
  '[\\u2028\\u2029\\ufff9-\\ufffb]',
]
const INVISIBLE = new RegExp(INVISIBLE_PARTS.join('|'), 'gu')
/** Cheap to ask, and almost always no. Outside the first plane the first half of a pair tells enough. */
const MAYBE_INVISIBLE = new RegExp(
  [
    '[\\u00ad\\u061c\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff0-\\ufffb]',
    '[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\ufe00-\\ufe0f\\uffa0]',
    '[\\ud82f\\ud834\\udb40-\\udb43]',
  ].join('|'),
)

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

/** What people or models said, on one line: there a line end says no more than a blank. */
export const escapeProse = (text: string, most = 100): string =>
  escapeLine(text.trim().replace(/[\t ]*(?:\r?\n[\t ]*)+/g, ' '), most)

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

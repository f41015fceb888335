const RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1d159, 0x1d159],
  [0xe0000, 0xe0fff],
]
const escaped = (code: number): string => `\\u{${code.toString(16)}}`
const HIDDEN = new RegExp(
  `[\\p{Cf}${RANGES.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`,
  'u',
)

/**
 * The first character, as `U+XXXX`, that shows another text than the one that runs: control characters other than tab
 * and newline, blanks outside ASCII, bidirectional and zero-width marks, tag characters, lone surrogates.
 */
export const findHiddenCharacter = (text: string): string | undefined => {
  if (/^[\t\n -~]*$/.test(text)) return undefined
  const code = HIDDEN.exec(text)?.[0].codePointAt(0)
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** One sign on the screen: an emoji, alone or joined with others, each with what chooses its colour or its picture. */
const EMOJI =
  /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)*/gu

/** The same for text that people write: what belongs to an emoji is seen as part of it. */
export const findHiddenInLine = (text: string): string | undefined =>
  findHiddenCharacter(text) && findHiddenCharacter(text.replace(EMOJI, 'x'))

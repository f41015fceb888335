import type { IUnicodeVersionProvider } from '@xterm/headless'

/**
 * Widths as today's terminals have them, for the emulator, whose own table is of 2010: emoji take two columns, what is
 * joined to one takes none, a flag takes two.
 */
const NONE = /[\p{Mn}\p{Me}\u200b-\u200f\u2060-\u2064\ufeff\u1160-\u11ff]/u
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u
const HALF = /[\uff61-\uffdc]/
const EMOJI = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u
const MODIFIER = /\p{Emoji_Modifier}/u
const FLAG_HALF = /\p{Regional_Indicator}/u

/** What stood before, as far as it matters. */
const NOTHING = 0
const JOINER = 1
const FLAG = 2
const OTHER = 3

const value = (kind: number, width: number, joins: boolean): number =>
  (kind << 3) | (width << 1) | (joins ? 1 : 0)
const widthIn = (properties: number): number => (properties >> 1) & 3

const widthOf = (code: number): 0 | 1 | 2 => {
  if (code < 0x300) return code >= 0xa0 || (code >= 0x20 && code < 0x7f) ? 1 : 0
  const character = String.fromCodePoint(code)
  if (NONE.test(character)) return 0
  if (HALF.test(character)) return 1
  return WIDE.test(character) || EMOJI.test(character) ? 2 : 1
}

interface Facts {
  readonly width: 0 | 1 | 2
  readonly isFlagHalf: boolean
  readonly isModifier: boolean
}

/** Asked of every cell of every frame: what a character is does not change. */
const factsOfCode = (): ((code: number) => Facts) => {
  const known = new Map<number, Facts>()
  return code => {
    const found = known.get(code)
    if (found) return found
    const character = String.fromCodePoint(code)
    const facts = {
      width: widthOf(code),
      isFlagHalf: FLAG_HALF.test(character),
      isModifier: MODIFIER.test(character),
    }
    known.set(code, facts)
    return facts
  }
}

export const modernWidths = (): IUnicodeVersionProvider => {
  const factsOf = factsOfCode()
  return {
    version: 'modern',
    wcwidth: code => factsOf(code).width,
    charProperties(code, preceding) {
      const kind = preceding >> 3
      const before = widthIn(preceding)
      if (code === 0x200d) return value(JOINER, before, before > 0)
      if (code === 0xfe0f) return before > 0 ? value(OTHER, 2, true) : value(NOTHING, 0, false)
      const { width, isFlagHalf, isModifier } = factsOf(code)
      if (isFlagHalf) return kind === FLAG ? value(OTHER, 2, true) : value(FLAG, 1, false)
      const joins = before > 0 && (width === 0 || kind === JOINER || (isModifier && before === 2))
      return value(OTHER, joins ? Math.max(before, Math.min(2, width)) : width, joins)
    },
  }
}

import type { Span } from '../input/editor/editor-state.ts'

export interface SpellWord extends Span {
  readonly word: string
}

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** Paths, addresses, names of code, numbers: no dictionary has them. */
const NO_WORD = /^-|[\\/@_=<>{}|$#~`&%\d]|\p{L}[.:]\p{L}|\p{Ll}\p{Lu}/u
/** Written without blanks between words, or known to no such program. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const WORD = /\p{L}[\p{L}\p{M}'’]*\p{L}/gu

/** The words of a prompt that a dictionary may know, each where it stands; code, commands, files and names of code are left out. */
export const spellWords = (text: string): readonly SpellWord[] => {
  const said = text
    .replace(CODE, code => ' '.repeat(code.length))
    .replace(/^\/[\w:-]+(?=\s|$)/, command => ' '.repeat(command.length))
  return [...said.matchAll(/\S+/g)].flatMap(({ 0: piece, index }) =>
    NO_WORD.test(piece) || UNSPACED.test(piece)
      ? []
      : [...piece.matchAll(WORD)]
          .filter(({ 0: word }) => word !== word.toUpperCase())
          .map(({ 0: word, index: at }) => ({ word, from: index + at, to: index + at + word.length })),
  )
}

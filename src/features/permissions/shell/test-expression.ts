import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'

const FILE_TEST = /^-[edfrwxsLhbcgkpSuOGN]$/
const TEXT_TEST = /^-[nz]$/
const FILE_COMPARISON = /^-(?:nt|ot|ef)$/
const TEXT_COMPARISON = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge))$/

/**
 * The words of `test` or `[ … ]` without the brackets: the paths they look at, or undefined when the meaning is not
 * fixed by their number and place. `-v` and `-R` evaluate subscripts, `-a`, `-o` and parentheses make the meaning
 * depend on data: none of them is taken.
 */
export const readTest = (words: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  if (!words.every(word => word.whole || word.splits)) return undefined
  const [first] = words
  if (words.length > 1 && first && isStatic(first) && first.text === '!') return readTest(words.slice(1))
  const [a, b, c] = words
  if (words.length <= 1) return []
  if (words.length === 2 && a && b && isStatic(a)) {
    if (FILE_TEST.test(a.text)) return isName(b) ? [b] : undefined
    return TEXT_TEST.test(a.text) ? [] : undefined
  }
  if (words.length === 3 && a && b && c && isStatic(b)) {
    if (FILE_COMPARISON.test(b.text)) return isName(a) && isName(c) ? [a, c] : undefined
    // Other shells than bash read them as arithmetic here too.
    if (ARITHMETIC.test(b.text) && [a, c].some(word => isStatic(word) && !NUMBER.test(word.text)))
      return undefined
    return TEXT_COMPARISON.test(b.text) ? [] : undefined
  }
  return undefined
}

/** A name that is known, or one that a wildcard stands for. */
const isName = (word: ShellWord): boolean =>
  word.causes.length === 0 && (!word.glob || word.whole || !!word.splits)

/** Whether the words only ask if a text is empty: that shows nothing of it, whatever it is. */
export const isTextTest = (words: readonly ShellWord[]): boolean => {
  const [first, second, ...more] = words[0]?.text === '!' ? words.slice(1) : words
  if (!first || !second || more.length > 0 || !isStatic(first) || !TEXT_TEST.test(first.text)) return false
  return second.causes.every(cause => cause === 'variable' || cause === 'command')
}

const ARITHMETIC = /^-(?:eq|ne|lt|le|gt|ge)$/
const NUMBER = /^[-+]?\d+$/
const isNumber = (word: ShellWord): boolean =>
  (isStatic(word) && NUMBER.test(word.text)) || /^"?\$[?#]"?$/.test(word.raw)

/**
 * One comparison of `[[ … ]]`, operator included: the paths it looks at, or undefined when it evaluates what it is
 * given. Nothing is split or replaced by file names here, but numbers are read as arithmetic, in which a subscript runs
 * commands: only digits are taken for them.
 */
export const readComparison = (words: readonly ShellWord[]): readonly ShellWord[] | undefined => {
  const [a, b, c] = words
  if (words.length === 2 && a && b) {
    if (FILE_TEST.test(a.text)) return isName(b) ? [b] : undefined
    if (a.text === '-t') return isStatic(b) && NUMBER.test(b.text) ? [] : undefined
    return TEXT_TEST.test(a.text) ? [] : undefined
  }
  if (words.length !== 3 || !a || !b || !c) return undefined
  if (FILE_COMPARISON.test(b.text)) return isStatic(a) && isStatic(c) ? [a, c] : undefined
  if (ARITHMETIC.test(b.text)) return isNumber(a) && isNumber(c) ? [] : undefined
  return TEXT_COMPARISON.test(b.text) || b.text === '=~' ? [] : undefined
}

const CONVERSION = /%(?:%|\([^)]*\)T|[-+ #0]*[\d*]*(?:\.[\d*]*)?[sbqdiouxXeEfFgGcaA])/g

/** A format that only prints: `%n` stores into a variable and evaluates its subscript. */
export const isPlainFormat = (word: ShellWord): boolean =>
  isStatic(word) && !word.text.startsWith('-') && !word.text.replace(CONVERSION, '').includes('%')

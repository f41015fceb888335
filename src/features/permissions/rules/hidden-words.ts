import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'

/** The words that every line a rule matches begins with, up to its first star. */
export interface RuleHead {
  readonly words: readonly string[]
  /** The star follows the last one without a blank. */
  readonly open: boolean
}

/** @param pattern of a rule, blanks squeezed, without the star of a prefix */
export const headOfRule = (pattern: string): RuleHead => {
  const star = pattern.indexOf('*')
  const text = star === -1 ? pattern : pattern.slice(0, star)
  return { words: text.split(' ').filter(word => word !== ''), open: star > 0 && !text.endsWith(' ') }
}

/** Options before what a program is to do are looked past, with one word that may be the value of each: so far, and no further. */
const MOST_SKIPPED = 8

/** Where the words of a command may begin that say what to do: `push` in `git -C dir push`. */
export const afterOptions = (words: readonly ShellWord[]): readonly number[] => {
  const starts: number[] = []
  for (let at = 1; at < words.length && at <= MOST_SKIPPED; at += 1) {
    if (isOption(words[at])) continue
    if (at > 1) starts.push(at)
    if (!isOption(words[at - 1])) break
  }
  return starts
}

/**
 * The same where some words are not known and may be options, nothing at all, or end with other words: behind the last
 * of them may be more.
 */
export const mayBeAfterOptions = (
  words: readonly ShellWord[],
  mayBeOption: (word: ShellWord) => boolean,
): readonly number[] => {
  const starts: number[] = []
  const isSkipped = (word: ShellWord | undefined): boolean =>
    isOption(word) || (word !== undefined && mayBeOption(word))
  for (let at = 1; at <= words.length && at <= MOST_SKIPPED; at += 1) {
    const word = words[at]
    if (word && isOption(word) && !mayBeOption(word)) continue
    if (at > 1) starts.push(at)
    if (!isSkipped(word) && !isSkipped(words[at - 1])) break
  }
  return starts
}

const isOption = (word: ShellWord | undefined): boolean => word?.text.startsWith('-') === true

/**
 * Whether a word that is not known before it runs may make a command what the rule restricts. Only words that the rule
 * spells out count: what a star stands for is anything.
 */
export const mayBecome = (
  head: RuleHead,
  command: SimpleCommand,
  around: readonly SimpleCommand[],
): boolean => {
  const [name, ...args] = command.words
  const [first, ...wanted] = head.words
  if (!name || first === undefined || wanted.length === 0 || baseName(name.text) !== first) return false
  return mayFollow(wanted, args, { open: head.open, valued: VALUED[first], ...fedWords(around) })
}

/** Options that are always followed by a value: that one is not what the program is to do, whatever it holds. */
const VALUED: Readonly<Record<string, RegExp>> = {
  // Not -c: what it sets may make one word mean another.
  git: /^(?:-C|--(?:git-dir|work-tree|namespace))$/,
}

/** Whether a word that stays one is the value of the option before it. */
export const isValueOf = (
  program: string,
  option: ShellWord | undefined,
  word: ShellWord | undefined,
): boolean =>
  Object.hasOwn(VALUED, program) && VALUED[program]?.test(option?.text ?? '') === true && word?.whole === true

/** What a command gets from the one that starts it. */
export interface FedWords {
  /** Words come behind these that nobody sees here. */
  readonly more: boolean
  /** Stands for a word that nobody sees here. */
  readonly stands: readonly string[]
}

interface Given extends FedWords {
  readonly open: boolean
  readonly valued: RegExp | undefined
}

const mayFollow = (wanted: readonly string[], args: readonly ShellWord[], given: Given): boolean => {
  const [word, ...later] = wanted
  const [arg, ...rest] = args
  // Known to the last word: then it was compared.
  if (word === undefined) return false
  if (arg === undefined) return given.more
  if (!isStatic(arg) || given.stands.some(each => arg.text.includes(each)))
    return word.startsWith(knownStart(arg, given.stands)) || isMaybeMore(arg)
  if (arg.text === word) return mayFollow(later, rest, given)
  if (later.length === 0 && given.open && arg.text.startsWith(word)) return false
  if (!isOption(arg) || word.startsWith('-')) return false
  if (given.valued?.test(arg.text) && rest[0]?.whole) return mayFollow(wanted, rest.slice(1), given)
  return mayFollow(wanted, rest, given) || mayFollow(wanted, rest.slice(1), given)
}

/** What it certainly begins with. */
export const knownStart = ({ text, tilde }: ShellWord, stands: readonly string[]): string => {
  const ends = [/[$`*?[{<(~\\]/.exec(text)?.index, ...stands.map(each => text.indexOf(each))]
  const end = Math.min(...ends.filter(each => each !== undefined && each >= 0).map(Number), text.length)
  return tilde ? '~' : text.slice(0, end)
}

/** Nothing of it may be left, and the next word is in its place. */
const isMaybeMore = ({ whole, text }: ShellWord): boolean => !whole && /^[$`]/.test(text)

/** What `xargs` and `find` put into commands they start. */
export const fedWords = (around: readonly SimpleCommand[]): FedWords => {
  const names = around.map(({ words }) => words[0] && baseName(words[0].text))
  const xargs = around[names.indexOf('xargs')]
  if (!xargs) return { more: false, stands: names.includes('find') ? ['{}'] : [] }
  const marks = xargs.words.flatMap(({ text }, at) => {
    if (text === '-I' || text === '-J' || text === '--replace') return xargs.words[at + 1]?.text ?? []
    return /^(?:-[IJi]|--replace=)(.+)$/.exec(text)?.[1] ?? []
  })
  return { more: true, stands: ['{}', ...marks] }
}

import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { EXEC_WRAPPERS } from '../../../lib/shell/exec-wrappers.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { wildcardMatcher } from '../../../lib/text/wildcard.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { list } from '../shell/word-list.ts'
import { afterOptions, headOfRule, type RuleHead } from './hidden-words.ts'
import { type Gapped, textsOfRule } from './rule-overlap.ts'
import type { ParsedRule } from './rules.ts'

/** A prefix assignment of one of these changes nothing about what a command does. */
const SAFE_VARIABLE =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|TERM|COLUMNS|LINES|NODE_ENV|CI)$/
const SYSTEM_DIRECTORY = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/
/** Programs that start what they are given: only an exact rule approves them. */
const STARTERS = new Set([...Object.keys(EXEC_WRAPPERS), ...list('eval trap source . expect at batch')])
const FIND_ACTION = /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/

const squeeze = (text: string): string =>
  /[ \t]{2}|\t/.test(text) ? text.replace(/[ \t]+/g, ' ').trim() : text.trim()

const readSpec = (spec: string): { readonly pattern: string; readonly prefix: string | undefined } => {
  const pattern = squeeze(spec)
  return { pattern, prefix: /^(.+?)(?::\*| \*)$/.exec(pattern)?.[1] }
}

/** `prefix *` and `prefix:*` mean the prefix alone or followed by a blank; other stars match any text. */
const specMatcher = (spec: string): ((text: string) => boolean) => {
  const { pattern, prefix } = readSpec(spec)
  if (prefix === undefined) return wildcardMatcher(pattern)
  // A prefix without a star needs no search.
  if (!prefix.includes('*')) {
    const begun = `${prefix} `
    return text => text === prefix || text.startsWith(begun)
  }
  const alone = wildcardMatcher(prefix)
  const followed = wildcardMatcher(`${prefix} *`)
  return text => alone(text) || followed(text)
}

/** A rule for commands, its specifier taken apart once for all that is compared with it. */
interface CommandRule extends ParsedRule {
  readonly exact: boolean
  readonly head: RuleHead
  /** All that it matches. */
  readonly texts: readonly Gapped[]
  matches(text: string): boolean
}

/** The rules for commands of one behaviour, behind one search that most lines do not pass. */
export interface CommandRules {
  readonly rules: readonly CommandRule[]
  /** No: none of the rules can match. */
  mayMatch(line: string): boolean
  /** The same about all that a whole text leads to, without taking it apart. */
  mayConcern(text: string): boolean
  /** The same about a piece that was taken out of a text: no line that is made with it and others like it. */
  mayHold(piece: string): boolean
}

/** The longest piece of text that every line a rule matches holds. */
const hintOf = (spec: string): string => {
  const { pattern, prefix } = readSpec(spec)
  return (prefix ?? pattern).split('*').reduce((best, piece) => (piece.length > best.length ? piece : best))
}

/** The longest run of letters that every line a rule matches holds. */
const lettersOf = (spec: string): string => {
  const { pattern, prefix } = readSpec(spec)
  const runs = (prefix ?? pattern).match(/[\w-]+/g) ?? ['']
  return runs.reduce((best, run) => (run.length > best.length ? run : best))
}

/** Letters may come together here that do not stand together in the text. */
const REWRITTEN = /\\[\r\n]|\$['"]|\{/
const QUOTING = /['"\\]/

/**
 * However a text is taken apart (words, wrappers, scripts in words), letters that stand together in a command stand
 * together in the text, at most with quotes or backslashes between them.
 */
const searchText = (letters: ReadonlySet<string>): Pick<CommandRules, 'mayConcern' | 'mayHold'> => {
  const always = (answer: boolean) => ({ mayConcern: () => answer, mayHold: () => answer })
  if (letters.size === 0) return always(false)
  if (letters.has('')) return always(true)
  const any = new RegExp([...letters].join('|'))
  const mayHold = (text: string): boolean =>
    any.test(QUOTING.test(text) ? text.replace(/['"\\]+/g, '') : text)
  return { mayHold, mayConcern: text => REWRITTEN.test(text) || mayHold(text) }
}

export const compileCommandRules = (parsed: readonly ParsedRule[]): CommandRules => {
  const rules: CommandRule[] = []
  const hints = new Set<string>()
  const letters = new Set<string>()
  for (const one of parsed) {
    if (one.tool !== RULE_NAMES.shell || one.spec === undefined) continue
    const { pattern, prefix } = readSpec(one.spec)
    const head = headOfRule(prefix ?? pattern)
    const texts = textsOfRule(pattern, prefix)
    rules.push({ ...one, exact: isExactSpec(one.spec), head, texts, matches: specMatcher(one.spec) })
    hints.add(hintOf(one.spec))
    letters.add(lettersOf(one.spec))
  }
  const search = searchText(letters)
  // For a few rules the search costs more than it saves.
  if (rules.length < 8 || hints.has('')) return { rules, ...search, mayMatch: () => rules.length > 0 }
  const any = new RegExp([...hints].map(hint => hint.replace(SPECIAL, '\\$&')).join('|'))
  return { rules, ...search, mayMatch: line => any.test(line) }
}
const SPECIAL = /[.*+?^${}()|[\]\\]/g

const isExactSpec = (spec: string): boolean => !spec.includes('*')

/** No path, no directive of a format, nothing that begins another line: libraries load and print what these name. */
const SAFE_VALUE = /^[\w.,:;@+<> -]*$/
const LOCALE = /^L(?:ANG|C_)/
/** In these encodings the second half of a character can be a backslash, a bracket or a bar. */
const DOUBLE_BYTE =
  /sjis|shift|big5|gbk|gb18030|gb2312|johab|uhc|949|936|932|950|2022|^zh_(?:TW|HK|MO|SG)(?:@|$)/i

export const isSafeAssignment = (command: SimpleCommand): boolean =>
  command.assignments.every(
    one =>
      one.plain &&
      SAFE_VARIABLE.test(one.name) &&
      isStatic(one.value) &&
      !one.value.tilde &&
      SAFE_VALUE.test(one.value.text) &&
      !(LOCALE.test(one.name) && DOUBLE_BYTE.test(one.value.text)),
  )

/** The name under which tables and allow rules know a program; a path only if it leads to a system directory. */
export const trustedName = (word: ShellWord): string | undefined => {
  if (!isStatic(word) || word.tilde || word.text === '' || /\s/.test(word.text)) return undefined
  if (!word.text.includes('/')) return word.text
  return SYSTEM_DIRECTORY.test(word.text) ? baseName(word.text) : undefined
}

/** A word as a rule would have to spell it: quotes stay where they hold the word together or hide a meaning. */
const spelled = (word: ShellWord): string =>
  isStatic(word) && /^[^\s'"\\$`*?[\]]+$/.test(word.text) ? word.text : word.raw

const spelledLine = (command: SimpleCommand): string => {
  const [first, ...rest] = command.words
  if (!first) return ''
  return squeeze([trustedName(first) ?? spelled(first), ...rest.map(spelled)].join(' '))
}

const startsOthers = (command: SimpleCommand): boolean => {
  const name = command.words[0] && baseName(command.words[0].text)
  if (name === undefined) return true
  return (
    STARTERS.has(name) ||
    (name === 'find' && command.words.some(word => !isStatic(word) || FIND_ACTION.test(word.text)))
  )
}

/** What allow rules are compared with for one simple command, redirects aside. */
interface Approvable {
  /** For rules without a wildcard: the command, and what is left without its wrappers. */
  readonly lines: readonly string[]
  /** For rules with one; undefined when no such rule may approve it. */
  readonly inner: string | undefined
}

const approvable = (command: SimpleCommand): Approvable | undefined => {
  const name = command.words[0]
  if (!name || !isStatic(name) || !isSafeAssignment(command)) return undefined
  const inner = unwrap(command).command
  const line = spelledLine(inner)
  const lines = inner === command ? [line] : [spelledLine(command), line]
  const innerName = inner.words[0]
  if (!innerName || !isStatic(innerName) || startsOthers(inner)) return { lines, inner: undefined }
  // A name that is a relative path or has blanks in it is not the program that a pattern was written for.
  return { lines, inner: /\s/.test(innerName.text) ? undefined : line }
}

type Matcher = Pick<CommandRule, 'exact' | 'matches'>
const covers = (rule: Matcher, { lines, inner }: Approvable): boolean =>
  rule.exact ? lines.some(line => rule.matches(line)) : inner !== undefined && rule.matches(inner)

/** The first allow rule that covers this one simple command, redirects aside. */
export const findAllowing = (
  { rules, mayMatch }: CommandRules,
  command: SimpleCommand,
): ParsedRule | undefined => {
  const given = rules.length === 0 ? undefined : approvable(command)
  return given?.lines.some(mayMatch) ? rules.find(rule => covers(rule, given)) : undefined
}

/** Whether an allow rule of this specifier would cover the command. */
export const allowsCommand = (spec: string, command: SimpleCommand): boolean => {
  const given = approvable(command)
  return given !== undefined && covers({ exact: isExactSpec(spec), matches: specMatcher(spec) }, given)
}

const joined = (words: readonly ShellWord[]): string => {
  let line = words[0]?.text ?? ''
  for (let at = 1; at < words.length; at += 1) line += ` ${words[at]?.text}`
  return line
}

/** Every way in which a command could be read by the person who wrote a restricting rule. */
const addReadings = (command: SimpleCommand, lines: Set<string>): void => {
  addWritten(command.words, lines)
  const [first] = command.words
  // An option before what is to be done does not hide it.
  if (first)
    for (const at of afterOptions(command.words)) addWritten([first, ...command.words.slice(at)], lines)
}

const addWritten = (words: readonly ShellWord[], lines: Set<string>): void => {
  const first = words[0]
  if (!first) return
  const plain = words.every((word, at) => at === 0 || word.raw === word.text)
  if (plain && first.raw === first.text && !/[/\n]/.test(first.text)) {
    lines.add(squeeze(joined(words).replaceAll('\n', ' ')))
    return
  }
  const rest = words.slice(1)
  const args = plain
    ? [rest.map(word => word.text)]
    : [rest.map(word => word.text), rest.map(word => word.raw), rest.map(spelled)]
  const texts = args.map(words => (words.length === 0 ? '' : ` ${words.join(' ')}`))
  for (const name of new Set([first.text, baseName(first.text), first.raw]))
    for (const text of texts) lines.add(squeeze((name + text).replaceAll('\n', ' ')))
}

/** Everything that restricting rules are compared with, for the commands that one simple command leads to. */
export const readingsOf = (views: readonly SimpleCommand[]): readonly string[] => {
  const lines = new Set<string>()
  const texts = new Set<string>()
  for (const view of views) {
    addReadings(view, lines)
    if (view.words.length > 0) texts.add(view.text)
  }
  for (const text of texts) lines.add(squeeze(text))
  return [...lines]
}

/** No: none of the rules hits any reading of these commands, all of which are made of their words and their text. */
export const mayHit = ({ mayHold }: CommandRules, views: readonly SimpleCommand[]): boolean =>
  views.some(
    ({ text, words }) =>
      mayHold(text) ||
      words.some(word => mayHold(word.text) || (word.raw !== word.text && mayHold(word.raw))),
  )

/** The first deny or ask rule that hits any of these readings. */
export const findHitting = (
  { rules, mayMatch }: CommandRules,
  readings: readonly string[],
): ParsedRule | undefined => {
  const likely = readings.filter(mayMatch)
  return likely.length === 0 ? undefined : rules.find(rule => likely.some(reading => rule.matches(reading)))
}

/** For texts that cannot be read: the first literal word of a deny rule occurs as a word. */
export const occursIn = (spec: string, text: string): boolean => {
  const first = /^[^\s*:]+/.exec(spec)?.[0]
  if (!first) return false
  const escaped = first.replace(SPECIAL, '\\$&')
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text)
}

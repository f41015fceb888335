import { editDistance, nearestName } from '../../lib/nearest-name.ts'
import { usageText } from '../../protocol/messages/cli/usage.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { checkOptions } from './check-options.ts'
import { type Flag, flagName, type SwitchFlag, toKebab, type ValueFlag } from './flag.ts'
import { FLAGS } from './flags.ts'
import { readValue } from './read-value.ts'
import { emptyOptions, type OptionsDraft, type RunOptions } from './run-options.ts'
import { ABSENT_SUBCOMMANDS, SUBCOMMAND_ALIASES, SUBCOMMANDS, type SubcommandName } from './subcommands.ts'
import { UsageError } from './usage-error.ts'

export type ParsedArgs =
  | { readonly kind: 'run'; readonly options: RunOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** `argv` is what follows the command's name. */
  | {
      readonly kind: 'subcommand'
      readonly name: SubcommandName
      readonly argv: readonly string[]
      /** It stood before the command's name. */
      readonly profile?: string
    }
  /** For stderr; the exit code is 2. */
  | {
      readonly kind: 'usage_error'
      readonly message: string
      readonly localized: LocalizedText
      /** A flag or a word that is not ours; other programs may have it. */
      readonly unknown?: string
    }

/** Reads the arguments after the program's name. Pure; looks at no file and no environment. */
export const parseArgs = (argv: readonly string[]): ParsedArgs => {
  try {
    return findSubcommand(argv) ?? underProfile(argv) ?? parseRun(argv)
  } catch (error) {
    if (error instanceof UsageError)
      return {
        kind: 'usage_error',
        message: error.message,
        localized: error.localized,
        ...(error.unknown === undefined ? {} : { unknown: error.unknown }),
      }
    throw error
  }
}

/** Where the parser stands. */
interface Scan {
  readonly argv: readonly string[]
  at: number
  readonly draft: OptionsDraft
  readonly given: Set<Flag>
  readonly positionals: string[]
  /** Positionals from `--` on: they are never taken for a command. */
  literal: boolean
}

const SUBCOMMAND_NAMES: readonly string[] = SUBCOMMANDS.map(command => command.name)

const findSubcommand = (argv: readonly string[]): ParsedArgs | undefined => {
  const [word = '', ...rest] = argv
  const first = (Object.hasOwn(SUBCOMMAND_ALIASES, word) ? SUBCOMMAND_ALIASES[word] : undefined) ?? word
  if (first === 'help') return { kind: 'help' }
  if (ABSENT_SUBCOMMANDS.includes(word)) throw absentSubcommand(word)
  const found = SUBCOMMANDS.find(command => command.name === first)
  if (found && found.name !== 'help') return { kind: 'subcommand', name: found.name, argv: rest }
  return undefined
}

/** `--profile work models`: the only flag that may stand before a command. */
const underProfile = (argv: readonly string[]): ParsedArgs | undefined => {
  const [flag = '', next = '', ...rest] = argv
  const [, joined] = /^--profile=(.+)$/.exec(flag) ?? []
  if (joined === undefined && flag !== '--profile') return undefined
  const found = findSubcommand(joined === undefined ? rest : [next, ...rest])
  return found?.kind === 'subcommand' ? { ...found, profile: joined ?? next } : undefined
}

const absentSubcommand = (word: string): UsageError =>
  new UsageError(usageText('absent_command', { word }), word)

const parseRun = (argv: readonly string[]): ParsedArgs => {
  const scan: Scan = {
    argv,
    at: 0,
    draft: emptyOptions(),
    given: new Set(),
    positionals: [],
    literal: false,
  }
  while (scan.at < argv.length) {
    const argument = argv[scan.at++] ?? ''
    if (argument === '--') {
      scan.literal ||= scan.positionals.length === 0
      scan.positionals.push(...argv.slice(scan.at))
      break
    }
    if (!argument.startsWith('-') || argument === '-') scan.positionals.push(argument)
    else {
      const answer = takeFlags(scan, argument)
      if (answer) return { kind: answer }
    }
  }
  const { draft } = scan
  if (draft.inputFormat === 'stream-json' || draft.initOnly) draft.print = true
  const prompt = choosePrompt(scan)
  if (prompt !== undefined) draft.prompt = prompt
  return { kind: 'run', options: checkOptions(draft, scan.given) }
}

/** Reads one flag, or a cluster of short ones. Help and version end the parse. */
const takeFlags = (scan: Scan, argument: string): 'help' | 'version' | undefined => {
  const equals = argument.indexOf('=')
  const word = equals < 0 ? argument : argument.slice(0, equals)
  const attached = equals < 0 ? undefined : argument.slice(equals + 1)
  const flags = word.startsWith('--') ? [longFlag(word)] : shortFlags(word)
  for (const [index, flag] of flags.entries()) {
    const last = index === flags.length - 1
    if (!last && flag.kind !== 'switch')
      throw new UsageError(usageText('combined', { letter: flag.short ?? '', word }))
    if (flag.kind === 'help' || flag.kind === 'version') return flag.kind
    takeFlag(scan, flag, last ? attached : undefined)
  }
  return undefined
}

const takeFlag = (scan: Scan, flag: SwitchFlag | ValueFlag, attached: string | undefined): void => {
  scan.given.add(flag)
  if (flag.kind === 'switch') {
    scan.draft[flag.key] = readSwitch(scan, flag, attached)
    const next = scan.argv[scan.at]
    if (flag.key === 'print' && next?.startsWith('-') && next !== '--' && !looksLikeFlag(next)) {
      scan.positionals.push(next)
      scan.at++
    }
  } else if (flag.kind === 'attached') readValue(scan.draft, flag, attached ?? '')
  else if (attached !== undefined) readValue(scan.draft, flag, attached)
  else if (flag.kind === 'optional' && !hasValue(scan)) scan.draft[flag.key] = true
  else if (!hasValue(scan))
    throw new UsageError(usageText('needs_value', { flag: flagName(flag), hint: valueHint(flag) }))
  else {
    readValue(scan.draft, flag, scan.argv[scan.at++] ?? '')
    if (flag.kind === 'list' && !flag.single)
      while (scan.at < scan.argv.length && !scan.argv[scan.at]?.startsWith('-'))
        readValue(scan.draft, flag, scan.argv[scan.at++] ?? '')
  }
}

/** On, unless the word behind it says otherwise. */
const readSwitch = (scan: Scan, flag: SwitchFlag, attached: string | undefined): boolean => {
  if (flag.value === undefined) {
    if (attached !== undefined) throw new UsageError(usageText('no_value', { flag: flagName(flag) }))
    return true
  }
  const next = scan.argv[scan.at]
  const given = attached ?? (next === 'true' || next === 'false' ? next : undefined)
  if (given === undefined) return true
  if (attached === undefined) scan.at++
  if (given === 'true' || given === 'false') return given === 'true'
  throw new UsageError(usageText('takes', { flag: flagName(flag), choices: usageText('on_or_off'), given }))
}

const valueHint = (flag: ValueFlag): string => (flag.kind === 'choice' ? flag.choices.join(', ') : flag.value)

const hasValue = (scan: Scan): boolean => {
  const next = scan.argv[scan.at]
  return next !== undefined && next !== '--' && !looksLikeFlag(next)
}

/** A dash before a letter and no blank before any equals sign. `-5`, `- item` and `--x y` are text. */
const looksLikeFlag = (argument: string): boolean => /^--?[A-Za-z][^\s=]*(=.*)?$/s.test(argument)

const longFlag = (word: string): Flag => {
  const name = toKebab(word.slice(2))
  const flag = FLAGS.find(candidate => toKebab(candidate.key) === name)
  if (flag) return flag
  const names = FLAGS.map(candidate => toKebab(candidate.key))
  const near = nearestName(name, names, Math.max(2, Math.floor(name.length / 3)))
  throw new UsageError(unknownFlag(word, near), word)
}

const shortFlags = (word: string): readonly Flag[] =>
  [...word.slice(1)].map(letter => {
    const flag = FLAGS.find(candidate => candidate.short === letter)
    if (flag) return flag
    const named = word.length === 2 ? word : usageText('letter_in', { letter, word })
    const long =
      word.length > 2
        ? nearestName(
            word.slice(1),
            FLAGS.map(candidate => toKebab(candidate.key)),
            2,
          )
        : undefined
    throw new UsageError(unknownFlag(named, long))
  })

const unknownFlag = (flag: Text, near: string | undefined): LocalizedText =>
  near === undefined ? usageText('unknown_flag', { flag }) : usageText('unknown_flag_near', { flag, near })

const choosePrompt = (scan: Scan): string | undefined => {
  // Hosts pass an empty positional after some switches: it says nothing.
  const { background, bg = background } = scan.draft
  if (typeof bg === 'string') scan.positionals.unshift(bg)
  const [first, second] = scan.positionals.filter(positional => positional !== '')
  if (first === undefined) return undefined
  if (!scan.literal && second === undefined && first !== bg && ABSENT_SUBCOMMANDS.includes(first))
    throw absentSubcommand(first)
  if (!scan.draft.print && !scan.literal && first !== bg && !/^\/|\s/.test(first))
    refuseCommandLike(first, second)
  if (second !== undefined)
    throw new UsageError(usageText('two_prompts', { first: clip(first), second: clip(second) }))
  return first
}

/** A lone word that is, or nearly is, a command must not become a prompt; nor a word with arguments behind it. What begins with a slash is a command of the conversation. */
const refuseCommandLike = (word: string, next: string | undefined): void => {
  if (SUBCOMMAND_NAMES.includes(word)) throw new UsageError(usageText('command_first', { word }))
  const near = nearestName(word, SUBCOMMAND_NAMES, 2)
  if (near && isSlip(word, near)) throw new UsageError(usageText('no_command_near', { word, near }))
  if (next !== undefined)
    throw new UsageError(
      usageText('no_command', { word, names: SUBCOMMAND_NAMES, prompt: clip(`${word} ${next}`) }),
    )
}

/** Of a short name one letter may be wrong, or two swapped: "hello" is no slip of "help". */
const isSlip = (word: string, name: string): boolean =>
  name.length > 5 || editDistance(word, name) < 2 || sortedLetters(word) === sortedLetters(name)

const sortedLetters = (word: string): string => [...word].sort().join('')

const clip = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

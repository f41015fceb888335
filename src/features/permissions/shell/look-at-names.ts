import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { type Feeder, isStatic, literalWord, type ShellWord } from '../../../lib/shell/word.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import { trustedName } from '../rules/match-shell.ts'
import { findFedSecret } from './fed-secrets.ts'
import { readFlags } from './flags.ts'
import { behindPattern, lookAtFind, lookAtProgram } from './look-at-program.ts'
import { type PathContext, type PathUse, usesOfText, type Walk } from './path-use.ts'
import { usesOfPrinted } from './printed-names.ts'
import type { Program } from './program.ts'
import { PROGRAM_TABLE } from './program-table.ts'
import { no, onlyReads, type ReadOnlyVerdict } from './read-only-verdict.ts'
import { list } from './word-list.ts'
import { readXargs } from './xargs-command.ts'

/** Programs whose operands are files, and for which a name that is one can mean nothing else. */
export const TAKES_NAMES = new Set(
  list(
    'wc ls stat file du md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum grep egrep fgrep head tail cat',
  ),
)
/** Those of them that show what is in a file. */
const SHOWS: ReadonlySet<Program | undefined> = new Set(
  list('grep egrep fgrep head tail cat').map(name => PROGRAM_TABLE[name]),
)
const picks = (secret: string): ReadOnlyVerdict => no(lookText('picks_secrets', { pattern: secret }), secret)

/** A name that is printed by another command of the line; where it may lie is looked at apart. */
const PRINTED: ShellWord = { ...literalWord('./a'), stream: true }

const withPrinted = (look: ReadOnlyVerdict, uses: readonly PathUse[]): ReadOnlyVerdict =>
  look.ok ? { ...look, recursive: true, uses: [...look.uses, ...uses] } : look

/** Whatever they are given, they cut it and print it. */
export const TEXT_PROGRAMS = new Set(list('basename dirname'))

/** `wc -l $(git ls-files)`: a recursive look, if what is printed can only be names of files here. */
export const lookAtPrinted = (
  program: Program,
  args: readonly ShellWord[],
  context: PathContext,
): ReadOnlyVerdict => {
  const uses: PathUse[] = []
  const words: ShellWord[] = []
  for (const word of args) {
    if (!word.printedBy) {
      words.push(word)
      continue
    }
    const found = usesOfPrinted(word.printedBy, 'word', context)
    if (!found) return no(lookText('word_unknown', { word: word.raw }), word.raw)
    const secret = SHOWS.has(program) ? findFedSecret(word.printedBy) : undefined
    if (secret !== undefined) return picks(secret)
    uses.push(...found)
    words.push(PRINTED)
  }
  return withPrinted(lookAtProgram(program, words, context), uses)
}

export const lookAtXargs = (command: SimpleCommand, context: PathContext): ReadOnlyVerdict => {
  const read = readXargs(command.words.slice(1))
  const [first, ...given] = read?.words ?? []
  const name = first && trustedName(first)
  if (!read || (first && name === undefined))
    return no(lookText('runs_command', { program: 'xargs' }), 'xargs')
  // Without a command it echoes.
  if (name === undefined || name === 'echo' || TEXT_PROGRAMS.has(name))
    return given.every(word => isStatic(word))
      ? onlyReads()
      : no(lookText('runs_command', { program: 'xargs' }), 'xargs')
  const fed = command.redirects.every(one => one.op === '>' || one.op === '>&')
  if (!TAKES_NAMES.has(name)) return no(lookText('runs_program', { program: 'xargs', other: name }), 'xargs')
  if (!command.fedBy || !fed) return no(lookText('names_not_files', { program: 'xargs' }), 'xargs')
  const { separator, place } = read
  return lookAtFed({ by: 'xargs', name, given, place, feeders: command.fedBy, separator }, context)
}

/** A program that another one starts with names as its last words, or in place of a mark. */
interface Fed {
  readonly by: 'xargs' | 'find'
  readonly name: string
  readonly given: readonly ShellWord[]
  readonly place: string | undefined
  readonly feeders: readonly Feeder[]
  readonly separator: Walk['separator']
}

const lookAtFed = (
  { by, name, given, place, feeders, separator }: Fed,
  context: PathContext,
): ReadOnlyVerdict => {
  const program = TAKES_NAMES.has(name) ? PROGRAM_TABLE[name] : undefined
  if (!program) return no(lookText('runs_program', { program: by, other: name }), by)
  const uses = usesOfPrinted(feeders, separator, context)
  if (!uses) return no(lookText('names_not_files', { program: by }), by)
  const secret = SHOWS.has(program) ? findFedSecret(feeders) : undefined
  if (secret !== undefined) return picks(secret)
  const words = withName(given, place)
  if (!words) return no(lookText('names_in_words', { program: by }), by)
  const pattern = program.operands === 'pattern' && readFlags(words, program.flags)
  if (pattern && (typeof pattern === 'string' || !behindPattern(program, pattern).includes(PRINTED)))
    return no(lookText('names_as_pattern', { program: by }), by)
  // A name that would become too long stays the mark itself, on some systems.
  const unplaced = place === undefined ? [] : usesOfText(place, 'read', context)
  return withPrinted(lookAtProgram(program, words, context), [...uses, ...unplaced])
}

/**
 * `find … -exec wc -l {} +` is `find … -print0 | xargs -0 wc -l`: the same names, whole, behind the same words. Only
 * in this form, at the end: with `;`, in the directory of the file or before another test it stays an action.
 */
export const lookAtFound = (args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const at = args.findIndex(word => word.text === '-exec')
  const [first, ...given] = at < 0 ? [] : args.slice(at + 1, -2)
  const name = first && trustedName(first)
  const ends = args
    .slice(-2)
    .map(word => word.text)
    .join(' ')
  if (ends !== '{} +' || name === undefined || !TAKES_NAMES.has(name)) return lookAtFind(args, context)
  if (given.some(word => !isStatic(word) || word.text.includes('{}'))) return lookAtFind(args, context)
  const tests = args.slice(0, at)
  const found = lookAtFind(tests, context)
  if (!found.ok) return found
  const words = [literalWord('find'), ...tests, literalWord('-print0')]
  const feeders = [{ words, assignments: [], redirects: [] }]
  const look = lookAtFed({ by: 'find', name, given, place: undefined, feeders, separator: 'nul' }, context)
  return look.ok ? { ...look, uses: [...found.uses, ...look.uses] } : look
}

/** The words with the name in its place; undefined when a part of a word would be replaced, or none. */
const withName = (
  given: readonly ShellWord[],
  mark: string | undefined,
): readonly ShellWord[] | undefined => {
  if (mark === undefined) return [...given, PRINTED]
  const marked = given.filter(word => word.text.includes(mark))
  if (marked.length !== 1 || marked[0]?.text !== mark) return undefined
  return given.map(word => (word.text === mark ? PRINTED : word))
}

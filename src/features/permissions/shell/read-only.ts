import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { isSafeAssignment, trustedName } from '../match-shell.ts'
import { PROGRAM_FAMILIES } from './family-programs.ts'
import { FILTERS } from './filters.ts'
import { readFind } from './find-expression.ts'
import { type ReadFlags, readFlags } from './flags.ts'
import { type GitContents, gitContents } from './git-contents.ts'
import { GIT_PROGRAMS } from './git-programs.ts'
import { HARMLESS_VARIABLE } from './harmless-variable.ts'
import { picksSecrets } from './named-secret.ts'
import { type PathUse, type Place, usesOf, usesOfText } from './path-use.ts'
import type { Program } from './program.ts'
import { DATA_PROGRAMS, PROGRAMS } from './programs.ts'
import { SYSTEM_FACTS } from './system-facts.ts'
import { isPlainFormat, readComparison, readTest } from './test-expression.ts'
import { VERSION_QUERIES } from './version-queries.ts'
import { VIEWERS } from './viewers.ts'

/** What the table says about one simple command; the paths still have to pass. */
export type Look =
  | {
      readonly ok: true
      readonly uses: readonly PathUse[]
      /** Reads files that it does not name. */
      readonly recursive: boolean
      /** Runs git, whose behaviour the repository's configuration can change. */
      readonly git: boolean
      /** Files of the repository whose content git shows: none, these, or any. */
      readonly shows?: readonly PathUse[] | 'anything'
    }
  | {
      readonly ok: false
      readonly why: string
      /** The word that is in the way, as it stands in the text. */
      readonly piece?: string
    }

const PATTERN_FLAGS = ['e', 'f', 'regexp', 'file']
const NEUTRAL_WRAPPERS = new Set(['timeout', 'time', 'nice', 'stdbuf', 'command'])

const TABLE: Readonly<Record<string, Program>> = { ...PROGRAMS, ...VIEWERS, ...FILTERS, ...SYSTEM_FACTS }

const no = (why: string, piece?: string): Look =>
  piece === undefined ? { ok: false, why } : { ok: false, why, piece }
const looks = (uses: readonly PathUse[] = []): Look => ({ ok: true, uses, recursive: false, git: false })

/** Text that is only printed or compared may hold substitutions (judged on their own) and harmless variables. */
const isData = (word: ShellWord): boolean =>
  word.causes.every(cause => cause === 'command' || cause === 'variable') &&
  word.variables.every(name => HARMLESS_VARIABLE.test(name))

const assignmentIn = ({ assignments: [first] }: SimpleCommand): string | undefined =>
  first && `${first.name}=${first.value.raw}`

/** Whether one simple command only looks. Redirects are judged apart. */
export const lookAt = (command: SimpleCommand, place: Place): Look => {
  if (!isSafeAssignment(command)) return no('it sets a variable', assignmentIn(command))
  if (command.words.length === 0) return command.assignments.length > 0 ? no('it sets a variable') : looks()
  const { command: inner, via } = unwrap(command)
  const wrapper = via.find(name => !NEUTRAL_WRAPPERS.has(name))
  if (wrapper) return no(`${wrapper} runs a command`, wrapper)
  const [first, ...args] = inner.words
  const name = first && trustedName(first)
  if (name === undefined) return no('the name of the program is not plain', first?.raw)
  if (DATA_PROGRAMS.has(name)) return lookAtData(name, args, place)
  if (name === 'printf') return lookAtPrintf(args, place)
  if (name === 'test' || name === '[') return lookAtTest(name, args, place)
  if (name === '[[') return lookAtComparison(args, place)
  // It ends with whoever reads it.
  if (name === 'yes' && command.place.pipeline) return lookAtData(name, args, place)
  if (name === 'cd') return command.place.conditional ? no('cd in a branch or loop') : lookAtCd(args, place)
  if (asksVersion(name, args)) return looks()
  if (name === 'git') return lookAtGit(args, place)
  if (name === 'find') return lookAtFind(args, place)
  if (Object.hasOwn(PROGRAM_FAMILIES, name)) return lookAtFamily(name, args, place)
  const program = Object.hasOwn(TABLE, name) ? TABLE[name] : undefined
  return program
    ? lookAtProgram(program, args, place)
    : no(`${name} is not known to be read-only`, first?.raw)
}

const asksVersion = (name: string, args: readonly ShellWord[]): boolean => {
  const [word] = args
  if (args.length !== 1 || !word || !isStatic(word) || word.tilde) return false
  return Object.hasOwn(VERSION_QUERIES, name) && (VERSION_QUERIES[name]?.includes(word.text) ?? false)
}

const lookAtFind = (args: readonly ShellWord[], place: Place): Look => {
  const read = readFind(args)
  if (!read.ok) return no(read.why, read.piece)
  const uses = joinUses(read.paths, read.paths.length === 0 ? usesOfText('.', 'read', place) : [], place)
  return uses ? { ok: true, uses, recursive: true, git: false } : no('a path is not known before it runs')
}

const lookAtFamily = (name: string, args: readonly ShellWord[], place: Place): Look => {
  const [sub, ...rest] = args
  const programs = PROGRAM_FAMILIES[name]
  const program =
    sub && isStatic(sub) && programs && Object.hasOwn(programs, sub.text) ? programs[sub.text] : undefined
  return program
    ? lookAtProgram(program, rest, place)
    : no(`${name} ${sub?.text ?? ''} is not known to be read-only`, sub?.raw)
}

/** Words are printed as they are, except that a wildcard brings the names in a directory. */
const lookAtData = (name: string, args: readonly ShellWord[], place: Place): Look => {
  const globs = args.filter(word => word.glob).map(word => usesOf(word, 'read', place))
  if (!args.every(isData) || globs.includes(undefined))
    return no(`${name} prints something that is not plain text`)
  return looks(globs.flatMap(uses => uses ?? []))
}

const lookAtPrintf = (args: readonly ShellWord[], place: Place): Look => {
  const [format, ...rest] = args
  return format && isPlainFormat(format)
    ? lookAtData('printf', rest, place)
    : no('the format of printf is not plain')
}

const lookAtTest = (name: string, args: readonly ShellWord[], place: Place): Look => {
  const closed = args.at(-1)?.raw === ']'
  if (name === '[' && !closed) return no('the closing bracket is missing')
  const words = name === '[' ? args.slice(0, -1) : args
  if (!words.every(isData)) return no('the test is not plain')
  const paths = readTest(words)
  return paths ? looks(paths.flatMap(word => usesOf(word, 'read', place) ?? [])) : no('the test is not plain')
}

const lookAtComparison = (args: readonly ShellWord[], place: Place): Look => {
  const paths = args.every(isData) ? readComparison(args) : undefined
  return paths ? looks(paths.flatMap(word => usesOf(word, 'read', place) ?? [])) : no('the test is not plain')
}

/** `cd` is followed only into a directory below, by its plain name. */
const lookAtCd = (args: readonly ShellWord[], place: Place): Look => {
  const target = cdTarget(args)
  if (target === undefined) return no('cd does not name a directory below')
  return looks(usesOf(target, 'read', place))
}

const cdTarget = (args: readonly ShellWord[]): ShellWord | undefined => {
  const [target] = args
  if (args.length !== 1 || !target || !isStatic(target)) return undefined
  if (target.text === '' || target.text.startsWith('-')) return undefined
  // bash takes `..` back by name, the kernel by directory: behind a link the two differ.
  return target.text.split('/').includes('..') ? undefined : target
}

const lookAtGit = (args: readonly ShellWord[], place: Place): Look => {
  const at = args.findIndex(word => word.text !== '--no-pager' && word.text !== '--no-optional-locks')
  const [name, second] = at < 0 ? [] : args.slice(at)
  if (!name || !isStatic(name)) return no('git without a plain subcommand')
  const pair = second && isStatic(second) ? `${name.text} ${second.text}` : ''
  const known = [pair, name.text].find(text => Object.hasOwn(GIT_PROGRAMS, text))
  const program = known === undefined ? undefined : GIT_PROGRAMS[known]
  if (known === undefined || !program) return no(`git ${name.text} is not known to be read-only`, name.raw)
  const rest = args.slice(at + (known === pair ? 2 : 1))
  const look = lookAtProgram(program, rest, place)
  return look.ok
    ? { ...look, git: true, ...shownByGit(gitContents(known, program, rest), look, place) }
    : look
}

/** Content that is not named counts as all that is here. */
const shownByGit = (
  contents: GitContents,
  look: Extract<Look, { ok: true }>,
  place: Place,
): Partial<Extract<Look, { ok: true }>> => {
  if (contents === 'nothing') return {}
  if (contents !== 'anything') return { shows: contents.flatMap(text => usesOfText(text, 'read', place)) }
  return { shows: contents, uses: [...look.uses, ...usesOfText('.', 'read', place)] }
}

const lookAtProgram = (program: Program, args: readonly ShellWord[], place: Place): Look => {
  const dynamic = args.find(word => word.causes.length > 0)
  if (dynamic) return no(`${dynamic.raw} is not known before it runs`, dynamic.raw)
  const wildcard = args.find(word => word.glob)
  if (wildcard && !program.globs) return no(`${wildcard.raw} could stand for an option`, wildcard.raw)
  const read = readFlags(args, program.flags)
  if (typeof read === 'string') return no(`the option ${read} is not known to be read-only`, read)
  const refusal = program.refuse?.(read)
  if (refusal) return no(refusal)
  const recursive =
    program.recursive === 'always' || (program.recursive?.some(flag => read.seen.has(flag)) ?? false)
  const uses = usesOfOperands(program, read, place)
  if (!uses) return no('a path is not known before it runs')
  const marked = program.filesOnly ? uses.map(use => ({ ...use, fileOnly: true })) : uses
  return { ok: true, uses: marked, recursive, git: false }
}

const usesOfOperands = (program: Program, read: ReadFlags, place: Place): readonly PathUse[] | undefined => {
  const values = read.files.flatMap(file => usesOfText(file, 'read', place))
  switch (program.operands) {
    case 'none':
      return read.operands.length === 0 ? values : undefined
    case 'data':
      return values
    case 'paths': {
      const tried = read.operands.flatMap(word =>
        (program.suffixes ?? []).flatMap(suffix => usesOfText(word.text + suffix, 'read', place)),
      )
      return joinUses([...read.operands, ...read.late], [...values, ...tried], place)
    }
    case 'pattern': {
      const paths = [...behindPattern(program, read), ...read.late]
      return joinUses(
        paths,
        [...values, ...(paths.length === 0 ? usesOfText('.', 'read', place) : [])],
        place,
      )
    }
    case 'revisions':
      return usesOfRevisions([...read.operands, ...read.loose], values, place)
    case 'pattern and revisions':
      return usesOfRevisions(behindPattern(program, read), values, place)
  }
}

const behindPattern = (program: Program, read: ReadFlags): readonly ShellWord[] => {
  const given = (program.patternFlags ?? PATTERN_FLAGS).some(name => read.seen.has(name))
  return given ? read.operands : read.operands.slice(1)
}

/** git expands wildcards by itself, so a quoted one counts here. */
const usesOfRevisions = (
  words: readonly ShellWord[],
  values: readonly PathUse[],
  place: Place,
): readonly PathUse[] | undefined => {
  if (words.some(word => word.text.startsWith(':(') || (/[*?[]/.test(word.text) && picksSecrets(word.text))))
    return undefined
  // `HEAD:path` and `:0:path` name a file behind the last colon.
  const behind = words.flatMap(word =>
    usesOfText(word.text.slice(word.text.lastIndexOf(':') + 1) || '.', 'read', place),
  )
  return joinUses(words, [...values, ...behind], place)
}

const joinUses = (
  words: readonly ShellWord[],
  more: readonly PathUse[],
  place: Place,
): readonly PathUse[] | undefined => {
  const uses: PathUse[] = [...more]
  for (const word of words) {
    // A lone dash is standard input.
    if (word.text === '-' || (word.text === '/dev/null' && isStatic(word))) continue
    const found = usesOf(word, 'read', place)
    if (!found) return undefined
    uses.push(...found)
  }
  return uses
}

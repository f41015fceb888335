import { isAbsolute, join } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { allowListText } from '../../../protocol/messages/permissions/allow-list.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import { isSafeAssignment, trustedName } from '../rules/match-shell.ts'
import { PROGRAM_FAMILIES } from './family-programs.ts'
import { HARMLESS_VARIABLE } from './harmless-variable.ts'
import { lookAtFound, lookAtPrinted, lookAtXargs, TAKES_NAMES, TEXT_PROGRAMS } from './look-at-names.ts'
import { lookAtFamily, lookAtGit, lookAtProgram } from './look-at-program.ts'
import {
  namesWorkingDirectory,
  type PathContext,
  type PathUse,
  usesOf,
  withWorkingDirectory,
} from './path-use.ts'
import { PROGRAM_TABLE } from './program-table.ts'
import { DATA_PROGRAMS } from './programs.ts'
import { allOf, no, onlyReads, type ReadOnlyVerdict } from './read-only-verdict.ts'
import { isPlainFormat, isTextTest, readComparison, readTest } from './test-expression.ts'
import { VERSION_QUERIES } from './version-queries.ts'
import { list } from './word-list.ts'

const NEUTRAL_WRAPPERS = new Set(['timeout', 'time', 'nice', 'stdbuf', 'command'])

/** Text that is only printed or compared may hold substitutions (judged on their own) and harmless variables. */
const isData = (word: ShellWord): boolean =>
  word.causes.every(cause => cause === 'command' || cause === 'variable') &&
  word.variables.every(name => HARMLESS_VARIABLE.test(name))

const assignmentIn = ({ assignments: [first] }: SimpleCommand): string | undefined =>
  first && `${first.name}=${first.value.raw}`

/** Whether one simple command only looks. Redirects are judged apart. */
export const lookAt = (command: SimpleCommand, context: PathContext): ReadOnlyVerdict => {
  const { words, assignments, variants } = command
  if (words.length === 0)
    return assignments.every(one => one.own)
      ? onlyReads()
      : no(lookText('sets_variable'), assignmentIn(command))
  if (!isSafeAssignment(command)) return no(lookText('sets_variable'), assignmentIn(command))
  if (!variants && !words.some(namesWorkingDirectory)) return lookAtWords(command, context)
  // A name from a variable is not the name of a program that a table knows.
  if (!words[0] || !isStatic(words[0])) return no(lookText('program_not_plain'), words[0]?.raw)
  return allOf((variants ?? [words]).map(variant => lookAtForm({ ...command, words: variant }, context)))
}

const lookAtForm = (command: SimpleCommand, context: PathContext): ReadOnlyVerdict =>
  command.words.some(namesWorkingDirectory)
    ? allOf(
        context.bases.map(base =>
          lookAtWords(
            { ...command, words: command.words.map(word => withWorkingDirectory(word, base)) },
            { ...context, bases: [base] },
          ),
        ),
      )
    : lookAtWords(command, context)

const lookAtWords = (command: SimpleCommand, context: PathContext): ReadOnlyVerdict => {
  if (command.words[0] && trustedName(command.words[0]) === 'xargs') return lookAtXargs(command, context)
  const { command: inner, via } = unwrap(command)
  const wrapper = via.find(name => !NEUTRAL_WRAPPERS.has(name))
  if (wrapper) return no(lookText('runs_command', { program: wrapper }), wrapper)
  const [first, ...args] = inner.words
  const name = first && trustedName(first)
  if (name === undefined) return no(lookText('program_not_plain'), first?.raw)
  if (MOVES.has(name) && command.place.conditional) return no(lookText('in_branch', { program: name }))
  // Some systems have a program of that name, which succeeds and moves nobody.
  if (MOVES.has(name) && via.some(one => one !== 'command'))
    return no(lookText('behind', { program: name, wrapper: via.join(' ') }))
  // By its path another program finds the one that we cannot replace.
  if (first?.text.includes('/') && (name === 'npm' || (name === 'git' && via.length > 0)))
    return no(lookText('started_by_path', { program: name }), first.raw)
  // It ends with whoever reads it.
  if (name === 'yes' && command.place.pipeline) return lookAtData(name, args, context)
  return marked(name, lookAtNamed(name, args, context))
}
const MOVES = new Set(list('cd pushd popd'))

/** They show facts or names, never what is in a file. */
const FACTS = new Set(list('ls du file stat wc echo printf basename dirname'))
const marked = (name: string, look: ReadOnlyVerdict): ReadOnlyVerdict =>
  look.ok && FACTS.has(name)
    ? { ...look, uses: look.uses.map(use => (use.glob === undefined ? use : { ...use, facts: true })) }
    : look

const lookAtNamed = (name: string, args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  if (DATA_PROGRAMS.has(name)) return lookAtData(name, args, context)
  if (name === 'printf') return lookAtPrintf(args, context)
  if (name === 'test' || name === '[') return lookAtTest(name, args, context)
  if (name === '[[') return lookAtComparison(args, context)
  if (MOVES.has(name)) return lookAtMove(name, args, context)
  if (asksVersion(name, args)) return onlyReads()
  if (name === 'git') return lookAtGit(args, context)
  if (name === 'find') return lookAtFound(args, context)
  if (Object.hasOwn(PROGRAM_FAMILIES, name)) return lookAtFamily(name, args, context)
  if (TEXT_PROGRAMS.has(name) && args.some(word => word.causes.length > 0))
    return lookAtData(name, args, context)
  const program = Object.hasOwn(PROGRAM_TABLE, name) ? PROGRAM_TABLE[name] : undefined
  if (!program) return no(allowListText('not_read_only', { program: name }), name)
  if (TAKES_NAMES.has(name) && args.some(word => word.printedBy)) return lookAtPrinted(program, args, context)
  return lookAtProgram(program, args, context)
}

const asksVersion = (name: string, args: readonly ShellWord[]): boolean => {
  const [word] = args
  if (args.length !== 1 || !word || !isStatic(word) || word.tilde) return false
  return Object.hasOwn(VERSION_QUERIES, name) && (VERSION_QUERIES[name]?.includes(word.text) ?? false)
}

/** Words are printed as they are, except that a wildcard brings the names in a directory. */
const lookAtData = (name: string, args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  // A name in quotes was found by the loop that goes through them.
  const globs = args.filter(word => word.glob && !word.whole).map(word => usesOf(word, 'read', context))
  if (!args.every(isData) || globs.includes(undefined))
    return no(lookText('prints_unknown', { program: name }))
  return onlyReads(globs.flatMap(uses => (uses ?? []).map(use => ({ ...use, leads: false }))))
}

const lookAtPrintf = (args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const [format, ...rest] = args
  return format && isPlainFormat(format) ? lookAtData('printf', rest, context) : no(lookText('printf_format'))
}

const lookAtTest = (name: string, args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const closed = args.at(-1)?.raw === ']'
  if (name === '[' && !closed) return no(lookText('bracket_missing'))
  const words = name === '[' ? args.slice(0, -1) : args
  if (!words.every(isData) && !isTextTest(words)) return no(lookText('test_not_plain'))
  const paths = readTest(words)
  return paths ? looksAtPaths(paths, words, context) : no(lookText('test_not_plain'))
}

const lookAtComparison = (args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const paths = args.every(isData) || isTextTest(args) ? readComparison(args) : undefined
  return paths ? looksAtPaths(paths, NOTHING, context) : no(lookText('test_not_plain'))
}
const NOTHING: readonly ShellWord[] = []

/** A test of a file, and of names that must stay one word each. */
const looksAtPaths = (
  paths: readonly ShellWord[],
  words: readonly ShellWord[],
  context: PathContext,
): ReadOnlyVerdict => {
  const uses: PathUse[] = []
  for (const word of new Set([...paths, ...words.filter(one => one.splits)])) {
    const found = usesOf(word, 'read', context)
    if (!found) return no(lookText('test_not_plain'))
    uses.push(...found.map(use => ({ ...use, facts: true, leads: false })))
  }
  return onlyReads(uses)
}

/** `cd` and `pushd` are followed only to a directory inside, by its plain name; `popd` and `cd -` where the line says. */
const lookAtMove = (name: string, args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const [target] = args
  const back = name === 'popd' ? args.length === 0 : name === 'cd' && args.length === 1 && target?.raw === '-'
  if (name === 'pushd' && !context.back) return no(lookText('pushd_stays'))
  if (back) return context.back ? onlyReads() : no(lookText('move_unknown', { program: name }))
  if (name === 'popd' || args.length !== 1 || !target || !isStatic(target) || /^(?:[-+]|$)/.test(target.text))
    return no(lookText('move_not_inside', { program: name }))
  if (!target.text.split('/').includes('..')) return onlyReads(usesOf(target, 'read', context))
  // bash takes `..` back by name, the kernel by directory: behind a link the two differ.
  const uses: PathUse[] = []
  for (const base of context.bases) {
    const logical = join(base, target.text)
    if (
      target.tilde ||
      isAbsolute(target.text) ||
      !isInside(logical, context.start ?? base, { caseSensitive: true })
    )
      return no(lookText('move_out', { program: name }))
    uses.push({ path: `${base}/${target.text}`, kind: 'read', sameAs: logical })
  }
  return onlyReads(uses)
}

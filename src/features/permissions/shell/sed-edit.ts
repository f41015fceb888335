import type { Lowered } from '../../../lib/shell/command.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { sedScript } from './filters.ts'
import { type FlagTable, type ReadFlags, readFlags } from './flags.ts'
import { usesOf } from './path-use.ts'
import { sedCommands } from './sed-program.ts'

/** A sed that changes one file in place and does nothing else. */
export interface SedEdit {
  /** Absolute; `..` still in it. */
  readonly path: string
  /** Options and script of a sed that prints what the file would hold. */
  readonly args: readonly string[]
}

const FLAGS: FlagTable = {
  short: 'inErsz',
  shortValue: 'e',
  long: ['in-place', 'quiet', 'silent', 'regexp-extended', 'separate', 'null-data'],
  longValue: ['expression'],
}
/** What is printed instead, by the option in the command. */
const PRINTING: readonly (readonly [names: readonly string[], option: string])[] = [
  [['n', 'quiet', 'silent'], '-n'],
  [['E', 'r', 'regexp-extended'], '-E'],
  [['z', 'null-data'], '-z'],
]
/** They end early or name the file: in place that means something else than on the screen. */
const ELSEWHERE = new Set(['q', 'Q', 'F'])

/** The edit that a whole command line is; undefined when it is more, less, or in doubt. Pure. */
export const readSedEdit = (
  line: Lowered,
  place: { readonly cwd: string; readonly home: string },
): SedEdit | undefined => {
  const [command, ...more] = line.ok && line.opaque.length === 0 ? line.commands : []
  if (!command || more.length > 0) return undefined
  const { substitution, pipeline, subshell, conditional, background } = command.place
  if (substitution > 0 || pipeline || subshell || conditional || background) return undefined
  if (command.redirects.length > 0 || command.assignments.length > 0) return undefined
  const [name, ...args] = command.words
  if (name?.raw !== 'sed' || !args.every(isStatic)) return undefined
  const read = readFlags(args, FLAGS)
  if (typeof read === 'string' || !isInPlace(args, read)) return undefined
  const script = sedScript(read)
  const letters = script === undefined ? undefined : sedCommands(script)
  if (script === undefined || !letters || letters.some(letter => ELSEWHERE.has(letter))) return undefined
  const [file, ...others] = hasExpression(read) ? read.operands : read.operands.slice(1)
  if (!file || others.length > 0 || file.text === '-') return undefined
  const [use] = usesOf(file, 'write', { bases: [place.cwd], home: place.home }) ?? []
  const options = PRINTING.flatMap(([names, option]) =>
    names.some(one => read.seen.has(one)) ? [option] : [],
  )
  return use && { path: use.path, args: [...options, '-e', script] }
}

const hasExpression = ({ seen }: ReadFlags): boolean => seen.has('e') || seen.has('expression')

/** What is attached to `-i` is a suffix: a second file would be written, and the letters behind it are no options. */
const isInPlace = (args: readonly ShellWord[], { seen }: ReadFlags): boolean =>
  (seen.has('i') || seen.has('in-place')) && !args.some(({ text }) => /^-(?!-)[^ei]*i./.test(text))

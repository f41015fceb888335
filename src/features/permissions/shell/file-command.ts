import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import { isSafeAssignment, trustedName } from '../rules/match-shell.ts'
import { sedScript } from './filters.ts'
import { type FlagTable, type ReadFlags, readFlags } from './flags.ts'
import { type PathContext, type PathUse, usesOf } from './path-use.ts'
import { usesOfBsdInPlace } from './sed/bsd-in-place.ts'
import { isHarmlessSed } from './sed-program.ts'

/** Commands that an edit mode lets run inside, with the options under which they touch only what they name. */
const FILE_COMMANDS: Readonly<Record<string, FlagTable>> = {
  mkdir: { short: 'pv', long: ['parents', 'verbose'] },
  touch: { short: 'acm', long: ['no-create'] },
  rm: { short: 'rRfvid', long: ['recursive', 'force', 'verbose', 'dir'] },
  rmdir: { short: 'v', long: ['verbose'] },
  mv: { short: 'fnvi', long: ['force', 'no-clobber', 'verbose'] },
  cp: { short: 'fnvip', long: ['force', 'no-clobber', 'verbose'] },
  // With a suffix it writes another file, which is not named.
  sed: {
    short: 'inErsz',
    shortValue: 'e',
    long: ['in-place', 'quiet', 'silent', 'regexp-extended'],
    longValue: ['expression'],
  },
}

/** The paths a plain file command writes or reads; undefined when it is none or not plain. */
export const readFileCommand = (
  command: SimpleCommand,
  context: PathContext,
): readonly PathUse[] | undefined => {
  const { command: inner, via } = unwrap(command)
  // xargs adds operands that are not in the text.
  if (via.includes('xargs')) return undefined
  const [first, ...args] = inner.words
  const name = first && trustedName(first)
  if (name === undefined || !Object.hasOwn(FILE_COMMANDS, name) || !isSafeAssignment(command))
    return undefined
  if (!args.every(word => isStatic(word) || isPlainGlob(word))) return undefined
  const read = readFlags(args, FILE_COMMANDS[name] ?? {})
  if (typeof read === 'string' || read.operands.length === 0) return undefined
  if (!args.every(isStatic) && !mayTakeGlobs(name, read)) return undefined
  const operands = name === 'sed' ? editedBySed(args, read) : read.operands
  if (!operands) return undefined
  const uses = operands.flatMap((word, at) => {
    const role = roleOf(name, at === operands.length - 1)
    const both = [...(usesOf(word, 'write', context) ?? []), ...(usesOf(word, 'read', context) ?? [])]
    return role ? both.map(use => ({ ...use, role })) : both
  })
  if (name === 'sed') {
    // Elsewhere `-i` takes the next word, and another one is the script.
    const elsewhere = usesOfBsdInPlace(args, context)
    return elsewhere && [...uses, ...elsewhere]
  }
  if (name !== 'cp' && name !== 'mv') return uses
  const target = read.operands.at(-1)
  if (!target || read.operands.length < 2) return undefined
  return [...uses, ...landings(read.operands.slice(0, -1), target, context)]
}

const roleOf = (name: string, isLast: boolean): PathUse['role'] => {
  if (name === 'mkdir') return 'holder'
  if (name !== 'cp') return undefined
  return isLast ? 'holder' : 'copied'
}

/** It begins with a name, so that it cannot stand for an option, and stays in the directories it names. */
const isPlainGlob = ({ text, glob, causes, tilde }: ShellWord): boolean =>
  glob && causes.length === 0 && !tilde && /^[^-*?[~][^*?[]*\/[^/]+$/.test(text) && !text.includes('**')

/** They do to each file what they do to one, and to nothing below it. */
const mayTakeGlobs = (name: string, read: ReadFlags): boolean => {
  if (name === 'rm') return !['r', 'R', 'recursive', 'd', 'dir'].some(flag => read.seen.has(flag))
  if (name !== 'sed') return name === 'touch'
  const given = read.values.some(one => one.name === 'e' || one.name === 'expression')
  return given || read.operands[0]?.glob === false
}

/** The files of an in-place sed with a harmless script; `-i` must stand alone, since what is attached to it is a suffix. */
const editedBySed = (args: readonly ShellWord[], read: ReadFlags): readonly ShellWord[] | undefined => {
  const clustered = args.some(word => /^-(?!-)[^e]*i/.test(word.text) && word.text !== '-i')
  const inPlace = read.seen.has('i') || read.seen.has('in-place')
  if (clustered || !inPlace || !isHarmlessSed(sedScript(read) ?? 'w')) return undefined
  const given = read.values.some(one => one.name === 'e' || one.name === 'expression')
  const files = given ? read.operands : read.operands.slice(1)
  return files.length > 0 ? files : undefined
}

/** If the target is a directory, each file goes into it under its own name. */
export const landings = (
  sources: readonly ShellWord[],
  target: ShellWord,
  context: PathContext,
): readonly PathUse[] => {
  const directory = usesOf(target, 'write', context) ?? []
  return sources
    .filter(source => isStatic(source))
    .flatMap(source => {
      const name = baseName(source.text.replace(/\/+$/, ''))
      return directory.map(use => ({ path: `${use.path}/${name}`, kind: 'write' as const }))
    })
}

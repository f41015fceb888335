import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { isStatic, literalWord, type ShellWord } from '../../../lib/shell/word.ts'
import { trustedName } from '../match-shell.ts'
import { readFlags } from './flags.ts'
import { type Look, looks, no } from './look.ts'
import { behindPattern, lookAtProgram } from './look-at-program.ts'
import type { PathContext, PathUse } from './path-use.ts'
import { usesOfPrinted } from './printed-names.ts'
import type { Program } from './program.ts'
import { PROGRAM_TABLE } from './program-table.ts'
import { list } from './word-list.ts'
import { readXargs } from './xargs-command.ts'

/** Programs whose operands are files, and for which a name that is one can mean nothing else. */
export const TAKES_NAMES = new Set(
  list(
    'wc ls stat file du md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum grep egrep fgrep head tail cat',
  ),
)
/** A name that is printed by another command of the line; where it may lie is looked at apart. */
const PRINTED: ShellWord = { ...literalWord('./a'), stream: true }

const withPrinted = (look: Look, uses: readonly PathUse[]): Look =>
  look.ok ? { ...look, recursive: true, uses: [...look.uses, ...uses] } : look

/** Whatever they are given, they cut it and print it. */
export const TEXT_PROGRAMS = new Set(list('basename dirname'))

/** `wc -l $(git ls-files)`: a recursive look, if what is printed can only be names of files here. */
export const lookAtPrinted = (program: Program, args: readonly ShellWord[], context: PathContext): Look => {
  const uses: PathUse[] = []
  const words: ShellWord[] = []
  for (const word of args) {
    if (!word.printedBy) {
      words.push(word)
      continue
    }
    const found = usesOfPrinted(word.printedBy, 'word', context)
    if (!found) return no(`${word.raw} is not known before it runs`, word.raw)
    uses.push(...found)
    words.push(PRINTED)
  }
  return withPrinted(lookAtProgram(program, words, context), uses)
}

export const lookAtXargs = (command: SimpleCommand, context: PathContext): Look => {
  const read = readXargs(command.words.slice(1))
  const [first, ...given] = read?.words ?? []
  const name = first && trustedName(first)
  if (!read || (first && name === undefined)) return no('xargs runs a command', 'xargs')
  // Without a command it echoes.
  if (name === undefined || name === 'echo' || TEXT_PROGRAMS.has(name))
    return given.every(word => isStatic(word)) ? looks() : no('xargs runs a command', 'xargs')
  const program = TAKES_NAMES.has(name) ? PROGRAM_TABLE[name] : undefined
  if (!program) return no(`xargs runs ${name}`, 'xargs')
  const uses = command.fedBy && usesOfPrinted(command.fedBy, read.separator, context)
  const fed = command.redirects.every(one => one.op === '>' || one.op === '>&')
  if (!uses || !fed) return no('xargs gets names that are not known to be files here', 'xargs')
  const words = withName(given, read.place)
  if (!words) return no('xargs puts names into other words', 'xargs')
  const pattern = program.operands === 'pattern' && readFlags(words, program.flags)
  if (pattern && (typeof pattern === 'string' || !behindPattern(program, pattern).includes(PRINTED)))
    return no('xargs puts names where a pattern belongs', 'xargs')
  return withPrinted(lookAtProgram(program, words, context), uses)
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

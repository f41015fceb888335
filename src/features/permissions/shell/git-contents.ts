import type { ShellWord } from '../../../lib/shell/word.ts'
import { type ReadFlags, readFlags } from './flags.ts'
import type { Program } from './program.ts'
import { list } from './word-list.ts'

/** What a git query shows of files: nothing but names and counts, only what these words name, or anything there is. */
export type GitContents = 'nothing' | 'anything' | readonly string[]

/** Options that print parts of files, or whose answer depends on them. */
const PRINTS = new Set(
  list(
    'p u U c W S G a patch unified cc binary text patch-with-stat word-diff color-words check function-context inter-hunk-context follow',
  ),
)
/** Options with which a diff prints no part of a file. */
const SUMS_UP = new Set(
  list('s q stat numstat shortstat summary compact-summary name-only name-status raw dirstat no-patch quiet'),
)
/** A commit for certain: other names may be those of a file's content. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/
const isCommit = (text: string): boolean =>
  text !== '' && text.split(/\.{2,3}/).every(end => end === '' || COMMIT.test(end))

const prints = (read: ReadFlags): boolean => [...read.seen].some(name => PRINTS.has(name))
const sumsUp = (read: ReadFlags): boolean => !prints(read) && [...read.seen].some(name => SUMS_UP.has(name))

/** The files that the operands name, if they name nothing else: `HEAD:./a` counts from the directory, `HEAD:a` from the top. */
const namedFiles = (args: readonly ShellWord[], read: ReadFlags): readonly string[] | undefined => {
  const end = args.findIndex(word => word.text === '--')
  const behind = end < 0 ? [] : args.slice(end + 1)
  const before = read.operands.slice(0, read.operands.length - behind.length).map(word => word.text)
  const files = before
    .filter(text => !isCommit(text))
    .map(text => {
      const [revision = '', path] = text.split(':./')
      return path !== undefined && COMMIT.test(revision) ? `./${path}` : text
    })
  const named = [...files, ...behind.map(word => word.text)]
  return named.length === 0 || named.some(text => /[:*?[\\]/.test(text)) ? undefined : named
}

/** Kind, size and whether it is there; all else that `cat-file` is asked for is the content. */
const FACTS = ['t', 's', 'e']

const mayPrint = (name: string, read: ReadFlags): boolean => {
  const commits = read.operands.every(word => isCommit(word.text))
  switch (name) {
    case 'status':
      return read.seen.has('v') || read.seen.has('verbose')
    case 'log':
    case 'reflog':
    case 'reflog show':
    case 'stash list':
      return prints(read)
    case 'diff':
    case 'stash show':
      return !sumsUp(read)
    case 'show':
      return !(sumsUp(read) && commits)
    case 'cat-file':
      return !FACTS.some(flag => read.seen.has(flag)) && !commits
    default:
      return name === 'blame' || name === 'grep'
  }
}

/** What of files a query shows, for rules that keep some of them from being read. */
export const gitContents = (name: string, program: Program, args: readonly ShellWord[]): GitContents => {
  const read = readFlags(args, program.flags)
  if (typeof read === 'string') return 'anything'
  if (!mayPrint(name, read)) return 'nothing'
  // It shows the file under the names it had before, too.
  if (read.seen.has('follow') || name === 'stash show') return 'anything'
  return namedFiles(args, read) ?? 'anything'
}

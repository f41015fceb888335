import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { findCheckout } from '../find-checkout.ts'

/** `outside`: no repository is around the file. `failed`: git would still offer it for a commit. */
export type ExcludeOutcome = 'outside' | 'excluded' | 'failed'

const MOST_BYTES = 1024 * 1024

/**
 * A private file inside a repository is named in the repository's own list of files git does not look at, which is never
 * part of a commit. No program is run; what is a link is left alone.
 */
export const keepOutOfGit = (path: string): ExcludeOutcome => excludeFromGit(path).kept

/** The same; `added`: it was not in the list before. */
export const excludeFromGit = (path: string): { readonly kept: ExcludeOutcome; readonly added: boolean } => {
  try {
    const directory = realpathSync.native(dirname(path))
    const checkout = findCheckout(directory)
    if (!checkout) return { kept: 'outside', added: false }
    const inside = relative(checkout.root, join(directory, path.slice(dirname(path).length + 1)))
    return exclude(join(checkout.main, '.git'), patternOf(inside))
  } catch {
    // Whatever stood in the way: the caller says that git may still see the file.
    return FAILED
  }
}

const FAILED = { kept: 'failed', added: false } as const

const exclude = (repository: string, pattern: string): ReturnType<typeof excludeFromGit> => {
  if (!lstatSync(repository).isDirectory()) return FAILED
  const info = join(repository, 'info')
  mkdirSync(info, { recursive: true })
  if (realpathSync.native(info) !== join(realpathSync.native(repository), 'info')) return FAILED
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants
  const file = openSync(join(info, 'exclude'), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK, 0o644)
  try {
    const facts = fstatSync(file)
    if (!facts.isFile() || facts.size > MOST_BYTES) return FAILED
    const text = readFileSync(file, 'utf8')
    const added = !text.split(/\r?\n/).includes(pattern)
    if (added) writeSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${pattern}\n`)
    return { kept: 'excluded', added }
  } finally {
    closeSync(file)
  }
}

/** Exactly this file; signs that mean something in a pattern are taken as they are. */
const patternOf = (inside: string): string =>
  `/${inside
    .split(sep)
    .join('/')
    .replace(/[\\*?[\]!#]/g, String.raw`\$&`)
    .replace(/ +$/, blanks => '\\ '.repeat(blanks.length))}`

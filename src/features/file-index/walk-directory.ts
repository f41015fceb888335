import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ignore } from 'ignore'

export interface WalkPlace {
  readonly cwd: string
  readonly respectIgnored: boolean
  now(): number
}

const MOST_FILES = 200_000
const LONGEST_MS = 10_000
/** What nobody refers to by hand, and what is large. */
const SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.svn',
  '.jj',
  'node_modules',
  '__pycache__',
  '.venv',
  '.cache',
])

interface Directory {
  /** Relative, with a slash at its end; empty for the first. */
  readonly path: string
  /** Rules of the directories above and this one, each with where it stands. */
  readonly rules: readonly { readonly at: string; readonly ignored: Ignore }[]
}

/**
 * Lists files where git does not, nearest first, within bounds. Links are listed, never followed. What cannot be read is
 * passed over.
 */
export const walkDirectory = async (place: WalkPlace): Promise<Uint8Array> => {
  const found: string[] = []
  const until = place.now() + LONGEST_MS
  const waiting: Directory[] = [{ path: '', rules: [] }]
  for (const directory of waiting) {
    if (found.length >= MOST_FILES || place.now() > until) break
    const entries = await entriesOf(join(place.cwd, directory.path))
    const rules = place.respectIgnored ? await rulesIn(place.cwd, directory, entries) : []
    for (const entry of entries) {
      const path = directory.path + entry.name
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && !isIgnored(`${path}/`, rules))
          waiting.push({ path: `${path}/`, rules })
      } else if (found.length < MOST_FILES && !isIgnored(path, rules)) found.push(path)
    }
  }
  return Buffer.from(found.sort().join('\0'))
}

const entriesOf = async (path: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    // Not ours to read, or gone: nothing to offer from there.
    return []
  }
}

const rulesIn = async (
  cwd: string,
  { path, rules }: Directory,
  entries: readonly Dirent[],
): Promise<Directory['rules']> => {
  if (!entries.some(entry => entry.name === '.gitignore' && entry.isFile())) return rules
  try {
    const text = await readFile(join(cwd, path, '.gitignore'), 'utf8')
    const { default: ignore } = await import('ignore')
    return [...rules, { at: path, ignored: ignore().add(text) }]
  } catch {
    // Unreadable rules hide nothing.
    return rules
  }
}

/** The nearest rule that says something decides. */
const isIgnored = (path: string, rules: Directory['rules']): boolean => {
  for (const { at, ignored } of rules.toReversed()) {
    const verdict = ignored.test(path.slice(at.length))
    if (verdict.ignored || verdict.unignored) return verdict.ignored
  }
  return false
}

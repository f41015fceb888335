import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileIgnorePattern, type IgnorePattern } from '../../lib/ignore-pattern.ts'

export interface WalkOptions {
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

interface IgnoreRule {
  readonly pattern: IgnorePattern
  readonly negated: boolean
}

/** A longer file is no list that somebody wrote. */
const MOST_RULES = 5_000

const rulesOf = (text: string): readonly IgnoreRule[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(0, MOST_RULES)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => {
      const trimmed = /\\ +$/.test(line) ? line : line.trimEnd()
      const negated = trimmed.startsWith('!')
      const pattern = negated ? trimmed.slice(1) : trimmed
      return { pattern: compileIgnorePattern(pattern, { ignoreCase: true }), negated }
    })

interface Directory {
  /** Relative, with a slash at its end; empty for the first. */
  readonly path: string
  /** Rules of the directories above and this one, each with where it stands. */
  readonly rules: readonly { readonly at: string; readonly said: readonly IgnoreRule[] }[]
}

/**
 * Lists files where git does not, nearest first, within bounds. Links are listed, never followed. What cannot be read is
 * passed over.
 */
export const walkDirectory = async (options: WalkOptions): Promise<Uint8Array> => {
  const found: string[] = []
  const until = options.now() + LONGEST_MS
  const waiting: Directory[] = [{ path: '', rules: [] }]
  for (const directory of waiting) {
    if (found.length >= MOST_FILES || options.now() > until) break
    const entries = await entriesOf(join(options.cwd, directory.path))
    const rules = options.respectIgnored ? await rulesIn(options.cwd, directory, entries) : []
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
    return [...rules, { at: path, said: rulesOf(text) }]
  } catch {
    // Unreadable rules hide nothing.
    return rules
  }
}

/** The nearest file that says something decides, and in it the last rule. Directories have a slash at their end. */
const isIgnored = (path: string, rules: Directory['rules']): boolean => {
  const kind = path.endsWith('/') ? 'directory' : 'file'
  const whole = kind === 'directory' ? path.slice(0, -1) : path
  for (const { at, said } of rules.toReversed()) {
    const last = said.findLast(({ pattern }) => pattern.matches(whole.slice(at.length), kind))
    if (last) return !last.negated
  }
  return false
}

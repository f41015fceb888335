import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { compileIgnorePattern } from '../../lib/ignore-pattern.ts'

const MAX_BYTES = 64 * 1024
/** Nothing is ever loaded from what a package manager put there. */
const DEPENDENCIES: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
  'vendor',
  '.git',
])

/**
 * Whether nothing of a directory below `root` is the project's own: dependencies, another repository, or what git is told
 * to ignore.
 */
export const isForeignDirectory = (root: string, directory: string): boolean => {
  const names = relative(root, directory).split(sep)
  if (names[0] === '..' || names.some(name => DEPENDENCIES.has(name))) return true
  return names.some((_, at) => {
    const path = names.slice(0, at + 1)
    return existsSync(join(root, ...path, '.git')) || isIgnored(root, path)
  })
}

/** The last pattern that fits decides; files further down come later. */
const isIgnored = (root: string, names: readonly string[]): boolean => {
  let ignored = false
  for (const at of names.keys()) {
    const below = names.slice(at).join('/')
    for (const line of patternsIn(join(root, ...names.slice(0, at), '.gitignore'))) {
      const isNegated = line.startsWith('!')
      const pattern = compileIgnorePattern(isNegated ? line.slice(1) : line, { ignoreCase: false })
      if (pattern.matches(below, 'directory')) ignored = !isNegated
    }
  }
  return ignored
}

const patternsIn = (file: string): readonly string[] => {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.size > MAX_BYTES) return []
    return readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .map(line => line.replace(/(?<!\\)\s+$/, ''))
      .filter(line => line !== '' && !line.startsWith('#'))
  } catch {
    // What cannot be read ignores nothing.
    return []
  }
}

import { isAbsolute } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { similarPaths } from './read/similar-paths.ts'

/** What is said of a path that leads nowhere: from where it was looked for, and what it may have meant. */
export const missingMessage = (given: string, path: string, cwd: string): string => {
  const similar = similarPaths(path, cwd).map(name => escapeLine(name, 1_000))
  const hint = similar.length > 0 ? ` Did you mean ${similar.join(' or ')}?` : ' Look for it with Glob.'
  const from = isAbsolute(given) || given.startsWith('~') ? '' : ` (the current directory is ${cwd})`
  return `${path} does not exist${from}.${hint}`
}

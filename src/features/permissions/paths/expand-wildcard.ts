import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { matchWildcard } from '../../../lib/text/wildcard.ts'
import type { PathUse } from '../shell/path-use.ts'
import { filesOfNameAsScript } from '../shell/sed/bsd-in-place.ts'
import { lookUp, type PathFacts } from './path-facts.ts'

interface Budget {
  entries: number
}

/** Whether a shell pattern could stand for a file name. Answers yes in doubt: brackets and `?` count as stars. */
export const mayStandFor = (glob: string, name: string): boolean =>
  (!name.startsWith('.') || glob.startsWith('.')) &&
  matchWildcard(glob.replace(/\[[^\]]*\]|\?/g, '*').replace(/[[\]\\]/g, '*'), name)

const hasWildcard = (name: string): boolean => /[*?[]/.test(name)

/** The names in a directory, taken from the budget. */
export const namesOf = (directory: string, budget: Budget): readonly string[] => {
  try {
    const names = readdirSync(directory)
    budget.entries -= names.length
    return names
  } catch {
    // Missing, unreadable or no directory: nothing in it can be matched.
    return []
  }
}

/** Whether a shell that goes on below it lists a directory that is somewhere else. */
const isLink = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  } catch {
    // Below a file, or not to be looked at: a shell cannot go there either.
    return false
  }
}

const exists = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Below a file, or not to be looked at: a shell would not find it either.
    return false
  }
}

/** The names in a directory that one part of a pattern may stand for. In doubt yes. */
const namesIn = (directory: string, pattern: string, budget: Budget): readonly string[] | undefined => {
  if (!hasWildcard(pattern)) return exists(join(directory, pattern)) ? [pattern] : []
  const names = namesOf(directory, budget)
  if (budget.entries < 0) return undefined
  return names.filter(name => mayStandFor(pattern.toLowerCase(), name.toLowerCase()))
}

/**
 * Everything on disk that a pattern below a directory may stand for now, links followed, and the links to directories
 * that a shell looks behind on its way there, whatever it finds. Undefined when the directory
 * cannot be looked at or there is too much to look at, so that nobody may rely on it.
 */
export const expandWildcard = (
  directory: string,
  glob: string,
  budget: Budget,
): readonly PathFacts[] | undefined => {
  const start = lookUp(directory)
  if (!start.ok || start.kind !== 'directory') return undefined
  let level: readonly string[] = [directory]
  const behind: PathFacts[] = []
  for (const [at, pattern] of glob.split('/').entries()) {
    if (at > 0) behind.push(...linksAmong(level, budget))
    const next: string[] = []
    for (const one of level) {
      budget.entries -= 1
      const names = namesIn(one, pattern, budget)
      if (!names) return undefined
      for (const name of names) next.push(join(one, name))
    }
    level = next
  }
  budget.entries -= level.length
  return budget.entries < 0 ? undefined : [...behind, ...level.map(path => lookUp(path))]
}

const linksAmong = (paths: readonly string[], budget: Budget): readonly PathFacts[] => {
  budget.entries -= paths.length
  if (budget.entries < 0) return []
  const found = paths.filter(isLink).map(path => lookUp(path))
  return found.filter(facts => !facts.ok || facts.kind === 'directory')
}

/** What a wildcard stands for in a match: its name from the first wildcard on. */
export const nameOf = ({ names, real }: Extract<PathFacts, { ok: true }>, use: PathUse): string =>
  (names[0] ?? real).slice(join(use.path, '/').length)

/** Where sed would take the name for its script, it ends with an error. */
export const isErrorAsScript = (match: PathFacts, use: PathUse): boolean =>
  use.scriptFrom === undefined ||
  (match.ok && filesOfNameAsScript(use.scriptFrom + nameOf(match, use))?.length === 0)

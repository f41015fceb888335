import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import type { Facts } from '../facts.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { PathRule } from '../rules/match-path.ts'
import { inodeOf, type PathFacts } from './path-facts.ts'

/** Files that rules restrict, known by what they are and not by a name. */
interface RestrictedFiles {
  /** By inode, the name that a rule speaks of. */
  readonly names: ReadonlyMap<string, string>
  /** There was more to look at than there is time for: others may be restricted, too. */
  readonly cut: boolean
}

/** Directory entries that are looked at for one decision. */
const MAX_ENTRIES = 20_000
/** Large, and full of files with several names; nobody keeps there what a rule protects. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** All files that the rules match now and that have more than one name. Links are not followed. */
const findRestricted = (rules: readonly PathRule[], most = MAX_ENTRIES): RestrictedFiles => {
  const names = new Map<string, string>()
  const pending = [...new Set(rules.flatMap(rule => rule.roots))]
  const seen = new Set(pending)
  let left = most
  for (const directory of pending) {
    for (const entry of entriesOf(directory)) {
      left -= 1
      if (left < 0) return { names, cut: true }
      const path = join(directory, entry.name)
      if (entry.isDirectory()) {
        if (SKIPPED.has(entry.name) || seen.has(path)) continue
        seen.add(path)
        pending.push(path)
      } else if (entry.isFile() && rules.some(rule => rule.matches(path))) note(path, names)
    }
  }
  return { names, cut: false }
}

const note = (path: string, names: Map<string, string>): void => {
  const stats = look(path)
  if (stats && stats.nlink > 1) names.set(inodeOf(stats), path)
}

const look = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    // Below a directory that may not be entered: it cannot be read by another name of it either.
    return undefined
  }
}

const entriesOf = (directory: string): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // Missing or not ours to list: nothing in it that a rule could protect from us.
    return []
  }
}

const namesPaths = ({ spec }: PathRule): boolean => spec !== undefined

/** A file has all the names that lead to it: what restricts one of them restricts it under the others. */
export const withOtherNames = (
  facts: Facts,
  { read, restricts }: CompiledPolicy,
  mostEntries?: number,
): Facts => {
  if (!restricts.reading) return facts
  const isShared = (path: PathFacts): boolean => path.ok && path.inode !== undefined
  const matches = [...facts.matches.values()].flatMap(found => found ?? [])
  if (![...facts.paths.values(), ...matches].some(isShared)) return facts
  const restricted = findRestricted([...read.deny, ...read.ask].filter(namesPaths), mostEntries)
  const complete = (path: PathFacts): PathFacts => {
    if (!path.ok || path.inode === undefined) return path
    const other = restricted.names.get(path.inode)
    if (other !== undefined) return { ...path, names: [...new Set([...path.names, other])] }
    const doubt = permissionText('other_names_unknown', { path: path.real })
    return restricted.cut ? { ...path, doubt: path.doubt ?? doubt } : path
  }
  return {
    ...facts,
    paths: new Map([...facts.paths].map(([name, path]) => [name, complete(path)])),
    matches: new Map([...facts.matches].map(([key, found]) => [key, found?.map(complete)])),
  }
}

/** Whether a rule keeps a file from being read, by this name or by another one. Takes real, absolute paths. */
export const readDenial = (deny: readonly PathRule[]): ((path: string) => boolean) => {
  const rules = deny.filter(namesPaths)
  let restricted: RestrictedFiles | undefined
  return path => {
    if (deny.some(rule => rule.matches(path))) return true
    if (rules.length === 0) return false
    const stats = look(path)
    if (!stats?.isFile() || stats.nlink < 2) return false
    restricted ??= findRestricted(rules)
    // Left out of a search in doubt: by its name it can still be asked for.
    return restricted.cut || restricted.names.has(inodeOf(stats))
  }
}

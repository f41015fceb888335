import { isInside, resolveReal } from '../../../lib/paths.ts'
import type { Policy } from '../../../protocol/permission.ts'
import type { PathFacts } from './path-facts.ts'

/** How it is called in a question. */
export const CONFIG_HOME = "the directory with Capstan's own settings"

/** A worktree there is a project of its own: what is protected in it is known by its names. */
const WORKTREE = /^\/worktrees\/[^/]+\/./

/**
 * Tells of a path whether it is in the directory with this program's settings, wherever the person's environment put
 * it. Every name of the file counts, as for the names that are protected anywhere.
 */
export const markConfigHomes = ({
  configHomes = [],
  caseSensitive,
}: Policy): ((path: PathFacts) => PathFacts) => {
  const homes = [
    ...new Set(
      configHomes.flatMap(home => {
        const resolved = resolveReal(home)
        return resolved.ok ? [home, resolved.real] : [home]
      }),
    ),
  ]
  if (homes.length === 0) return path => path
  const isIn = (name: string): boolean =>
    homes.some(home => isInside(name, home, { caseSensitive }) && !WORKTREE.test(name.slice(home.length)))
  const holds = (name: string): boolean => homes.some(home => isInside(home, name, { caseSensitive }))
  return path => {
    if (!path.ok) return path
    if ([...path.names, path.real].some(isIn)) return { ...path, inConfigHome: true }
    return holds(path.real) ? { ...path, holdsConfigHome: true } : path
  }
}

/** A text that names it, by its path or by the variable that holds the path. */
export const namesConfigHome = (text: string, { configHomes = [] }: Policy): boolean =>
  /\b(?:CAPSTAN|CLAUDE)_CONFIG_DIR\b/.test(text) || configHomes.some(home => text.includes(home))

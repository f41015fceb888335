import { isInside } from '../../lib/paths.ts'
import { baseName } from '../../lib/shell/unwrap.ts'
import type { Access } from '../../protocol/access.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import type { Policy } from '../../protocol/permission.ts'
import { type Facts, pathOfAccess } from './facts.ts'
import { bySafety, type Finding } from './finding.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import type { Part, ShellReading } from './shell/reading.ts'

interface WorktreeCase {
  readonly accesses: readonly Access[]
  readonly facts: Facts
  readonly compiled: CompiledPolicy
}

/** Point git at another checkout than the one it stands in. */
const ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$/

/** Work in a worktree leaves the main checkout alone: nobody is asked, there is a step of its own that brings it over. */
export const findBeyondWorktree = ({ accesses, facts, compiled }: WorktreeCase): Finding | undefined => {
  const { policy } = compiled
  const isOut = outside(policy)
  if (!isOut) return undefined
  const leadsOut = (path: string): boolean => {
    const found = facts.paths.get(path)
    return found?.ok === true && isOut(found.real)
  }
  for (const [at, access] of accesses.entries()) {
    if (access.kind === 'write' && leadsOut(pathOfAccess(access.path, policy)))
      return words(policy, access.path)
    const reading = access.kind === 'shell' ? facts.readings.get(at) : undefined
    const path = reading && touchedOutside(reading, leadsOut)
    if (path !== undefined) return words(policy, path)
  }
  return undefined
}

const outside = ({ keepOut, caseSensitive }: Policy): ((path: string) => boolean) | undefined =>
  keepOut &&
  (path =>
    isInside(path, keepOut.root, { caseSensitive }) && !isInside(path, keepOut.except, { caseSensitive }))

/** What of a command line would change something there; what only looks may look anywhere. */
const touchedOutside = (
  { distinct }: ShellReading,
  leadsOut: (path: string) => boolean,
): string | undefined => {
  for (const part of distinct) {
    const redirected = part.redirects.flatMap(redirect => (redirect.kind === 'path' ? redirect.uses : []))
    const written = [...redirected, ...part.touched].filter(({ kind }) => kind === 'write')
    const hit = written.find(({ path }) => leadsOut(path))
    if (hit) return hit.path
    if (part.look.ok) continue
    const base = part.place.bases.find(leadsOut)
    if (base !== undefined) return base
    const repository = isGit(part) ? repositoryOf(part, leadsOut) : undefined
    if (repository !== undefined) return repository
  }
  return undefined
}

const isGit = ({ views }: Part): boolean =>
  views.some(({ words: [name] }) => name !== undefined && baseName(name.text) === 'git')

/** Any place that a git command names may be the one it works in: `-C`, `--git-dir`, `--work-tree`. */
const repositoryOf = (part: Part, leadsOut: (path: string) => boolean): string | undefined => {
  const given = part.views.flatMap(({ assignments }) => assignments).find(({ name }) => ELSEWHERE.test(name))
  if (given) return given.name
  return [...part.touched, ...part.mentions].find(({ path }) => leadsOut(path))?.path
}

const words = ({ keepOut }: Policy, path: string): Finding =>
  bySafety(
    permissionText('main_checkout', { root: String(keepOut?.root), worktree: String(keepOut?.except) }),
    path,
  )

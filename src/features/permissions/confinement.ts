import type { Access } from '../../protocol/access.ts'
import { permissionText } from '../../protocol/messages/permissions/permissions.ts'
import { type Facts, pathOfAccess } from './facts.ts'
import { bySafety, type Finding } from './finding.ts'
import { isInsideRoots, isOwn } from './paths/path-verdict.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import type { ShellReading } from './shell/reading.ts'
import { findBeyondWorktree } from './worktree-bounds.ts'

interface BoundsCase {
  readonly accesses: readonly Access[]
  readonly facts: Facts
  readonly compiled: CompiledPolicy
}

/** Where no yes of anybody leads: the main checkout of a worktree and, in a restricted session, all that is outside. */
export const findOutOfBounds = (one: BoundsCase): Finding | undefined =>
  findBeyondWorktree(one) ?? (one.compiled.policy.confined ? findOutside(one) : undefined)

/** Files and directories by their real path: what cannot be resolved counts as outside. */
const findOutside = ({ accesses, facts, compiled: { policy } }: BoundsCase): Finding | undefined => {
  const isOutside = (path: string): boolean => {
    const found = facts.paths.get(path)
    return !found?.ok || !(isInsideRoots(found, policy) || isOwn(found, policy))
  }
  for (const [at, access] of accesses.entries()) {
    const reading = access.kind === 'shell' ? facts.readings.get(at) : undefined
    const path =
      'path' in access
        ? isOutside(pathOfAccess(access.path, policy)) && access.path
        : reading && namedOutside(reading, isOutside)
    if (path) return bySafety(permissionText('confined', { path }), path)
  }
  return undefined
}

/** A path that a command line names; what only its programs know is for the sandbox to stop. */
const namedOutside = (
  { distinct }: ShellReading,
  isOutside: (path: string) => boolean,
): string | undefined => {
  for (const { redirects, touched, mentions, fileUses = [] } of distinct) {
    const redirected = redirects.flatMap(redirect => (redirect.kind === 'path' ? redirect.uses : []))
    const hit = [...redirected, ...touched, ...mentions, ...fileUses].find(({ path }) => isOutside(path))
    if (hit) return hit.path
  }
  return undefined
}

import { denialLimit, NO_DENIALS, recordDenial, recordSuccess } from '../../features/permissions/denials.ts'
import { createPermissions, type Permissions } from '../../features/permissions/permissions.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { PermissionDenial, Policy } from '../../protocol/permission.ts'
import type { EngineConfig, Live } from '../config.ts'
import { resultsDirectory } from './own-places.ts'

/** Decisions for the session: one compiled policy until something of it changes. */
export interface Gate {
  readonly permissions: Permissions
  policy(): Policy
}

export const createGate = (config: EngineConfig, live: Live): Gate => {
  const permissions = createPermissions()
  let current: Policy | undefined
  let ownRoots: readonly string[] | undefined
  const isCurrent = (policy: Policy): boolean =>
    policy.mode === live.mode &&
    policy.rules === live.rules &&
    policy.roots === live.roots &&
    policy.cwd === live.cwd
  return {
    permissions,
    policy() {
      if (current && isCurrent(current)) return current
      const { home, caseSensitive } = config.place
      const { mode, rules, roots, cwd } = live
      ownRoots ??= realOwnRoots(config)
      current = { mode, rules, roots, ownRoots, cwd, home, caseSensitive }
      return current
    },
  }
}

const realOwnRoots = (config: EngineConfig): readonly string[] => {
  const resolved = resolveReal(resultsDirectory(config))
  return resolved.ok ? [resolved.real] : []
}

/** Watches a turn for a model that does not take no for an answer. */
export const createDenialWatch = (onLimit: (message: string) => void) => {
  let denials = NO_DENIALS
  return {
    denied(denial: PermissionDenial): void {
      denials = recordDenial(denials, { toolName: denial.tool_name, input: denial.tool_input })
      const why = denialLimit(denials)
      if (why !== undefined) onLimit(`The turn was ended because ${why}.`)
    },
    ran(): void {
      denials = recordSuccess(denials)
    },
  }
}

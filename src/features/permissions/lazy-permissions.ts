import type { GitRiskDeps } from './git/git-risk.ts'
import type { Permissions } from './permissions.ts'

/**
 * Decisions whose code is loaded with the first of them: no request waits for tables of programs that no call has
 * asked about yet. Loaded, it answers as {@link Permissions} do, at once where they do.
 */
export const createLazyPermissions = (means: Pick<GitRiskDeps, 'env'>): Permissions => {
  let loaded: Permissions | undefined
  let loading: Promise<Permissions> | undefined
  const load = async (): Promise<Permissions> => {
    const { createPermissions } = await import('./permissions.ts')
    loaded = createPermissions(means)
    return loaded
  }
  const whenLoaded = <T>(use: (permissions: Permissions) => T | Promise<T>): T | Promise<T> => {
    if (loaded) return use(loaded)
    loading ??= load()
    return loading.then(use)
  }
  return {
    judge: (call, policy) => whenLoaded(permissions => permissions.judge(call, policy)),
    // Only what was decided here has led anywhere.
    placesOf: decision => loaded?.placesOf(decision),
    readDenied: policy => whenLoaded(permissions => permissions.readDenied(policy)),
    covers: async (rule, call, policy) =>
      await whenLoaded(permissions => permissions.covers(rule, call, policy)),
    explain: async (call, policy) => await whenLoaded(permissions => permissions.explain(call, policy)),
  }
}

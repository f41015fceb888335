import type { RestoredWorld, WorldDeps } from './restored-world.ts'

/** The same as `createRestoredWorld`, with code that is loaded for the first compaction. */
export const createLazyWorld = (deps: WorldDeps): RestoredWorld => {
  let world: RestoredWorld | undefined
  const load = async (): Promise<RestoredWorld> => {
    world ??= (await import('./restored-world.ts')).createRestoredWorld(deps)
    return world
  }
  return {
    before: deps.hooks.before,
    after: deps.hooks.after,
    handOver: deps.hooks.handOver,
    loadedTools: deps.loadedTools,
    restore: async (budget, env, kept) => (await (await load()).restore?.(budget, env, kept)) ?? [],
    started: async env => (await (await load()).started?.(env)) ?? [],
    settle: () => world?.settle(),
  }
}

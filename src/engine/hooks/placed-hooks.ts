import type { ExtensionPlaces } from '../../protocol/extensions/place.ts'
import type { HookSet } from '../../protocol/hook.ts'

/** Hooks that the places of extensions bring: those of plugins. */
export const createPlacedHooks = ({ extensions }: { readonly extensions?: ExtensionPlaces }) => {
  let known: readonly HookSet[] = []
  let isStale = extensions !== undefined
  const stop = extensions?.onChanged(() => {
    isStale = true
  })
  return {
    sets: () => known,
    async ready() {
      if (!isStale || !extensions) return
      isStale = false
      const found = (await extensions.list()).filter(({ hooks }) => hooks !== undefined)
      known = found.map(({ source, hooks = {}, variables }) => ({
        source,
        hooks,
        ...(variables ? { variables } : {}),
      }))
    },
    stop: () => stop?.(),
  }
}

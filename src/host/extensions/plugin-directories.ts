import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { FoundPlugins } from '../plugins/find-plugins.ts'
import type { PluginSettings } from '../plugins/plugin-settings.ts'
import type { SkillFolders } from '../plugins/skill-folders.ts'
import type { Gathered } from '../settings/gather-settings.ts'

/** What lies among skills is found there, too: where it is a plugin it counts as that, because it comes first. */
export const joinDirectories = (
  base: readonly ExtensionRoot[],
  plugins: readonly ExtensionRoot[],
  { own }: SkillFolders,
): readonly ExtensionRoot[] => {
  const isOwn = ({ root }: ExtensionRoot): boolean => own.includes(root)
  return [...plugins.filter(isOwn), ...base, ...plugins.filter(place => !isOwn(place))]
}

/** By itself nothing runs for a folder nobody trusts, where hooks of plugins do not, and where this run wants none of it. */
export const mayWatch = (
  { bare, restricted, safeMode }: Pick<Overrides, 'bare' | 'restricted' | 'safeMode'>,
  { trusted, onlyOwnHooks }: Pick<Gathered, 'trusted'> & Partial<Pick<Gathered, 'onlyOwnHooks'>>,
): boolean => trusted && !onlyOwnHooks && !bare && !restricted && !safeMode

type Enabled = PluginSettings['enabled'] | undefined

/** What a disabled plugin brought stays until plugins are read again; what runs by itself ends. */
export const createWatching = (runs: boolean) => {
  let disabled: readonly string[] = []
  return {
    of: ({ places, plugins }: FoundPlugins): readonly ExtensionRoot[] => {
      const off = plugins.filter(({ id }) => disabled.includes(id)).map(({ name }) => name)
      return places.map(place =>
        runs && !(place.source.level === 'plugin' && off.includes(place.source.name))
          ? place
          : withoutMonitors(place),
      )
    },
    /** Whether something ends. */
    end({ places, plugins }: FoundPlugins, { before, after }: { before: Enabled; after: Enabled }): boolean {
      if (!places.some(({ monitors }) => monitors)) return false
      const ids = plugins.flatMap(({ id }) => (before?.[id] && !after?.[id] ? [id] : []))
      const isSame = ids.join() === disabled.join()
      disabled = ids
      return !isSame
    },
    begin() {
      disabled = []
    },
  }
}

const withoutMonitors = ({ monitors: _, ...place }: ExtensionRoot): ExtensionRoot => place

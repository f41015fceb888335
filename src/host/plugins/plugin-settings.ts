import type { PluginPolicy } from '../../features/plugins/store/policy.ts'
import type { LoadedSettings } from '../../features/settings/load.ts'
import type { Settings } from '../../protocol/settings.ts'

/** What settings say about plugins. */
export interface PluginSettings {
  /** By the person, the command line or the administrator. */
  readonly enabled: Readonly<Record<string, boolean>>
  /** By the folder. */
  readonly proposed: Readonly<Record<string, boolean>>
  readonly marketplaces: NonNullable<Settings['extraKnownMarketplaces']>
  readonly proposedMarketplaces: NonNullable<Settings['extraKnownMarketplaces']>
  readonly configs: NonNullable<Settings['pluginConfigs']>
  readonly policy: PluginPolicy
}

export const pluginSettingsOf = ({
  layers,
  merged,
}: Pick<LoadedSettings, 'layers' | 'merged'>): PluginSettings => {
  const managed = layers.filter(({ source }) => source === 'managed').map(({ settings }) => settings)
  const known = managed.flatMap(({ strictKnownMarketplaces }) => strictKnownMarketplaces ?? [])
  return {
    enabled: merged.enabledPlugins ?? {},
    proposed: Object.assign({}, ...layers.map(({ proposed }) => proposed?.enabledPlugins ?? {})),
    marketplaces: merged.extraKnownMarketplaces ?? {},
    proposedMarketplaces: Object.assign(
      {},
      ...layers.map(({ proposed }) => proposed?.extraKnownMarketplaces ?? {}),
    ),
    configs: merged.pluginConfigs ?? {},
    policy: {
      ...(managed.some(({ strictKnownMarketplaces }) => strictKnownMarketplaces) ? { known } : {}),
      blocked: managed.flatMap(({ blockedMarketplaces }) => blockedMarketplaces ?? []),
      blockedPlugins: managed.flatMap(({ blockedPlugins }) => blockedPlugins ?? []),
      fixed: Object.assign({}, ...managed.map(({ enabledPlugins }) => enabledPlugins ?? {})),
      ...(merged.disableSideloadFlags || merged.strictPluginOnlyCustomization?.length
        ? { onlyInstalled: true }
        : {}),
      ...(withoutCommands(merged) ? { noCommands: true } : {}),
      ...(merged.pluginTrustMessage ? { trustMessage: merged.pluginTrustMessage } : {}),
    },
  }
}

/** Who lets only hooks of their own run lets no marketplace's commands run, unless they say so. */
const withoutCommands = ({ disableCommandPluginSources: off, allowManagedHooksOnly }: Settings): boolean =>
  off ?? allowManagedHooksOnly === true

/** Whether there is anything to look for at all: nothing is loaded for people without plugins. */
export const wantsPlugins = ({ enabled, proposed }: PluginSettings): boolean =>
  Object.values(enabled).some(Boolean) || Object.keys(proposed).length > 0

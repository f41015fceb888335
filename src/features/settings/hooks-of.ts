import type { HookMatcher, HookSettings } from '../../protocol/hook.ts'
import type { SettingsLayer } from '../../protocol/settings.ts'

/**
 * The hooks that run: those of every layer, in layer order (lowest first, so that of identical handlers the highest
 * comes last). Only managed settings can switch managed hooks off.
 */
export const hooksOf = (layers: readonly SettingsLayer[]): HookSettings => {
  const managed = layers.filter(layer => layer.source === 'managed')
  const others = layers.filter(layer => layer.source !== 'managed')
  if (disabled(managed)) return {}
  const managedOnly =
    disabled(others) ||
    managed.some(
      ({ settings }) =>
        settings.allowManagedHooksOnly === true ||
        settings.strictPluginOnlyCustomization?.includes('hooks') === true,
    )
  const events = new Map<string, HookMatcher[]>()
  for (const { settings } of managedOnly ? managed : layers)
    for (const [event, matchers] of Object.entries(settings.hooks ?? {}))
      events.set(event, [...(events.get(event) ?? []), ...matchers])
  return Object.fromEntries(events)
}

const disabled = (layers: readonly SettingsLayer[]): boolean =>
  layers.findLast(layer => layer.settings.disableAllHooks !== undefined)?.settings.disableAllHooks === true

/** Hooks of plugins, skills, agents and hosts do not run either. */
export const onlyOwnHooks = (layers: readonly SettingsLayer[]): boolean =>
  disabled(layers.filter(layer => layer.source === 'managed')) ||
  disabled(layers.filter(layer => layer.source !== 'managed')) ||
  layers.some(({ source, settings }) => source === 'managed' && settings.allowManagedHooksOnly === true)

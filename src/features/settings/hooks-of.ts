import type { HookMatcher, HookSettings } from '../../protocol/hook.ts'
import type { Settings, SettingsLayer } from '../../protocol/settings.ts'

/**
 * The hooks that run: those of every layer, in layer order (lowest first, so that of identical handlers the highest
 * comes last). Only managed settings can switch managed hooks off.
 */
export const hooksOf = (layers: readonly SettingsLayer[]): HookSettings => {
  const events = new Map<string, HookMatcher[]>()
  for (const { settings } of runningLayers(layers))
    for (const [event, matchers] of Object.entries(settings.hooks ?? {}))
      events.set(event, [...(events.get(event) ?? []), ...matchers])
  return Object.fromEntries(events)
}

/** What runs after edits: rows of every layer whose hooks run. */
export const afterEditOf = (layers: readonly SettingsLayer[]): Pick<Settings, 'afterEdit'> => {
  const afterEdit = runningLayers(layers).flatMap(({ settings }) => settings.afterEdit ?? [])
  return afterEdit.length > 0 ? { afterEdit } : {}
}

const runningLayers = (layers: readonly SettingsLayer[]): readonly SettingsLayer[] => {
  const managed = layers.filter(layer => layer.source === 'managed')
  const others = layers.filter(layer => layer.source !== 'managed')
  if (disabled(managed)) return []
  const managedOnly =
    disabled(others) ||
    managed.some(
      ({ settings }) =>
        settings.allowManagedHooksOnly === true ||
        settings.strictPluginOnlyCustomization?.includes('hooks') === true,
    )
  return managedOnly ? managed : layers
}

const disabled = (layers: readonly SettingsLayer[]): boolean =>
  layers.findLast(layer => layer.settings.disableAllHooks !== undefined)?.settings.disableAllHooks === true

/** Hooks of plugins, skills, agents and hosts do not run either. */
export const onlyOwnHooks = (layers: readonly SettingsLayer[]): boolean =>
  disabled(layers.filter(layer => layer.source === 'managed')) ||
  disabled(layers.filter(layer => layer.source !== 'managed')) ||
  layers.some(({ source, settings }) => source === 'managed' && settings.allowManagedHooksOnly === true)

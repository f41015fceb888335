import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { type Check, checkOf, complain, flag, listOf, mapOf, shapeOf, text } from '../check.ts'
import type { SettingRow } from './row.ts'

/** Looked at when it is used: what kinds there are is known there. */
const anything: Check<object> = checkOf({ type: 'object' }, (value, place) =>
  isObject(value) ? value : complain(place, settingsText('expected_object')),
)

const setBy = 'by_plugin'

export const pluginRows = [
  {
    key: 'enabledPlugins',
    check: mapOf(flag),
    doc: 'Plugins to load, by `name@marketplace`',
    project: 'proposes',
    counts: 'next start',
    setBy,
  },
  {
    key: 'extraKnownMarketplaces',
    check: mapOf(
      shapeOf<{ readonly source: object; readonly autoUpdate?: boolean }>(
        { source: anything, autoUpdate: flag },
        ['source'],
      ),
    ),
    doc: 'Further marketplaces to install plugins from, by name; `autoUpdate: true` keeps one and its plugins up to date',
    project: 'proposes',
    counts: 'next start',
    setBy,
  },
  {
    key: 'pluginConfigs',
    check: mapOf(shapeOf<{ readonly options?: object }>({ options: anything })),
    doc: 'Values you gave to plugins, by `name@marketplace`; secrets are kept elsewhere',
    project: 'never',
    counts: 'next start',
    setBy: 'by_plugin_configure',
  },
  {
    key: 'strictKnownMarketplaces',
    check: listOf(anything),
    doc: 'Allow plugins only from these marketplaces; an empty list allows none',
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'blockedMarketplaces',
    check: listOf(anything),
    doc: 'Allow no plugins from these marketplaces',
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'blockedPlugins',
    check: listOf(text),
    doc: 'Plugins that must not be loaded: `name@marketplace`, or a name in any marketplace',
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
] as const satisfies readonly SettingRow[]

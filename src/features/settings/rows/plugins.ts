import { isObject } from '../../../lib/is-object.ts'
import { settingsText } from '../../../protocol/messages/host/settings.ts'
import { type Check, checkOf, complain, flag, listOf, mapOf, shapeOf, text } from '../check.ts'
import type { DescribedRow } from './row.ts'

/** Looked at when it is used: what kinds there are is known there. */
const anything: Check<object> = checkOf({ type: 'object' }, (value, place) =>
  isObject(value) ? value : complain(place, settingsText('expected_object')),
)

const setBy = 'by_plugin'

export const pluginRows = [
  {
    key: 'enabledPlugins',
    check: mapOf(flag),
    doc: { en: 'Plugins to load, by `name@marketplace`', zh: '要加载的插件（名称@市场）' },
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
    doc: {
      en: 'Further marketplaces to install plugins from, by name; `autoUpdate: true` keeps one and its plugins up to date',
      zh: '更多插件市场；autoUpdate: true 时自动更新市场及其插件',
    },
    project: 'proposes',
    counts: 'next start',
    setBy,
  },
  {
    key: 'pluginConfigs',
    check: mapOf(shapeOf<{ readonly options?: object }>({ options: anything })),
    doc: {
      en: 'Values you gave to plugins, by `name@marketplace`; secrets are kept elsewhere',
      zh: '你为插件设置的值（密钥另行保存）',
    },
    project: 'never',
    counts: 'next start',
    setBy: 'by_plugin_configure',
  },
  {
    key: 'strictKnownMarketplaces',
    check: listOf(anything),
    doc: {
      en: 'Allow plugins only from these marketplaces; an empty list allows none',
      zh: '只允许来自这些市场的插件；空列表表示一个都不允许',
    },
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'blockedMarketplaces',
    check: listOf(anything),
    doc: { en: 'Allow no plugins from these marketplaces', zh: '不允许来自这些市场的插件' },
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
  {
    key: 'blockedPlugins',
    check: listOf(text),
    doc: {
      en: 'Plugins that must not be loaded: `name@marketplace`, or a name in any marketplace',
      zh: '不允许加载的插件：名称@市场，或任意市场中的名称',
    },
    project: 'never',
    managedOnly: true,
    counts: 'next start',
  },
] as const satisfies readonly DescribedRow[]

import type { Localize } from '../../../../protocol/messages/localized-text.ts'
import type {
  AvailableView,
  InstalledView,
  MarketplaceView,
  PluginAction,
  PluginsView,
} from '../../ports/plugins-port.ts'
import type { Words } from '../../text/words.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { Option } from '../../widgets/widget-props.ts'

export const TABS = ['installed', 'available', 'marketplaces'] as const
export type PluginTab = (typeof TABS)[number]

type PluginWords = Words['panels']['plugins']

/** With how to show what is wrong. */
type ShownWords = PluginWords & { readonly localize: Localize }

/** What can be chosen in the dialog. */
export type PluginChoice =
  | { readonly kind: 'plugin'; readonly plugin: InstalledView }
  | { readonly kind: 'available'; readonly plugin: AvailableView }
  | { readonly kind: 'marketplace'; readonly marketplace: MarketplaceView }
  | { readonly kind: 'add' }
  | { readonly kind: 'act'; readonly action: PluginAction }
  | { readonly kind: 'option'; readonly id: string; readonly key: string; readonly secret: boolean }

const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

const favoritesFirst = (plugins: readonly InstalledView[]): readonly InstalledView[] => [
  ...plugins.filter(({ favorite }) => favorite),
  ...plugins.filter(({ favorite }) => !favorite),
]

/** The list of a tab. */
export const tabOptions = (
  tab: PluginTab,
  view: PluginsView,
  words: ShownWords,
): readonly Option<PluginChoice>[] => {
  if (tab === 'installed')
    return favoritesFirst(view.installed).map(plugin => ({
      value: { kind: 'plugin', plugin },
      label: safeLine(plugin.id),
      detail: joined([
        plugin.favorite ? words.favorite : undefined,
        plugin.enabled ? words.enabled : words.disabled,
        plugin.problems.length > 0 ? words.problems(plugin.problems.length) : undefined,
        safeLine(plugin.version),
        safeLine(plugin.description),
      ]),
    }))
  if (tab === 'available')
    return view.available.map(plugin => ({
      value: { kind: 'available', plugin },
      label: safeLine(plugin.id),
      detail: joined([plugin.installed ? words.isInstalled : undefined, safeLine(plugin.description)]),
    }))
  return [
    ...view.marketplaces.map(
      (marketplace): Option<PluginChoice> => ({
        value: { kind: 'marketplace', marketplace },
        label: safeLine(marketplace.name),
        detail: joined([
          safeLine(words.localize(marketplace.problem ?? words.count(marketplace.plugins))),
          safeLine(marketplace.from),
        ]),
      }),
    ),
    { value: { kind: 'add' }, label: words.add },
  ]
}

/** What can be done with what was chosen. */
export const actionOptions = (choice: PluginChoice, words: PluginWords): readonly Option<PluginChoice>[] => {
  const act = (action: PluginAction, label: string): Option<PluginChoice> => ({
    value: { kind: 'act', action },
    label,
  })
  switch (choice.kind) {
    case 'plugin': {
      const { id, enabled, foreign, options } = choice.plugin
      const turn = enabled ? 'disable' : 'enable'
      return [
        act({ kind: turn, id }, words.actions[turn]),
        ...options.map(
          ({ key, title, secret }): Option<PluginChoice> => ({
            value: { kind: 'option', id, key, secret },
            label: words.option(safeLine(key)),
            detail: safeLine(title),
          }),
        ),
        ...(foreign
          ? []
          : [
              act({ kind: 'update', id }, words.actions.update),
              act({ kind: 'uninstall', id }, words.actions.uninstall),
            ]),
      ]
    }
    case 'available':
      return [act({ kind: 'install', id: choice.plugin.id }, words.actions.install)]
    case 'marketplace': {
      const { name } = choice.marketplace
      return [
        act({ kind: 'refresh', name }, words.actions.refresh),
        act({ kind: 'forget', name }, words.actions.forget),
      ]
    }
    default:
      return []
  }
}

/** What a key does with what is pointed at, without the list of actions. */
export const shortAction = (action: string, choice: PluginChoice): PluginAction | undefined => {
  if (action === 'plugin:toggle' && choice.kind === 'plugin')
    return { kind: choice.plugin.enabled ? 'disable' : 'enable', id: choice.plugin.id }
  if (action === 'plugin:favorite' && choice.kind === 'plugin')
    return { kind: 'favorite', id: choice.plugin.id }
  if (action === 'plugin:install' && choice.kind === 'available' && !choice.plugin.installed)
    return { kind: 'install', id: choice.plugin.id }
  return undefined
}

/** What is said above the actions. */
export const aboutChoice = (choice: PluginChoice, words: ShownWords): readonly string[] => {
  if (choice.kind === 'plugin') {
    const { id, version, description, foreign, brings, unused, problems } = choice.plugin
    return [
      joined([safeLine(id), safeLine(version), foreign ? words.foreign : undefined]),
      ...(description === '' ? [] : [safeLine(description)]),
      ...(brings.length > 0 ? [words.brings(brings.map(each => safeLine(words.localize(each))))] : []),
      ...(unused.length > 0 ? [words.unused(unused.map(each => safeLine(words.localize(each))))] : []),
      ...problems.map(problem => `! ${safeLine(words.localize(problem))}`),
    ]
  }
  if (choice.kind === 'available') {
    const { id, description, from } = choice.plugin
    return [safeLine(id), ...(description === '' ? [] : [safeLine(description)]), words.from(safeLine(from))]
  }
  if (choice.kind === 'marketplace') {
    const { name, from, problem } = choice.marketplace
    return [
      safeLine(name),
      words.from(safeLine(from)),
      ...(problem === undefined ? [] : [`! ${safeLine(words.localize(problem))}`]),
    ]
  }
  return []
}

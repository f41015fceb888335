import { readdirSync, statSync } from 'node:fs'
import { type BundledServer, bundleServer, runsOn } from '../../features/plugins/bundle/bundle-server.ts'
import { unpackBundle } from '../../features/plugins/bundle/read-bundle.ts'
import type { Plugin } from '../../features/plugins/format/read-plugin.ts'
import {
  fillHooks,
  fillIn,
  fillMonitors,
  optionsOf,
  pluginVariables,
  unfilled,
} from '../../features/plugins/format/variables.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import { readSecrets } from '../../features/plugins/store/secrets.ts'
import { storePaths } from '../../features/plugins/store/store-paths.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { partText } from '../../protocol/messages/host/plugin-parts.ts'
import { pluginText } from '../../protocol/messages/host/plugins.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'

interface PlaceOptions {
  readonly id: string
  /** What stands before the names of what it brings. */
  readonly called: string
  readonly configHome: string
  readonly home: string
  readonly platform: string
  /** What the person gave it, secrets aside. */
  readonly given: object
  readonly withoutServers: boolean
}

/** Where each kind of thing of a plugin is, with its values filled in. */
export const pluginSource = (
  { plugin }: { readonly plugin: Plugin },
  { id, called, given, withoutServers, ...at }: PlaceOptions,
): { readonly place: ExtensionRoot; readonly problems: readonly Text[] } => {
  const problems: Text[] = []
  const { configHome } = at
  const { userConfig } = plugin.manifest
  const secrets = userConfig ? readSecrets(configHome, id, text => void problems.push(text)) : {}
  const { options, missing } = optionsOf(userConfig, { ...given, ...secrets })
  if (missing.length > 0) problems.push(pluginText('needs_values', { names: missing, id }))
  const variables = pluginVariables({ root: plugin.root, data: storePaths(configHome).data(id), options })
  const filling = { variables, options, root: plugin.root }
  const { hooks, problems: ofHooks } = fillHooks(plugin.hooks, filling)
  problems.push(...ofHooks.map(({ message }) => message))
  const servers = Object.entries(withoutServers ? {} : fillIn(plugin.servers, filling)).filter(
    ([name, server]) => {
      const open = unfilled({ server })
      if (open.length > 0) problems.push(pluginText('server_needs_values', { name, names: open, id }))
      return open.length === 0
    },
  )
  if (!withoutServers) servers.push(...bundledServers(plugin, { ...at, id, options }, problems))
  const { monitors, missing: unset } = fillMonitors(plugin.monitors, filling)
  for (const { name, keys } of unset)
    problems.push(pluginText('monitor_needs_values', { name, names: keys, id }))
  const { skills, commands, agents, styles, workflows, languageServers, root } = plugin
  return {
    place: {
      source: { level: 'plugin', name: called },
      root,
      skills,
      commands,
      agents,
      styles,
      workflows,
      variables,
      ...(typeof plugin.settings['agent'] === 'string' ? { agent: plugin.settings['agent'] } : {}),
      ...(Object.keys(hooks).length > 0 ? { hooks } : {}),
      ...(monitors.length > 0 ? { monitors } : {}),
      ...(servers.length > 0 ? { servers: Object.fromEntries(servers) } : {}),
      ...(Object.keys(languageServers).length > 0
        ? { languageServers: fillIn(languageServers, filling) }
        : {}),
    },
    problems,
  }
}

/** Servers that come as archives: unpacked once, by what they hold. */
const bundledServers = (
  { bundles }: Plugin,
  {
    id,
    options,
    ...at
  }: Pick<PlaceOptions, 'id' | 'configHome' | 'home' | 'platform'> & {
    readonly options: Readonly<Record<string, unknown>>
  },
  problems: Text[],
): readonly [string, BundledServer][] =>
  bundles.flatMap(bundle => {
    const { manifest } = bundle
    const { name } = manifest
    if (!runsOn(manifest, at.platform)) {
      problems.push(pluginText('bundle_elsewhere', { name, platform: at.platform }))
      return []
    }
    try {
      const directory = unpackBundle(bundle, storePaths(at.configHome).bundles)
      // A default of the bundle is for it to fill in.
      const given = Object.entries(options).filter(
        ([key, value]) => value !== manifest.userConfig[key]?.default,
      )
      const made = bundleServer(manifest, { ...at, directory }, Object.fromEntries(given))
      if ('server' in made) return [[name, made.server]]
      problems.push(pluginText('server_needs_values', { name, names: made.missing, id }))
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      problems.push(error.localized)
    }
    return []
  })

/** Never silent: what a plugin has that nothing here uses. */
export const unusedOf = ({ workflows, settings }: Plugin): readonly LocalizedText[] => [
  ...(workflows.some(holdsScripts) ? [partText('scripts')] : []),
  ...Object.keys(settings)
    .filter(key => key !== 'agent')
    .map(key => partText('setting_of', { key })),
]

/** Plain JavaScript is run by the tool Script. */
const isScript = (name: string): boolean => /\.(?:cjs|[cm]?ts)$/.test(name)

const holdsScripts = (path: string): boolean =>
  isScript(path) ||
  (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).some(isScript))

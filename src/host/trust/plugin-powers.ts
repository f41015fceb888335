import { readdirSync } from 'node:fs'
import type { Bundle } from '../../features/plugins/bundle/read-bundle.ts'
import type { Plugin } from '../../features/plugins/format/read-plugin.ts'
import { readForcedStyle } from '../../features/prompt/read-output-style.ts'
import { describeFields } from '../../lib/text/describe-fields.ts'
import type { Power } from '../../protocol/extensions/power.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { extensionPowers } from './extension-powers.ts'
import { hookPowers, makePower, scriptPowers, serverPower } from './make-power.ts'

type PowersIn = (plugin: Plugin) => readonly Power[] | Promise<readonly Power[]>

/** Nothing of it runs or grants by itself. */
const NONE: PowersIn = () => []

/**
 * One line for each part of a loaded plugin: a part that is added later does not compile until it stands here.
 * Definitions are compared as written, with `${…}` in them: what is filled in is the person's, or a default below.
 */
const PARTS: Readonly<Record<keyof Plugin, PowersIn>> = {
  name: NONE,
  root: NONE,
  problems: NONE,
  themes: NONE,
  manifest: ({ manifest: { dependencies = [], userConfig = {} } }) => [
    ...dependencies.map(needed =>
      makePower('dependency', describeFields(needed, ['name', 'version']), needed),
    ),
    ...Object.entries(userConfig).flatMap(([key, option]) =>
      option.default === undefined
        ? []
        : [makePower('option', `${key}: ${describeFields({ default: option.default })}`, option.default)],
    ),
  ],
  hooks: ({ hooks }) => hookPowers(hooks),
  servers: ({ servers }) =>
    Object.entries(servers).map(([name, server]) => serverPower('server', name, server)),
  bundles: ({ bundles }) =>
    bundles.map(({ sha256, manifest }) =>
      serverPower('server', manifest.name, { ...startShown(manifest), bundle: sha256 }),
    ),
  languageServers: ({ languageServers }) =>
    Object.entries(languageServers).map(([name, server]) => serverPower('language server', name, server)),
  monitors: ({ monitors }) =>
    monitors.map(({ name, command, skill }) =>
      makePower('monitor', `${name}: ${command}`, {
        name,
        command,
        ...(skill === undefined ? {} : { skill }),
      }),
    ),
  bin: ({ bin }) => (bin === undefined ? [] : readdirSync(bin).map(name => makePower('program', name, name))),
  settings: ({ settings }) =>
    Object.entries(settings).map(([key, value]) =>
      key === 'agent' && typeof value === 'string'
        ? makePower('agent', `every session runs as ${value}`, value)
        : makePower('setting', describeFields({ [key]: value }), value),
    ),
  styles: async ({ styles, name }) => {
    const forced = await readForcedStyle(styles.map(path => ({ path, prefix: `${name}:` })))
    return forced ? [makePower('output style', `every session answers as ${forced.name}`, forced.name)] : []
  },
  // Skills, commands, agents and workflows are loaded together, below.
  skills: NONE,
  commands: NONE,
  agents: NONE,
  workflows: NONE,
}

/** As it is started here, and elsewhere. */
const startShown = ({ type, entryPoint, start, overrides }: Bundle['manifest']) => ({
  command: start.command ?? entryPoint ?? type,
  ...(start.args ? { args: start.args } : {}),
  ...(start.env ? { env: start.env } : {}),
  ...(Object.keys(overrides).length > 0 ? { platform_overrides: overrides } : {}),
})

/** What of a plugin runs, sends, reads or grants: from what a session would load, never from another reading of its files. */
export const pluginPowers = async (plugin: Plugin): Promise<readonly Power[]> => {
  const { name, root, skills, commands, agents, workflows } = plugin
  const place: ExtensionRoot = {
    source: { level: 'plugin', name },
    root,
    skills,
    commands,
    agents,
    workflows,
  }
  const parts = await Promise.all(Object.values(PARTS).map(part => part(plugin)))
  const loaded = await extensionPowers(place)
  return [...parts.flat(), ...scriptPowers(root), ...loaded.flatMap(({ powers }) => powers)]
}

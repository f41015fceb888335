import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readAgents } from '../../src/features/agents/read-agents.ts'
import { hookProblems } from '../../src/features/hooks/check-hooks.ts'
import { parseServer } from '../../src/features/mcp/config/parse-server.ts'
import { PluginError } from '../../src/features/plugins/plugin-error.ts'
import { readSkills } from '../../src/features/skills/read-skills.ts'
import { addMarketplaceTyped, install } from '../../src/host/plugins/desk.ts'
import { type DeskOptions, gatherNow } from '../../src/host/plugins/desk-options.ts'
import { findPlugins } from '../../src/host/plugins/find-plugins.ts'
import { isObject } from '../../src/lib/is-object.ts'
import { createMarkdownHeads } from '../../src/lib/markdown-heads.ts'
import type { ExtensionRoot } from '../../src/protocol/extensions/roots.ts'
import type { Parts } from './expected-parts.ts'

export interface LoadedPlugins {
  /** By the name in the marketplace. */
  readonly parts: ReadonlyMap<string, Parts>
  /** By the same name, what the program says about it. */
  readonly said: ReadonlyMap<string, readonly string[]>
}

/** Installs all plugins of a marketplace in a home of their own and reads them as a session would. Starts nothing of them. */
export const loadedParts = async (
  directory: string,
  names: readonly string[],
  home: string,
): Promise<LoadedPlugins> => {
  const said = new Map<string, string[]>()
  const say = (name: string, text: string): void => void said.set(name, [...(said.get(name) ?? []), text])
  const cwd = join(home, 'project')
  mkdirSync(cwd, { recursive: true })
  const start = { cwd, home, configHome: join(home, '.capstan') }
  const desk: DeskOptions = { start, env: { HOME: home, PATH: '/usr/bin:/bin' }, agree: async () => true }
  const { marketplace, complaints } = await addMarketplaceTyped(desk, directory)
  for (const { level, key, message } of complaints) if (level === 'error') say('', `${key}: ${message}`)
  const roots = new Map<string, string>()
  for (const name of names)
    try {
      const { record } = await install(desk, `${name}@${marketplace.name}`)
      roots.set(record.path, name)
    } catch (error) {
      if (!(error instanceof PluginError)) throw error
      say(name, error.message)
    }
  const found = await findPlugins({
    settings: gatherNow(desk).plugins,
    overrides: {},
    start,
    env: desk.env,
    trustRoot: cwd,
    folders: { own: [], ofProject: [] },
  })
  const parts = new Map<string, Parts>()
  for (const { source, message } of found.problems) say(source.level === 'plugin' ? source.name : '', message)
  for (const place of found.places) {
    const name = [...roots].find(([path]) => place.root === path)?.[1]
    if (name !== undefined) parts.set(name, await partsOf(place, text => say(name, text)))
  }
  return { parts, said }
}

const partsOf = async (place: ExtensionRoot, say: (text: string) => void): Promise<Parts> => {
  const heads = createMarkdownHeads(undefined)
  const { root, hooks = {}, servers = {}, languageServers = {} } = place
  const skills = (await readSkills([place], heads)).contributions
  const agents = (await readAgents([place], heads)).contributions
  for (const { message } of [...skills, ...agents].flatMap(({ problems = [] }) => problems)) say(message)
  for (const { text } of hookProblems({ hooks, source: place.source })) say(text)
  const files = (all: readonly { readonly file?: string }[]): readonly string[] =>
    all.map(({ file = '' }) => file.slice(root.length + 1)).toSorted()
  const loaded = skills.flatMap(each => each.skills ?? [])
  return {
    skills: files(loaded.filter(({ kind }) => kind === 'skill')),
    commands: files(loaded.filter(({ kind }) => kind === 'command')),
    agents: files(agents.flatMap(each => each.agents ?? [])),
    styles: (place.styles ?? []).map(path => path.slice(root.length + 1)),
    hooks: Object.entries(hooks)
      .flatMap(([event, groups]) =>
        groups.flatMap(group => group.hooks.map(handler => `${event} ${JSON.stringify(handler)}`)),
      )
      .toSorted(),
    servers: Object.entries(servers).flatMap(([name, server]) => {
      const read = parseServer(server, {})
      if (!read.ok) say(`server ${name}: ${read.problem.text}`)
      return read.ok || /\$\{.*not set/.test(read.problem.text) ? [name] : []
    }),
    languageServers: Object.entries(languageServers).flatMap(([name, server]) =>
      isObject(server) ? [name] : [],
    ),
  }
}

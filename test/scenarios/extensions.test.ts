import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Contributions } from '../../src/engine/contributions/part.ts'
import { chooseExtensions } from '../../src/host/extensions/options.ts'
import { addMarketplaceTyped, install } from '../../src/host/plugins/desk.ts'
import { gatherNow } from '../../src/host/plugins/desk-options.ts'
import { pluginText } from '../../src/protocol/messages/host/plugins.ts'
import { createWorld } from '../support/engine-bench.ts'
import { pluginWorld, putFiles } from '../support/plugin-world.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'

const PLUGIN = {
  '.claude-plugin/plugin.json': { name: 'fmt', version: '1.0.0' },
  'hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] } },
  '.lsp.json': { go: { command: 'gopls', extensionToLanguage: { '.go': 'go' } } },
  'monitors/monitors.json': [{ name: 'm', command: 'tail', description: 'd' }],
}

const openIn = async (plugins: ReturnType<typeof pluginWorld>) => {
  let contributions: Contributions | undefined
  const world = await createWorld({
    scenario: { replies: [{ text: 'ok' }, { text: 'ok' }] },
    config: () => ({
      extensions: chooseExtensions({}, gatherNow(plugins.desk), {
        ...plugins.desk.start,
        roots: [plugins.project],
        env: plugins.desk.env,
        again: () => gatherNow(plugins.desk).plugins,
      }),
    }),
    parts: session => {
      contributions = session.contributions
      return []
    },
  })
  if (!contributions) throw new Error('no session')
  return { world, contributions }
}

test('one page has everything that was brought, where from, its cost, what it overrides, what is wrong and what waits', async () => {
  await using plugins = pluginWorld()
  await addMarketplaceTyped(plugins.desk, plugins.marketplace(PLUGIN))
  await install(plugins.desk, 'fmt')
  putFiles(plugins.project, { '.claude/skills/x/SKILL.md': 'x', '.mcp.json': '{}' })
  putFiles(plugins.configHome, {
    'settings.json': { enabledPlugins: { 'fmt@acme': true, 'gone@acme': true } },
  })
  const { world, contributions } = await openIn(plugins)
  await using _ = world
  const body = async () => ''
  const skill = {
    name: 'tidy',
    kind: 'skill',
    description: 'Tidies \u001b[2Jup',
    context: 'inline',
    byPerson: true,
    byModel: true,
    body,
  } as const
  contributions.whenAsked(async () => {
    contributions.put('more skills', [
      { source: { level: 'user', directory: '.capstan' }, skills: [skill] },
      {
        source: { level: 'project', directory: '.claude' },
        skills: [skill],
        problems: [{ source: { level: 'project' }, file: '/p/x.md', message: 'is empty' }],
      },
    ])
  })
  const report = await world.engine.query('extensions')
  expect(report.entries.map(({ kind, name, state }) => [kind, name, state])).toEqual([
    ['plugin', 'fmt', '1.0.0'],
    ['skill', 'tidy', undefined],
    ['hook', 'Stop', undefined],
    ['language server', 'go', '.go'],
  ])
  const text = (await world.ask('/extensions')).report.text
  expect(text).toContain('user (.capstan)')
  expect(text).toContain('tokens in every request')
  expect(text).toContain('skill tidy of project (.claude): the one of user (.capstan) is used')
  expect(text).toContain('capstan plugin install gone@acme')
  expect(text).toContain('(/p/x.md): is empty')
  expect(text).toContain('.mcp.json of this folder. To use it, review and trust this folder: capstan trust')
  expect(text).not.toContain('\u001b')
})

test('what is wrong with a plugin is said once, when the conversation begins', async () => {
  await using plugins = pluginWorld()
  putFiles(plugins.configHome, { 'settings.json': { enabledPlugins: { 'gone@acme': true } } })
  const { world } = await openIn(plugins)
  await using _ = world
  await world.ask('hello')
  await world.ask('again')
  const said = world.events.filter(event => event.type === 'notice' && event.text.includes('gone@acme'))
  expect(said).toHaveLength(1)
})

test('/reload-plugins takes up a plugin that was installed, and a session says which it has', async () => {
  await using plugins = pluginWorld()
  await addMarketplaceTyped(plugins.desk, plugins.marketplace(PLUGIN))
  const { world } = await openIn(plugins)
  await using _ = world
  expect((await world.ask('/reload-plugins')).report.text).toBe('No plugin has changed.')
  const { record } = await install(plugins.desk, 'fmt')
  expect((await world.ask('/reload-plugins')).report.text).toBe('Loaded: fmt.')
  await world.ask('hello')
  const started = world.events.filter(event => event.type === 'turn_started').at(-1)
  expect(started?.turn.plugins?.map(({ name, path }) => [name, path])).toEqual([['fmt', record.path]])
  expect(join(record.path)).toContain('cache')
})

test('how a server is stands there in words', async () => {
  const server = (name: string, more: object) => ({ name, config: sampleServer(), ...more })
  await using world = await createWorld({
    scenario: { replies: [] },
    config: withServers([
      server('new', { approval: { sha256: 'a', given: 'not asked' } }),
      server('off', { disabled: true }),
    ]),
  })
  expect((await world.ask('/extensions')).report.text).toMatch(
    /new .*waiting for your approval \(\/mcp\)[\s\S]*off .*disabled/,
  )
  expect((await world.engine.query('extensions')).entries.map(({ inactive }) => inactive)).toEqual([
    true,
    true,
  ])
})

test.each([
  ['a session on a screen checks for updates behind its first turn, once', true, 1],
  ['a run without one does not', undefined, 0],
])('%s', async (_, wake, times) => {
  let looked = 0
  const extensions = {
    list: async () => [],
    onChanged: () => () => undefined,
    refresh: async () => {
      looked++
      return [pluginText('updated', { id: 'fmt@acme', version: '2.0.0' })]
    },
  }
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    config: () => ({ extensions, ...(wake ? { wake } : {}) }),
  })
  expect(looked).toBe(0)
  await world.ask('one')
  await world.ask('two')
  expect(looked).toBe(times)
  const said = world.events.filter(event => event.type === 'notice' && event.text.startsWith('Updated fmt'))
  expect(said).toHaveLength(times)
})

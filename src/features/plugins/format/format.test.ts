import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { readManifest } from './manifest.ts'
import { readMarketplace } from './marketplace.ts'
import { marketplaceSourceOf } from './marketplace-source.ts'
import { directoryOf } from './plugin-source.ts'
import { type Plugin, readPlugin } from './read-plugin.ts'
import { satisfies } from './satisfies.ts'
import { fillHooks, fillIn, optionsOf, pluginVariables } from './variables.ts'

const put = (root: string, files: Readonly<Record<string, unknown>>): string => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

const pluginIn = (root: string): Plugin => {
  const read = readPlugin(root)
  if (read.kind === 'broken') throw new Error(JSON.stringify(read.problems))
  return read.plugin
}

test.each<[string, unknown, readonly string[], boolean]>([
  ['all is well', { name: 'fmt', version: '1.0.0', author: { name: 'A' }, commands: './c' }, [], true],
  ['an unknown field is a warning', { name: 'fmt', colour: 'red' }, ['warning colour'], true],
  ['a wrong type keeps it from loading', { name: 'fmt', version: 3 }, ['error version'], false],
  ['a name is needed', {}, ['error name'], false],
  ['a name is no sentence', { name: 'My Plugin' }, ['error name'], false],
  ['a name of look-alikes', { name: 'fоrmat' }, ['error name'], false],
  ['a path leaves', { name: 'fmt', commands: ['./ok', '../up'] }, ['error commands.1'], false],
  ['a path does not say that it is one', { name: 'fmt', agents: 'agents' }, ['error agents'], false],
  ['hooks inline', { name: 'fmt', hooks: { Stop: [] } }, [], true],
  ['hooks as a number', { name: 'fmt', hooks: 3 }, ['error hooks'], false],
  [
    'an option of no kind',
    { name: 'fmt', userConfig: { K: { type: 'x' } } },
    ['error userConfig.K.type'],
    false,
  ],
  ['dependencies', { name: 'fmt', dependencies: ['a', { name: 'b', version: '^1' }] }, [], true],
])('a manifest: %s', (_, value, said, loads) => {
  const { manifest, complaints } = readManifest(value)
  expect(complaints.map(({ level, key }) => `${level} ${key}`)).toEqual(said)
  expect(manifest !== undefined).toBe(loads)
})

test('a marketplace with every kind of source, and what is wrong with each bad one', () => {
  const good = [
    './plugins/a',
    { source: 'github', repo: 'acme/db', ref: 'v2' },
    { source: 'url', url: 'https://git.example/x.git', sha: 'a'.repeat(40) },
    { source: 'git-subdir', url: 'git@git.example:x/y.git', path: 'sub/dir' },
    { source: 'npm', package: '@acme/plugin', version: '^1.2.0' },
    { source: 'archive', url: 'https://files.example/p.zip', sha256: 'b'.repeat(64) },
    { source: 'command', command: 'fetch-plugin', timeout: 5 },
  ]
  const bad = [
    '../outside',
    '/etc',
    { source: 'github', repo: '--upload-pack=x' },
    { source: 'url', url: 'ext::sh -c id' },
    { source: 'url', url: 'https://git.example/x', ref: '--output=x' },
    { source: 'git-subdir', url: 'https://git.example/x', path: '../..' },
    { source: 'npm', package: 'git+https://evil.example/x' },
    { source: 'npm', package: 'file:../x' },
    { source: 'archive', url: 'http://files.example/p.zip' },
    { source: 'magic' },
    7,
  ]
  const plugins = [...good, ...bad].map((source, at) => ({ name: `p${at}`, source }))
  const { marketplace, complaints } = readMarketplace({ name: 'acme', owner: { name: 'Acme' }, plugins })
  expect(marketplace?.plugins.map(({ source }) => source.kind)).toEqual(
    'path git git git npm archive command'.split(' '),
  )
  expect(complaints.map(({ key }) => key.split('.')[1])).toEqual(bad.map((_, at) => String(good.length + at)))
})

test('a marketplace may keep its plugins in a folder, and names one of them twice in vain', () => {
  const { marketplace, complaints } = readMarketplace({
    name: 'acme',
    owner: { name: 'Acme' },
    metadata: { pluginRoot: './plugins' },
    plugins: [
      { name: 'a', source: './a' },
      { name: 'a', source: './b' },
    ],
    renames: { old: 'a', gone: null },
  })
  expect(marketplace?.plugins.map(({ source }) => source)).toEqual([
    { kind: 'path', path: 'a', otherwise: 'plugins/a' },
  ])
  expect(complaints.map(({ key }) => key)).toEqual(['plugins.1.name'])
  expect(marketplace?.renames).toEqual({ old: 'a', gone: null })
})

test.each([
  ['./plugins/a', 'plugins/a', 'as most write it, from the marketplace on'],
  ['./a', 'plugins/a', 'from its folder on, where nothing else is there'],
  ['a', 'plugins/a', 'as a plain name'],
  ['./', '', 'the marketplace itself'],
])('with a pluginRoot a plugin is found that is named %s', async (source, place) => {
  await using tmp = tmpDir()
  put(tmp.path, { 'plugins/a/skills/tidy/SKILL.md': 'x' })
  const { marketplace } = readMarketplace({
    name: 'acme',
    owner: { name: 'Acme' },
    metadata: { pluginRoot: './plugins' },
    plugins: [{ name: 'a', source }],
  })
  const [found] = marketplace?.plugins ?? []
  expect(found?.source.kind === 'path' && directoryOf(found.source, tmp.path)).toBe(
    join(tmp.path, place, place === '' ? '/' : ''),
  )
})

test.each([
  ['acme/tools', { source: 'github', repo: 'acme/tools' }],
  ['acme/tools#v2', { source: 'github', repo: 'acme/tools', ref: 'v2' }],
  ['https://git.example/x.git', { source: 'git', url: 'https://git.example/x.git' }],
  ['https://x.example/marketplace.json', { source: 'url', url: 'https://x.example/marketplace.json' }],
  ['./here', { source: 'directory', path: './here' }],
  ['ext::sh', { refused: expect.objectContaining({ id: 'plugin_files.expected' }) }],
])('what is typed for a marketplace: %s', (typed, expected) => {
  expect(marketplaceSourceOf(typed, () => true)).toEqual(expected)
})

test('a plugin is read from its usual places, without a manifest too', async () => {
  await using tmp = tmpDir()
  const root = put(join(tmp.path, 'fmt'), {
    'skills/tidy/SKILL.md': '---\nallowed-tools: Bash(ls *)\n---\nx',
    'commands/go.md': 'x',
    'agents/a.md': 'x',
    'output-styles/s.md': 'x',
    'hooks/hooks.json': {
      description: 'd',
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] },
    },
    '.mcp.json': { mcpServers: { db: { command: 'db' } } },
    '.lsp.json': { go: { command: 'gopls', extensionToLanguage: { '.go': 'go' } } },
    'bin/tool': '#!/bin/sh',
    'settings.json': { agent: 'a', env: { PATH: 'x' } },
    'monitors/monitors.json': [{ name: 'm', command: 'tail', description: 'd' }],
  })
  const plugin = pluginIn(root)
  expect(plugin.name).toBe('fmt')
  expect(plugin.skills).toEqual([join(root, 'skills')])
  expect(plugin.hooks).toEqual({ Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] })
  expect(plugin.servers).toEqual({ db: { command: 'db' } })
  expect(plugin.settings).toEqual({ agent: 'a' })
})

test('a manifest names other places; skills add to the usual one, commands stand in its place', async () => {
  await using tmp = tmpDir()
  const root = put(join(tmp.path, 'p'), {
    '.claude-plugin/plugin.json': {
      name: 'fmt',
      skills: ['./skills/', './more'],
      commands: ['./go.md'],
      hooks: ['./hooks/hooks.json', './other.json'],
      mcpServers: { db: { command: 'db' } },
      agents: './nowhere',
    },
    'skills/a/SKILL.md': 'x',
    'more/b/SKILL.md': 'x',
    'commands/unused.md': 'x',
    'go.md': 'x',
    'hooks/hooks.json': { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'a' }] }] } },
    'other.json': { Stop: [{ hooks: [{ type: 'command', command: 'b' }] }] },
  })
  const plugin = pluginIn(root)
  expect(plugin.skills).toEqual([join(root, 'skills'), join(root, 'more')])
  expect(plugin.commands).toEqual([join(root, 'go.md')])
  expect(plugin.hooks['Stop']?.flatMap(({ hooks }) => hooks.map(({ command }) => command))).toEqual([
    'a',
    'b',
  ])
  expect(plugin.problems.map(({ message }) => inEnglish(message))).toEqual(['does not exist'])
})

test('our own manifest goes before that of others', async () => {
  await using tmp = tmpDir()
  const root = put(tmp.path, {
    '.claude-plugin/plugin.json': { name: 'theirs' },
    '.capstan-plugin/plugin.json': { name: 'ours' },
  })
  expect(pluginIn(root).name).toBe('ours')
})

test('a link out of a plugin is no part of it, and said', async () => {
  await using tmp = tmpDir()
  const root = put(join(tmp.path, 'p'), { '.claude-plugin/plugin.json': { name: 'p' } })
  mkdirSync(join(tmp.path, 'secret'))
  symlinkSync(join(tmp.path, 'secret'), join(root, 'skills'))
  const plugin = pluginIn(root)
  expect(plugin.skills).toEqual([])
  expect(inEnglish(plugin.problems[0]?.message ?? '')).toContain('leads out of the plugin')
})

test('what the marketplace says is all there is with strict off, and twice is a mistake', async () => {
  await using tmp = tmpDir()
  const root = put(tmp.path, { 'x/a.md': 'x', '.claude-plugin/plugin.json': { name: 'p', version: '2' } })
  const entry = { name: 'q', commands: ['./x'] }
  const loose = readPlugin(root, { entry, strict: false })
  expect(loose.kind === 'plugin' && [loose.plugin.name, loose.plugin.commands]).toEqual([
    'q',
    [join(root, 'x')],
  ])
  put(root, { '.claude-plugin/plugin.json': { name: 'p', commands: './x' } })
  expect(readPlugin(root, { entry, strict: false }).kind).toBe('broken')
  expect(readPlugin(root, { entry }).kind).toBe('plugin')
})

test('values of the person reach servers and programs, and never the text of a shell line', () => {
  const { options, missing } = optionsOf(
    { KEY: { type: 'string', required: true }, N: { type: 'number', default: 3 } },
    {},
  )
  expect([options, missing]).toEqual([{ N: 3 }, ['KEY']])
  const filling = {
    options: { KEY: 'a; rm -rf /' },
    variables: pluginVariables({ root: '/p', data: '/d', options: { KEY: 'a; rm -rf /' } }),
    root: '/p',
  }
  expect(filling.variables['CLAUDE_PLUGIN_OPTION_KEY']).toBe('a; rm -rf /')
  expect(fillIn({ command: '${CLAUDE_PLUGIN_ROOT}/s', args: ['${user_config.KEY}'] }, filling)).toEqual({
    command: '/p/s',
    args: ['a; rm -rf /'],
  })
  const { hooks, problems } = fillHooks(
    {
      Stop: [
        {
          hooks: [
            { type: 'command', command: 'echo ${user_config.KEY}' },
            { type: 'command', command: 'echo', args: ['${user_config.KEY}'] },
          ],
        },
      ],
    },
    filling,
  )
  expect(hooks['Stop']?.[0]?.hooks).toEqual([{ type: 'command', command: 'echo', args: ['a; rm -rf /'] }])
  expect(problems).toHaveLength(1)
})

test.each([
  ['1.2.3', '^1.2.0', true],
  ['2.0.0', '^1.2.0', false],
  ['0.3.0', '^0.2.0', false],
  ['1.2.9', '~1.2.3', true],
  ['1.3.0', '~1.2.3', false],
  ['3.0.0', '>=2', true],
  ['1.0.0', '1.0.0', true],
  ['1.0.0', '*', true],
  ['weird', '1.0.0', false],
])('version %s in %s: %s', (version, range, fits) => expect(satisfies(version, range)).toBe(fits))

test('a plugin that is one skill has its root among the skills', async () => {
  await using tmp = tmpDir()
  const root = put(join(tmp.path, 'one'), {
    'SKILL.md': '---\nallowed-tools: Bash(x)\n---\nx',
    'README.md': '---\nallowed-tools: Bash\n---',
  })
  const plugin = pluginIn(root)
  expect(plugin.skills).toEqual([root])
})

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import { type PluginWorld, pluginWorld, putFiles, tarOf } from '../../../test/support/plugin-world.ts'
import { installPlugin } from '../../features/plugins/store/install.ts'
import { addMarketplace } from '../../features/plugins/store/marketplaces.ts'
import { leftovers, unneeded } from '../../features/plugins/store/prune.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { chooseExtensions } from '../extensions/options.ts'
import { addMarketplaceTyped, configure, install, setEnabled, uninstall, update } from './desk.ts'
import { listAvailable, listInstalled, listMarketplaces } from './desk-list.ts'
import { gatherNow } from './desk-options.ts'

const PLUGIN = {
  '.claude-plugin/plugin.json': { name: 'fmt', version: '1.0.0', description: 'Formats' },
  'skills/tidy/SKILL.md': '---\ndescription: tidies\n---\nTidy.',
  'hooks/hooks.json': {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}"/x.sh' }] }] },
  },
  '.mcp.json': { mcpServers: { db: { command: '${CLAUDE_PLUGIN_ROOT}/db' } } },
}

const extensionsOf = (world: PluginWorld, more: object = {}) => {
  const gathered = gatherNow(world.desk)
  return chooseExtensions(more, gathered, {
    ...world.desk.start,
    roots: [world.project],
    env: world.desk.env,
    again: () => gatherNow(world.desk).plugins,
  })
}

const pluginsOf = async (world: PluginWorld, more: object = {}) =>
  (await extensionsOf(world, more).list()).filter(({ source }) => source.level === 'plugin')

test('a plugin of a marketplace is installed, listed, loaded, disabled and uninstalled', async () => {
  await using world = pluginWorld()
  await addMarketplaceTyped(world.desk, world.marketplace(PLUGIN))
  expect(listMarketplaces(world.desk).map(({ name, plugins }) => [name, plugins])).toEqual([['acme', 1]])
  expect(listAvailable(world.desk).map(({ id, installed }) => [id, installed])).toEqual([['fmt@acme', false]])
  const { record, file } = await install(world.desk, 'fmt')
  expect(file).toBe(join(world.configHome, 'settings.json'))
  expect(record.path).toContain(join('cache', 'acme', 'fmt', `1.0.0-${record.sha256.slice(0, 12)}`))
  expect(
    listInstalled(world.desk).map(({ id, enabled, brings }) => [id, enabled, brings.map(inEnglish)]),
  ).toEqual([['fmt@acme', true, ['skills', 'hook Stop', 'MCP server db']]])
  const [place] = await pluginsOf(world)
  expect(place).toMatchObject({
    source: { level: 'plugin', name: 'fmt' },
    root: record.path,
    skills: [join(record.path, 'skills')],
    servers: { db: { command: join(record.path, 'db') } },
    variables: { CLAUDE_PLUGIN_ROOT: record.path },
  })
  await setEnabled(world.desk, { wanted: 'fmt', enabled: false })
  expect(await pluginsOf(world)).toEqual([])
  await uninstall(world.desk, 'fmt', { keepData: false })
  expect(existsSync(record.path)).toBe(false)
  expect(readFileSync(file, 'utf8')).not.toContain('fmt@acme')
})

test('what a plugin holds is pinned: a change of its source counts only with an update', async () => {
  await using world = pluginWorld()
  const market = world.marketplace(PLUGIN)
  await addMarketplaceTyped(world.desk, market)
  const { record } = await install(world.desk, 'fmt@acme')
  writeFileSync(join(market, 'plugins/fmt/skills/tidy/SKILL.md'), 'Changed.')
  expect(readFileSync(join(record.path, 'skills/tidy/SKILL.md'), 'utf8')).toContain('Tidy.')
  const updated = await update(world.desk, 'fmt')
  expect(updated.record.sha256).not.toBe(record.sha256)
  expect(world.asked).toEqual([])
})

test('an update that adds a hook is asked about, and without a yes the old version stays', async () => {
  await using world = pluginWorld()
  const market = world.marketplace(PLUGIN)
  await addMarketplaceTyped(world.desk, market)
  const { record } = await install(world.desk, 'fmt')
  putFiles(join(market, 'plugins/fmt'), {
    'hooks/hooks.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'curl evil' }] }] } },
  })
  world.answer = false
  await expect(update(world.desk, 'fmt')).rejects.toThrow('old version stays')
  expect(world.asked).toMatchObject([
    { kind: 'powers', added: [{ kind: 'hook', what: expect.stringContaining('curl evil') }] },
  ])
  expect(listInstalled(world.desk)[0]?.path).toBe(record.path)
  world.answer = true
  expect((await update(world.desk, 'fmt')).unchanged).toBe(false)
})

test('programs of a plugin are on the path only after a yes of their own, and behind all others', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({ ...PLUGIN, 'bin/ls': '#!/bin/sh\n' })
  chmodSync(join(market, 'plugins/fmt/bin/ls'), 0o755)
  await addMarketplaceTyped(world.desk, market)
  world.answer = false
  const { record } = await install(world.desk, 'fmt')
  expect(world.asked).toMatchObject([{ kind: 'bin', programs: ['ls'] }])
  expect(record.bin).toBe(false)
  const { programsOf } = await import('./programs-of.ts')
  const path = () => programsOf({ PATH: '/usr/bin' }, gatherNow(world.desk).plugins, world.configHome)['PATH']
  expect(path()).toBe('/usr/bin')
  await uninstall(world.desk, 'fmt', { keepData: false })
  world.answer = true
  const again = await install(world.desk, 'fmt')
  expect(path()).toBe(`/usr/bin:${join(again.record.path, 'bin')}`)
})

test('a source that is a command runs only after a yes', async () => {
  await using world = pluginWorld()
  const made = join(world.root, 'made')
  const command = `touch ${made}; mkdir -p skills/a && echo x > skills/a/SKILL.md`
  await addMarketplaceTyped(world.desk, world.marketplace({}, { source: { source: 'command', command } }))
  world.answer = false
  await expect(install(world.desk, 'fmt')).rejects.toThrow('you did not agree')
  expect(existsSync(made)).toBe(false)
  world.answer = true
  const { plugin } = await install(world.desk, 'fmt')
  expect([existsSync(made), plugin.skills.length]).toEqual([true, 1])
})

test('plugins come from git, at a commit, without running what the repository brings', async () => {
  await using world = pluginWorld()
  const repo = putFiles(join(world.root, 'repo'), { ...PLUGIN, 'sub/x/skills/a/SKILL.md': 'x' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: repo,
      encoding: 'utf8',
    })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'x')
  const sha = git('rev-parse', 'HEAD').trim()
  const url = `file://${repo}`
  await addMarketplaceTyped(world.desk, world.marketplace({}, { source: { source: 'url', url, sha } }))
  const { record } = await install(world.desk, 'fmt')
  expect([record.commit, existsSync(join(record.path, '.git'))]).toEqual([sha, false])
  await uninstall(world.desk, 'fmt', { keepData: false })
  world.marketplace({}, { source: { source: 'git-subdir', url, path: 'sub/x' } })
  expect((await install(world.desk, 'fmt')).plugin.skills).toHaveLength(1)
})

test('plugins come from archives whose hash the marketplace names', async () => {
  await using world = pluginWorld()
  const archive = tarOf([
    { path: 'p-1/skills/a/SKILL.md', content: 'x' },
    { path: 'p-1/README', content: 'x' },
  ])
  const source = { source: 'archive', url: 'https://files.example/p.tgz', sha256: 'b'.repeat(64) }
  await addMarketplaceTyped(world.desk, world.marketplace({}, { source }))
  const deps = world.deps({ download: async () => archive })
  await expect(installPlugin('fmt', deps)).rejects.toThrow('is not what the marketplace says')
  world.marketplace({}, { source: { ...source, sha256: undefined } })
  expect((await installPlugin('fmt', deps)).plugin.skills).toHaveLength(1)
})

test('what a plugin needs is installed with it, and nothing from marketplaces that were not named', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({
    '.claude-plugin/plugin.json': {
      name: 'fmt',
      dependencies: [{ name: 'lint', version: '^2.0.0' }, 'x@other'],
    },
    'skills/a/SKILL.md': 'x',
  })
  putFiles(market, {
    'plugins/lint/.claude-plugin/plugin.json': { name: 'lint', version: '1.0.0' },
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: ['fmt', 'lint'].map(name => ({ name, source: `./plugins/${name}` })),
    },
  })
  await addMarketplaceTyped(world.desk, market)
  const { dependencies, notes } = await install(world.desk, 'fmt')
  expect(dependencies.map(({ record }) => record.id)).toEqual(['lint@acme'])
  expect(englishOf(notes)).toEqual([
    expect.stringContaining('lint@acme ^2.0.0'),
    expect.stringContaining('x@other'),
  ])
})

test('values of the person fill in what they are for; secrets are kept apart, for nobody else to read', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({
    '.claude-plugin/plugin.json': {
      name: 'fmt',
      userConfig: { KEY: { type: 'string', sensitive: true, required: true }, N: { type: 'number', max: 5 } },
    },
    '.mcp.json': {
      mcpServers: { db: { command: 'db', env: { KEY: '${user_config.KEY}', N: '${user_config.N}' } } },
    },
  })
  await addMarketplaceTyped(world.desk, market)
  await install(world.desk, 'fmt')
  const before = await extensionsOf(world).found?.()
  expect(before?.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('It needs KEY'),
    expect.stringContaining('MCP server db needs KEY, N'),
  ])
  await expect(configure(world.desk, { wanted: 'fmt', key: 'N', text: '9' })).rejects.toThrow('at most 5')
  await configure(world.desk, { wanted: 'fmt', key: 'N', text: '3' })
  await configure(world.desk, { wanted: 'fmt', key: 'KEY', text: 's3cret' })
  const [place] = await pluginsOf(world)
  expect(place?.servers).toEqual({ db: { command: 'db', env: { KEY: 's3cret', N: '3' } } })
  const secrets = join(world.configHome, 'plugin-credentials.json')
  expect(statSync(secrets).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(world.configHome, 'settings.json'), 'utf8')).not.toContain('s3cret')
})

test('a project only proposes plugins: they wait until the person installs them for it', async () => {
  await using world = pluginWorld()
  const market = world.marketplace(PLUGIN)
  await addMarketplaceTyped(world.desk, market)
  await install(world.desk, 'fmt')
  await setEnabled(world.desk, { wanted: 'fmt', enabled: false })
  const { writeFileSync: write } = await import('node:fs')
  write(join(world.configHome, 'settings.json'), '{}')
  putFiles(world.project, { '.claude/settings.json': { enabledPlugins: { 'fmt@acme': true } } })
  expect(await pluginsOf(world)).toEqual([])
  const trusting = { ...world.desk, env: { ...world.desk.env, CAPSTAN_TRUST_WORKSPACE: '1' } }
  const trusted = { ...world, desk: trusting, [Symbol.asyncDispose]: async () => undefined }
  expect(await pluginsOf(trusted)).toEqual([])
  expect((await extensionsOf(trusted).found?.())?.waiting).toMatchObject([
    { fix: expect.stringContaining('capstan plugin install fmt@acme --scope project') },
  ])
  await install(trusting, 'fmt@acme', 'project')
  expect(await pluginsOf(trusted)).toHaveLength(1)
  expect(await pluginsOf(world)).toEqual([])
})

test('a plugin that is enabled and not there is said, with what to do', async () => {
  await using world = pluginWorld()
  putFiles(world.configHome, { 'settings.json': { enabledPlugins: { 'gone@acme': true } } })
  expect((await extensionsOf(world).found?.())?.problems).toMatchObject([
    { message: expect.stringContaining('capstan plugin install gone@acme') },
  ])
})

test('what another program of this format installed is loaded as it is', async () => {
  await using world = pluginWorld()
  const path = putFiles(join(world.home, '.claude/plugins/cache/acme/fmt/1.0.0'), PLUGIN)
  putFiles(join(world.home, '.claude'), {
    'settings.json': { enabledPlugins: { 'fmt@acme': true } },
    'plugins/installed_plugins.json': {
      version: 2,
      plugins: { 'fmt@acme': [{ scope: 'user', installPath: path, version: '1.0.0' }] },
    },
  })
  expect((await pluginsOf(world)).map(({ root }) => root)).toEqual([path])
  await expect(uninstall(world.desk, 'fmt', { keepData: false })).rejects.toThrow('another program')
})

test('a marketplace that is a directory in your own settings needs no installing', async () => {
  await using world = pluginWorld()
  const path = world.marketplace(PLUGIN)
  putFiles(join(world.home, '.claude'), {
    'settings.json': {
      enabledPlugins: { 'fmt@acme': true },
      extraKnownMarketplaces: { acme: { source: { source: 'directory', path } } },
    },
  })
  expect((await pluginsOf(world)).map(({ root }) => root)).toEqual([join(path, 'plugins/fmt')])
})

test('the command line names plugins for one session, as directories or archives, without servers if wanted', async () => {
  await using world = pluginWorld()
  const dir = putFiles(join(world.root, 'mine'), PLUGIN)
  const file = join(world.root, 'p.tgz')
  writeFileSync(
    file,
    tarOf([
      { path: 'package/.claude-plugin/plugin.json', content: '{"name":"packed"}' },
      { path: 'package/x', content: '' },
    ]),
  )
  const places = await pluginsOf(world, { pluginDir: [file], pluginDirNoMcp: [dir] })
  expect(places.map(({ source, servers }) => [source, servers])).toEqual([
    [{ level: 'plugin', name: 'packed' }, undefined],
    [{ level: 'plugin', name: 'fmt' }, undefined],
  ])
  const [bare] = await pluginsOf(world, { pluginDir: [dir], bare: true })
  expect(bare?.servers).toBeDefined()
})

test('a reload takes up what changed, and refuses what would cost the cache unless it is forced', async () => {
  await using world = pluginWorld()
  await addMarketplaceTyped(world.desk, world.marketplace(PLUGIN))
  const extensions = extensionsOf(world)
  expect((await extensions.list()).some(({ source }) => source.level === 'plugin')).toBe(false)
  let heard = 0
  extensions.onChanged(() => {
    heard += 1
  })
  await install(world.desk, 'fmt')
  const refused = await extensions.reload?.({ force: false, sent: true })
  expect(englishOf(refused?.refused)).toContain('/reload-plugins --force')
  expect(heard).toBe(0)
  expect(await extensions.reload?.({ force: true, sent: true })).toEqual({
    added: ['fmt'],
    removed: [],
    changed: [],
  })
  expect(heard).toBe(1)
  expect((await extensions.list()).filter(({ source }) => source.level === 'plugin')).toHaveLength(1)
})

test('two marketplaces of one name: the second is refused', async () => {
  await using world = pluginWorld()
  await addMarketplaceTyped(world.desk, world.marketplace(PLUGIN))
  const other = putFiles(join(world.root, 'other'), {
    '.claude-plugin/marketplace.json': { name: 'acme', owner: { name: 'Not Acme' }, plugins: [] },
  })
  await expect(addMarketplaceTyped(world.desk, other)).rejects.toThrow('There is a marketplace acme already')
})

test('the organization decides which marketplaces and plugins there are', async () => {
  await using world = pluginWorld()
  const path = world.marketplace(PLUGIN)
  const source = { source: 'directory', path } as const
  const none = { blocked: [], blockedPlugins: [], fixed: {} }
  const refused = async (policy: object) =>
    await addMarketplace(source, world.deps({ policy: { ...none, ...policy } })).then(
      () => 'added',
      (error: Error) => error.message,
    )
  expect(await refused({ known: [] })).toContain('allows only certain marketplaces')
  expect(await refused({ blocked: [{ source: 'directory', path }] })).toContain('blocks this marketplace')
  expect(await refused({ known: [{ source: 'pathPattern', pathPattern: 'market$' }] })).toBe('added')
  for (const policy of [{ blockedPlugins: ['fmt'] }, { fixed: { 'fmt@acme': false } }])
    await expect(installPlugin('fmt', world.deps({ policy: { ...none, ...policy } }))).rejects.toThrow(
      'blocked by your organization',
    )
})

test('/plugin with words installs as pages tell people to type, and does not agree to anything by itself', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({ ...PLUGIN, 'bin/tool': '#!/bin/sh' })
  const extensions = extensionsOf(world)
  const type = async (line: string): Promise<string> =>
    (await extensions.manage?.(line.split(' ')))?.text ?? ''
  expect(await type(`marketplace add ${market}`)).toContain('acme with 1 plugin')
  const said = await type('install fmt@acme')
  expect(said).toContain('Installed fmt@acme 1.0.0: skills, hook Stop, MCP server db')
  expect(said).toContain('programs on the PATH')
  expect(await type('list')).toBe('fmt@acme 1.0.0 enabled')
  expect(await type('disable fmt')).toContain('Disabled fmt@acme')
  await expect(type('frobnicate fmt')).rejects.toThrow('/plugin takes install')
  await expect(type('install nothing')).rejects.toThrow('There is no plugin nothing')
})

test('a plugin that wants to be turned on by hand is installed and disabled', async () => {
  await using world = pluginWorld()
  await addMarketplaceTyped(
    world.desk,
    world.marketplace({ 'skills/a/SKILL.md': 'x' }, { defaultEnabled: false }),
  )
  await install(world.desk, 'fmt')
  expect(listInstalled(world.desk)[0]?.enabled).toBe(false)
})

test('what came with a plugin goes when nothing needs it any more; what was asked for by name stays', async () => {
  await using world = pluginWorld()
  const root = world.marketplace({
    '.claude-plugin/plugin.json': { name: 'fmt', dependencies: ['lint', 'base'] },
  })
  for (const name of ['lint', 'base'])
    putFiles(join(root, `plugins/${name}`), {
      '.claude-plugin/plugin.json': { name },
      'skills/a/SKILL.md': name,
    })
  putFiles(root, {
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: ['fmt', 'lint', 'base'].map(name => ({ name, source: `./plugins/${name}` })),
    },
  })
  await addMarketplaceTyped(world.desk, root)
  await install(world.desk, 'fmt')
  expect(unneeded(world.configHome)).toEqual([])
  await install(world.desk, 'base')
  await uninstall(world.desk, 'fmt', { keepData: false })
  expect(unneeded(world.configHome)).toEqual(['lint@acme'])
})

test.each(['fetched', 'moved', 'recorded'])(
  'an install that was cut short after it was %s counts for nothing, and is made good by another',
  async step => {
    await using world = pluginWorld()
    await addMarketplaceTyped(world.desk, world.marketplace(PLUGIN))
    const plugins = join(world.configHome, 'plugins')
    const whole = await install(world.desk, 'fmt')
    // As it would be if the power had gone at that moment.
    writeFileSync(join(world.configHome, 'settings.json'), '{}')
    if (step !== 'recorded') rmSync(join(plugins, 'installed.json'))
    if (step === 'fetched') {
      putFiles(join(plugins, 'tmp-x/fmt'), { '.claude-plugin/plugin.json': '{"na' })
      rmSync(whole.record.path, { recursive: true })
    }
    expect(await pluginsOf(world)).toEqual([])
    expect(listInstalled(world.desk).filter(({ enabled }) => enabled)).toEqual([])
    const later = Date.now() + 2 * 60 * 60 * 1000
    expect(leftovers(world.configHome, later)).toEqual(
      { fetched: [join(plugins, 'tmp-x')], moved: [whole.record.path], recorded: [] }[step],
    )
    await install(world.desk, 'fmt')
    expect((await pluginsOf(world)).map(({ root }) => root)).toEqual([whole.record.path])
  },
)

test('whoever runs /plugin hears which plugins were installed', async () => {
  await using world = pluginWorld()
  await addMarketplaceTyped(world.desk, world.marketplace(PLUGIN))
  const heard: string[] = []
  const words = ['install', 'fmt', '--yes']
  await extensionsOf(world).manage?.(words, ({ id, version }) => void heard.push(`${id} ${version}`))
  expect(heard).toEqual(['fmt@acme 1.0.0'])
})

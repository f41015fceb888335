import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderAvailable, renderInstalled } from '../../src/cli/plugin/render.ts'
import { unpackArchive } from '../../src/features/plugins/fetch/unpack-archive.ts'
import { LIMITS } from '../../src/features/plugins/fetch/unpacked.ts'
import { installPlugin } from '../../src/features/plugins/store/install.ts'
import { addMarketplace } from '../../src/features/plugins/store/marketplaces.ts'
import { chooseExtensions } from '../../src/host/extensions/options.ts'
import { addMarketplaceTyped, install } from '../../src/host/plugins/desk.ts'
import { listAvailable, listInstalled } from '../../src/host/plugins/desk-list.ts'
import { gatherNow } from '../../src/host/plugins/desk-options.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import { pluginWorld, putFiles, tarOf } from '../support/plugin-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { zipOf } from '../support/zip-of.ts'

const OUT = ['../evil', 'a/../../evil', '/evil', 'C:\\evil', 'a\\..\\..\\evil']

test.each(OUT.flatMap(path => [['tar', path] as const, ['zip', path] as const]))(
  'a %s archive with the path %j unpacks nothing at all',
  async (kind, path) => {
    await using tmp = tmpDir()
    const target = join(tmp.path, 'target')
    mkdirSync(target)
    const files = ['ok.txt', path]
    const archive =
      kind === 'tar'
        ? tarOf(files.map(each => ({ path: each, content: 'x' })))
        : zipOf(files.map(each => ({ path: each, content: Buffer.from('x') })))
    expect(() => unpackArchive(archive, target)).toThrow('leads out of it')
    expect([readdirSync(target), readdirSync(tmp.path)]).toEqual([[], ['target']])
  },
)

test('links in archives are left out, so that nothing is written through them', async () => {
  await using tmp = tmpDir()
  const target = join(tmp.path, 'target')
  const outside = join(tmp.path, 'outside')
  for (const path of [target, outside]) mkdirSync(path)
  const tar = tarOf([
    { path: 'skills', type: '2', link: outside },
    { path: 'skills/a.md', content: 'x' },
    { path: 'hard', type: '1', link: '/etc/passwd' },
  ])
  unpackArchive(tar, target)
  expect([
    readdirSync(outside),
    readdirSync(join(target, 'skills')),
    existsSync(join(target, 'hard')),
  ]).toEqual([[], ['a.md'], false])
  const zip = zipOf([
    { path: 'z', content: Buffer.from(outside), mode: 0o120777 },
    { path: 'b.md', content: Buffer.from('x') },
  ])
  unpackArchive(zip, target)
  expect(existsSync(join(target, 'z'))).toBe(false)
})

test('an archive that grows beyond all measure is given up, whatever it says of its size', async () => {
  await using tmp = tmpDir()
  // Small ones, so that the bombs can be small.
  const limits = { ...LIMITS, bytes: 3 * 1024 * 1024, files: 200 }
  const zeros = Buffer.alloc(1024 * 1024)
  const many = Array.from({ length: 4 }, (_, at) => ({ path: `f${at}`, content: zeros }))
  expect(() => unpackArchive(zipOf(many), tmp.path, limits)).toThrow('too large')
  const one = [{ path: 'f', content: Buffer.alloc(limits.bytes + 1) }]
  expect(() => unpackArchive(zipOf(one), tmp.path, limits)).toThrow('too large')
  expect(() => unpackArchive(tarOf([{ path: 'a', size: 2 ** 40 }]), tmp.path)).toThrow(
    /too large|ends in the middle/,
  )
  const crowd = Array.from({ length: limits.files + 1 }, (_, at) => `f${at}`)
  expect(() => unpackArchive(tarOf(crowd.map(path => ({ path, content: '' }))), tmp.path, limits)).toThrow(
    'too many files',
  )
  const empty = Buffer.alloc(0)
  expect(() => unpackArchive(zipOf(crowd.map(path => ({ path, content: empty }))), tmp.path, limits)).toThrow(
    'too many files',
  )
  expect(LIMITS).toMatchObject({ bytes: 300 * 1024 * 1024, files: 20_000 })
  expect(readdirSync(tmp.path)).toEqual([])
})

test.each([['not an archive'], ['PK\u0003\u0004 broken'], ['']])(
  'what is no archive is refused in words: %j',
  text => {
    expect(() => unpackArchive(Buffer.from(text), '/nowhere')).toThrow(/archive/)
  },
)

test('a plugin directory with a link that leads out, or in a circle, is not installed', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({ 'skills/a/SKILL.md': 'x' })
  await addMarketplaceTyped(world.desk, market)
  symlinkSync('/etc/passwd', join(market, 'plugins/fmt/skills/passwd'))
  await expect(install(world.desk, 'fmt')).rejects.toThrow('leads out of the plugin')
  const { rmSync } = await import('node:fs')
  rmSync(join(market, 'plugins/fmt/skills/passwd'))
  symlinkSync('..', join(market, 'plugins/fmt/skills/loop'))
  await expect(install(world.desk, 'fmt')).rejects.toThrow('nested too deeply')
  expect(listInstalled(world.desk)).toEqual([])
})

test('scripts of an npm package never run, neither when it is packed nor when it is unpacked', async () => {
  await using world = pluginWorld()
  const ran = join(world.root, 'ran')
  const script = `touch ${ran}`
  const packed = tarOf([
    {
      path: 'package/package.json',
      content: JSON.stringify({
        name: 'p',
        version: '1.0.0',
        scripts: {
          prepack: script,
          prepare: script,
          preinstall: script,
          install: script,
          postinstall: script,
        },
      }),
    },
    { path: 'package/.claude-plugin/plugin.json', content: '{"name":"fmt"}' },
  ])
  // Stands in for npm: what it is told, and a package as a registry has it.
  const bin = join(world.root, 'npm-bin')
  putFiles(bin, {
    npm: `#!/bin/sh\necho "$@" > ${world.root}/told\ncp ${world.root}/p.tgz ./p-1.0.0.tgz\n`,
  })
  const { chmodSync } = await import('node:fs')
  chmodSync(join(bin, 'npm'), 0o755)
  writeFileSync(join(world.root, 'p.tgz'), packed)
  await addMarketplaceTyped(world.desk, world.marketplace({}, { source: { source: 'npm', package: 'p' } }))
  const { plugin } = await installPlugin(
    'fmt',
    world.deps({ env: { PATH: `${bin}:/usr/bin:/bin`, HOME: world.home } }),
  )
  expect(plugin.name).toBe('fmt')
  expect(readFileSync(join(world.root, 'told'), 'utf8')).toMatch(/^pack --ignore-scripts .*-- p\n$/)
  expect(existsSync(ran)).toBe(false)
})

test('a repository that names programs has none of them run when it is fetched', async () => {
  await using world = pluginWorld()
  const ran = join(world.root, 'ran')
  const repo = putFiles(join(world.root, 'repo'), {
    'skills/a/SKILL.md': 'x',
    '.gitattributes': '* filter=evil\n',
    '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c "touch ${ran}"\n`,
  })
  const { execFileSync } = await import('node:child_process')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: repo })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'x')
  putFiles(repo, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${ran}\n` })
  await addMarketplaceTyped(
    world.desk,
    world.marketplace({}, { source: { source: 'url', url: `file://${repo}` } }),
  )
  await install(world.desk, 'fmt')
  expect(existsSync(ran)).toBe(false)
})

test.each([
  ['Acme', 'small letters'],
  ['аcme', 'small letters'],
  ['acme\u202e', 'small letters'],
  ['claude-plugins-official', 'looks like somebody else'],
  ['capstan-official', 'looks like somebody else'],
])('a marketplace that calls itself %j is refused', async (name, why) => {
  await using world = pluginWorld()
  const file = { name, owner: { name: 'x' }, plugins: [] }
  const deps = world.deps({ download: async () => Buffer.from(JSON.stringify(file)) })
  await expect(
    addMarketplace({ source: 'url', url: 'https://x.example/marketplace.json' }, deps),
  ).rejects.toThrow(why)
})

test('what a marketplace and a plugin say of themselves cannot act on a terminal', async () => {
  await using world = pluginWorld()
  const evil = '\u001b]0;owned\u0007\u001b[2J\u202eharmless'
  await addMarketplaceTyped(
    world.desk,
    world.marketplace({ 'skills/a/SKILL.md': 'x' }, { description: evil, version: evil }),
  )
  await install(world.desk, 'fmt')
  const shown = [
    renderAvailable(listAvailable(world.desk), inEnglish),
    renderInstalled(listInstalled(world.desk), inEnglish),
  ].join('\n')
  expect(shown).toContain('harmless')
  for (const character of ['\u001b', '\u0007', '\u202e']) expect(shown).not.toContain(character)
})

test('a project cannot enable a plugin, name a marketplace, or give a plugin values by itself', async () => {
  await using world = pluginWorld()
  const market = world.marketplace({ 'skills/a/SKILL.md': 'x' })
  for (const directory of ['.claude', '.capstan'])
    for (const file of ['settings.json', 'settings.local.json'])
      putFiles(world.project, {
        [`${directory}/${file}`]: {
          enabledPlugins: { 'fmt@acme': true },
          extraKnownMarketplaces: { acme: { source: { source: 'directory', path: market } } },
          pluginConfigs: { 'fmt@acme': { options: { KEY: 'x' } } },
          strictKnownMarketplaces: [],
        },
      })
  const { execFileSync } = await import('node:child_process')
  execFileSync('git', ['init', '-q'], { cwd: world.project })
  execFileSync('git', ['add', '-fA'], { cwd: world.project })
  for (const env of [world.desk.env, { ...world.desk.env, CAPSTAN_TRUST_WORKSPACE: '1' }]) {
    const gathered = gatherNow({ ...world.desk, env })
    expect(gathered.plugins).toMatchObject({ enabled: {}, marketplaces: {}, configs: {} })
    expect(gathered.plugins.policy.known).toBeUndefined()
    const places = await chooseExtensions({}, gathered, {
      ...world.desk.start,
      roots: [world.project],
      env,
    }).list()
    expect(places.filter(({ source }) => source.level === 'plugin')).toEqual([])
  }
})

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../support/plugin-world.ts'
import { openWorldHere } from '../support/run-here.ts'
import { zipOf } from '../support/zip-of.ts'

/** Writes down how it was started, and is the sample server. */
const SERVER = `import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], JSON.stringify({ args: process.argv.slice(3), key: process.env.API_KEY, none: process.env.NONE }))
process.argv[2] = '{}'
await import(${JSON.stringify(resolve('test/support/sample-server.mjs'))})
`
const MANIFEST = {
  manifest_version: '0.3',
  name: 'notes',
  version: '1.2.0',
  description: 'Notes \u001b[2Jof yours',
  author: { name: 'A' },
  server: {
    type: 'node',
    entry_point: 'server/index.mjs',
    mcp_config: {
      command: 'node',
      args: [
        '${__dirname}/server/index.mjs',
        '${user_config.log}',
        '${user_config.dirs}',
        'at=${user_config.label}',
      ],
      env: { API_KEY: '${user_config.key}', NONE: '${user_config.none}' },
      platform_overrides: { win32: { command: 'node.exe' } },
    },
  },
  user_config: {
    log: { type: 'file', title: 'Log', required: true },
    dirs: { type: 'directory', title: 'Directories', multiple: true, default: ['${HOME}/a', '${HOME}/b'] },
    label: { type: 'string', title: 'Label', default: 'x' },
    key: { type: 'string', title: 'Key', sensitive: true, required: true },
    none: { type: 'string', title: 'Nothing' },
  },
}
const bundle = (manifest: unknown = MANIFEST, more: Parameters<typeof zipOf>[0] = []) =>
  zipOf([
    { path: 'manifest.json', content: Buffer.from(JSON.stringify(manifest)) },
    { path: 'server/index.mjs', content: Buffer.from(SERVER) },
    ...more,
  ])
const SECRET = '${HOME} $(touch hacked) k-12345'

const homeOf = ({ root }: { readonly root: string }): string => join(root, 'config')

const all = (directory: string): string =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'plugin-credentials.json')
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

test('the server of a bundle is added with its values, started with them, and removed without a trace', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const file = join(world.root, 'notes.mcpb')
  writeFileSync(file, bundle())
  const log = join(world.root, 'started.json')
  const short = await world.run(['mcp', 'add', file, '--config', `log=${log}`])
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining('needs key')])
  const wrong = await world.run(['mcp', 'add', file, '--config', 'colour=red'])
  expect(wrong.stderr).toContain('It asks for: log, dirs, label, key')
  const shared = await world.run(['mcp', 'add', file, '--scope', 'project'])
  expect(shared.stderr).toContain('this machine only')
  const values = ['--config', `log=${log}`, '--config', `key=${SECRET}`, '--config', 'label=${HOME}']
  const added = await world.run(['mcp', 'add', '--scope', 'user', ...values, file])
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toContain('Added the MCP server notes (user)')
  expect(added.stdout).not.toContain('\u001b[2J')
  const secrets = join(homeOf(world), 'plugin-credentials.json')
  expect(statSync(secrets).mode & 0o077).toBe(0)
  expect(all(homeOf(world))).not.toContain('k-12345')
  const { lines } = await world.stream(['hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['mcp_servers']).toEqual([expect.objectContaining({ name: 'notes', status: 'connected' })])
  expect(JSON.parse(readFileSync(log, 'utf8'))).toEqual({
    args: [join(world.home, 'a'), join(world.home, 'b'), 'at=${HOME}'],
    key: SECRET,
  })
  const removed = await world.run(['mcp', 'remove', 'notes'])
  expect(removed.code).toBe(0)
  expect(readFileSync(secrets, 'utf8')).not.toContain('k-12345')
  expect(readdirSync(join(homeOf(world), 'mcp-bundles'))).toEqual([])
})

test('a plugin brings the server of a bundle, asks for its values, and shows it as a power', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }, { text: 'ok' }] })
  const market = putFiles(join(world.root, 'market'), {
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: [{ name: 'fmt', source: './fmt' }],
    },
    'fmt/.claude-plugin/plugin.json': { name: 'fmt', mcpServers: './notes.mcpb' },
  })
  writeFileSync(join(market, 'fmt/notes.mcpb'), bundle())
  expect((await world.run(['plugin', 'validate', join(market, 'fmt')])).code).toBe(0)
  await world.run(['plugin', 'marketplace', 'add', market])
  const log = join(world.root, 'started.json')
  const installed = await world.run([
    ...['plugin', 'install', 'fmt', '--config', `log=${log}`, '--config', 'key=k-12345'],
  ])
  expect(installed.stdout).toContain('server notes: node')
  expect(installed.code).toBe(0)
  const { lines } = await world.stream(['hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['mcp_servers']).toEqual([
    expect.objectContaining({ name: 'plugin:fmt:notes', status: 'connected' }),
  ])
  expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
    key: 'k-12345',
    args: [join(world.home, 'a'), join(world.home, 'b'), 'at=x'],
  })
  // Another byte anywhere in it is another power.
  writeFileSync(join(market, 'fmt/notes.mcpb'), bundle(MANIFEST, [{ path: 'x', content: Buffer.from('x') }]))
  const updated = await world.run(['plugin', 'update', 'fmt'])
  expect([updated.code, updated.stderr]).toEqual([1, expect.stringContaining('server notes')])
})

const BOMB = Buffer.alloc(5 * 1024 * 1024, ' ')
test.each<[string, Uint8Array, string]>([
  [
    'with a path that leads out',
    bundle(MANIFEST, [{ path: '../evil', content: Buffer.from('x') }]),
    'leads out',
  ],
  [
    'without a manifest',
    zipOf([{ path: 'a/manifest.json', content: Buffer.from('{}') }]),
    'no manifest.json',
  ],
  [
    'whose manifest is a link',
    zipOf([{ path: 'manifest.json', content: Buffer.from('/etc/passwd'), mode: 0o120777 }]),
    'no manifest.json',
  ],
  ['whose manifest grows', zipOf([{ path: 'manifest.json', content: BOMB }]), 'too large'],
  [
    'whose manifest is there twice',
    bundle(MANIFEST, [{ path: 'manifest.json', content: Buffer.from('{}') }]),
    'twice',
  ],
  [
    'whose program is outside',
    bundle({ ...MANIFEST, server: { type: 'binary', entry_point: '../../bin/sh' } }),
    'entry_point',
  ],
  [
    'for another system',
    bundle({ ...MANIFEST, compatibility: { platforms: ['win32'] } }),
    'not made for this system',
  ],
  ['that is none', Buffer.from('hello'), 'not a bundle'],
])('a bundle %s adds nothing', async (_, bytes, why) => {
  await using world = await openWorldHere({ replies: [] })
  const file = join(world.root, 'x.mcpb')
  writeFileSync(file, bytes)
  const added = await world.run(['mcp', 'add', 'x', file, '--config', 'log=l', '--config', 'key=k'])
  expect([added.code, added.stderr]).toEqual([1, expect.stringContaining(why)])
  expect(existsSync(join(world.root, 'evil'))).toBe(false)
  expect(existsSync(join(homeOf(world), 'mcp.json'))).toBe(false)
  const left = join(homeOf(world), 'mcp-bundles')
  expect(existsSync(left) ? readdirSync(left) : []).toEqual([])
})

test('a project cannot name a bundle of the person, nor its secrets', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const file = join(world.root, 'notes.mcpb')
  writeFileSync(file, bundle())
  const log = join(world.root, 'started.json')
  await world.run(['mcp', 'add', '-s', 'user', file, '--config', `log=${log}`, '--config', 'key=k-12345'])
  const own = JSON.parse(readFileSync(join(homeOf(world), 'mcp.json'), 'utf8')) as { mcpServers: object }
  await world.run(['mcp', 'remove', 'notes', '-s', 'user'])
  writeFileSync(join(world.project, '.mcp.json'), JSON.stringify(own))
  const { lines } = await world.stream(['hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['mcp_servers']).toEqual([])
  expect(existsSync(log)).toBe(false)
})

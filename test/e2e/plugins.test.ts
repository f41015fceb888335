import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../support/plugin-world.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { openWorld, PROGRAM } from '../support/run-program.ts'

const MARKET = {
  '.claude-plugin/marketplace.json': {
    name: 'acme',
    owner: { name: 'Acme' },
    plugins: [
      { name: 'fmt', source: './plugins/fmt' },
      { name: 'made', source: { source: 'command', command: 'echo made' } },
    ],
  },
  'plugins/fmt/.claude-plugin/plugin.json': { name: 'fmt', version: '1.0.0', colour: 'red' },
  'plugins/fmt/skills/tidy/SKILL.md': '---\ndescription: tidies\n---\nTidy.',
}

test('a plugin is installed by a command and named by the session that has it', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const market = putFiles(join(world.root, 'market'), MARKET)
  expect((await world.run(['plugin', 'marketplace', 'add', market])).stdout).toContain('acme with 2 plugins')
  const installed = await world.run(['plugins', 'install', 'fmt@acme'])
  expect([installed.code, installed.stderr]).toEqual([0, ''])
  const { lines } = await world.stream(['hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['plugins']).toEqual([
    { name: 'fmt', path: expect.stringContaining(join('cache', 'acme', 'fmt')) },
  ])
})

test('the command line brings plugins for one session, and says what it does not fetch', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const [one, two] = ['one', 'two'].map(name =>
    putFiles(join(world.root, name), { '.claude-plugin/plugin.json': { name }, 'skills/a/SKILL.md': 'x' }),
  )
  const flags = [
    '--plugin-dir',
    one ?? '',
    '--plugin-dir-no-mcp',
    two ?? '',
    '--plugin-url',
    'http://x.example/p.zip',
  ]
  const { lines, code } = await world.stream([...flags, 'hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['plugins']).toEqual([
    { name: 'one', path: one },
    { name: 'two', path: two },
  ])
  expect(code).toBe(0)
  expect(JSON.stringify(lines)).toContain('only https addresses are fetched')
})

test('without a terminal a command that fetches a plugin is shown and not run, and a slip is named', async () => {
  await using world = await openWorldHere({ replies: [] })
  const market = putFiles(join(world.root, 'market'), MARKET)
  await world.run(['plugin', 'marketplace', 'add', market])
  const refused = await world.run(['plugin', 'install', 'made'])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('echo made')
  expect(refused.stderr).toContain('--accept-command')
  expect((await world.run(['plugin', 'instal', 'fmt'])).stderr).toContain('Did you mean install?')
})

test('validate warns of unknown fields, and with --strict they are errors', async () => {
  await using world = await openWorldHere({ replies: [] })
  const market = putFiles(join(world.root, 'market'), MARKET)
  const at = join(market, 'plugins/fmt')
  const [lenient, strict] = [
    await world.run(['plugin', 'validate', at]),
    await world.run(['plugin', 'validate', at, '--strict']),
  ]
  expect([lenient.code, strict.code]).toEqual([0, 1])
  expect(lenient.stdout).toContain('colour: this field is not known')
})

test('import shows what it would write, and writes it only with --yes', async () => {
  await using world = await openWorldHere({ replies: [] })
  world.put('.cursorrules', 'Use tabs.')
  const dry = await world.run(['import', 'cursor'])
  expect(dry.stdout).toContain('Nothing was written: add --yes to do it.')
  expect((await world.run(['import', '--from', 'cursor', '--yes'])).stdout).toContain('1 imported.')
  expect(readFileSync(join(world.project, '.capstan/rules/cursor.md'), 'utf8')).toBe('Use tabs.')
  expect((await world.run(['import', 'nothing-like-it'])).code).toBe(2)
})

test('examples of the documentation are valid', async () => {
  const { readManifest } = await import('../../src/features/plugins/format/manifest.ts')
  const { readMarketplace } = await import('../../src/features/plugins/format/marketplace.ts')
  const text = readFileSync(join(import.meta.dirname, '../../docs/plugins.md'), 'utf8')
  const [manifest, marketplace] = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) =>
    JSON.parse(json),
  )
  expect(readManifest(manifest).complaints).toEqual([])
  expect(readMarketplace(marketplace).complaints).toEqual([])
})

test('a plugin that was begun with init validates, loads, and is tagged by its version', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const made = await world.run(['plugin', 'init', 'my-kit'])
  expect(made.stdout).toContain('Try it: capstan --plugin-dir my-kit, then /my-kit:hello you')
  expect((await world.run(['plugin', 'validate', 'my-kit', '--strict'])).code).toBe(0)
  expect((await world.run(['plugin', 'init', 'my-kit'])).stderr).toContain('is a plugin already')
  expect((await world.run(['plugin', 'init', 'My Kit'])).stderr).toContain('lowercase letters')
  await world.run(['-p', '--plugin-dir', 'my-kit', '/my-kit:hello Ada'])
  expect(JSON.stringify(world.server.requests[0])).toContain('Greet the user by the name in Ada.')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: world.project,
      encoding: 'utf8',
    })
  git('init', '-q')
  expect((await world.run(['plugin', 'tag', 'my-kit'])).stderr).toContain('Commit your changes first')
  git('add', '.')
  git('commit', '-qm', 'x')
  expect((await world.run(['plugin', 'tag', 'my-kit'])).stdout).toContain('Tagged my-kit--v0.1.0.')
  expect(git('tag')).toBe('my-kit--v0.1.0\n')
  expect((await world.run(['plugin', 'prune'])).stdout).toBe('Nothing to remove.\n')
})

test('with no room on the disk nothing is half installed', async () => {
  await using world = await openWorld({ replies: [] })
  const market = putFiles(join(world.root, 'market'), {
    '.claude-plugin/marketplace.json': {
      name: 'acme',
      owner: { name: 'Acme' },
      plugins: [{ name: 'big', source: './big' }],
    },
    'big/skills/a/SKILL.md': 'a',
    'big/skills/a/data.txt': 'x'.repeat(200_000),
  })
  const here = heldHere(world)
  await here.run(['plugin', 'marketplace', 'add', market])
  // No file may get larger than this; the shell counts in blocks.
  const full = [
    '/bin/sh',
    '-c',
    `trap "" XFSZ; ulimit -f 100; exec "$0" "$@"`,
    process.execPath,
    PROGRAM,
  ] as const
  const failed = await world.run(['plugin', 'install', 'big'], { command: full })
  expect(failed.code).not.toBe(0)
  expect(JSON.parse((await here.run(['plugin', 'list', '--json'])).stdout)).toEqual([])
  expect((await here.run(['plugin', 'install', 'big'])).stdout).toContain('Installed big@acme')
})

test('of a repository only the directories that are wanted are fetched, also by an update', async () => {
  await using world = await openWorldHere({ replies: [] })
  const big = 'x'.repeat(100_000)
  const repository = putFiles(join(world.root, 'repository'), {
    ...MARKET,
    'other/big.txt': big,
    'top.txt': 'x',
  })
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: repository })
  git('init', '-q')
  git('config', 'uploadpack.allowFilter', 'true')
  git('add', '-A')
  git('commit', '-qm', 'x')
  const url = `file://${repository}`
  const bad = await world.run(['plugin', 'marketplace', 'add', url, '--sparse', '../x'])
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('directories within the repository')])
  const added = await world.run([
    'plugin',
    'marketplace',
    'add',
    url,
    '--sparse',
    'plugins/fmt',
    'plugins/none',
  ])
  expect([added.code, added.stderr]).toEqual([0, ''])
  expect((await world.run(['plugin', 'install', 'fmt'])).code).toBe(0)
  expect((await world.run(['plugin', 'marketplace', 'update'])).code).toBe(0)
  const copies = join(world.root, 'config', 'plugins', 'marketplaces')
  const files = readdirSync(copies, { recursive: true }).map(String)
  expect(files.some(file => file.endsWith('SKILL.md'))).toBe(true)
  expect(files.some(file => file.includes('big.txt'))).toBe(false)
})

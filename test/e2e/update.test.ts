import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually, openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const NEW = '99.1.0'
const CURRENT = readFileSync(join(REPOSITORY, 'VERSION'), 'utf8').trim()

/** A package as a registry would have it: it only knows its version. */
const packNew = (folder: string): Buffer => {
  const root = join(folder, 'package')
  mkdirSync(join(root, 'dist'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  cpSync(join(REPOSITORY, 'bin/capstan'), join(root, 'bin/capstan'))
  const files = {
    'package.json': JSON.stringify({ name: 'capstan', version: NEW, bin: { capstan: 'bin/capstan' } }),
    VERSION: `${NEW}\n`,
    'CHANGELOG.md': `# Changelog\n\n## ${NEW}\n\n- Sails further.\n\n## ${CURRENT}\n\n- Old news.\n`,
    'dist/cli.mjs': `console.log('${NEW} (Capstan)')\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  execFileSync('tar', ['-czf', 'new.tgz', 'package'], { cwd: folder })
  return readFileSync(join(folder, 'new.tgz'))
}

const flipped = (tarball: Buffer): Buffer => {
  const copy = Buffer.from(tarball)
  copy[copy.length - 20] = (copy[copy.length - 20] ?? 0) ^ 1
  return copy
}

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const KEY = {
  keyid: 'SHA256:own',
  keytype: 'ecdsa-sha2-nistp256',
  key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  expires: null,
}
const sumOf = (bytes: Buffer): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`
const TIME = { [NEW]: '2026-05-01T00:00:00.000Z' }

/** What a registry does with the package it was given and has signed. */
interface Way {
  readonly send?: (tarball: Buffer) => Buffer
  /** It also says that this is the sum of the package. */
  readonly claims?: (tarball: Buffer) => Buffer
  readonly keyless?: boolean
  /** What it calls stable. */
  readonly stable?: string
}

/** A registry with that package, installed before: the program as it is now, in a global folder of npm. */
const openRegistry = async (world: World, way: Way = {}) => {
  const given = packNew(world.root)
  const tarball = way.send?.(given) ?? given
  const integrity = sumOf(way.claims?.(given) ?? given)
  const signed = Buffer.from(`capstan@${NEW}:${sumOf(given)}`)
  const signatures = [{ keyid: KEY.keyid, sig: sign('sha256', signed, privateKey).toString('base64') }]
  const server = createServer((request, response) => {
    if (request.url?.endsWith('.tgz')) return response.writeHead(200).end(tarball)
    if (request.url === '/-/npm/v1/keys')
      return response.writeHead(way.keyless ? 404 : 200).end(JSON.stringify({ keys: [KEY] }))
    const url = `http://${request.headers.host}/capstan/-/capstan-${NEW}.tgz`
    const dist = { tarball: url, integrity, ...(way.keyless ? {} : { signatures }) }
    const versions = { [NEW]: { name: 'capstan', version: NEW, dist } }
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(
      JSON.stringify({
        name: 'capstan',
        'dist-tags': { latest: NEW, ...(way.stable ? { stable: way.stable } : {}) },
        versions,
        time: TIME,
      }),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const root = join(world.root, 'lib/node_modules/capstan')
  mkdirSync(root, { recursive: true })
  for (const name of ['bin', 'dist', 'VERSION', 'CHANGELOG.md', 'package.json'])
    cpSync(join(REPOSITORY, name), join(root, name), {
      recursive: true,
      filter: source => !source.includes('compile-cache'),
    })
  return {
    root,
    command: [join(root, 'bin/capstan')] as [string],
    env: {
      PATH: `${join(REPOSITORY, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin`,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(world.root, 'npm'),
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('an update in the middle of a session: the session goes on with its own files, the next start is the new version', async () => {
  const wait = 'touch started; while [ ! -f go ]; do sleep 0.05; done'
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Bash', input: { command: wait } } },
      // Neither of these was needed before: their code is read from the disk now.
      { tool: { name: 'Grep', input: { pattern: 'needle', output_mode: 'content' } } },
      { tool: { name: 'Edit', input: { file_path: 'hay.txt', old_string: 'needle', new_string: 'pin' } } },
      { text: 'done' },
    ],
  })
  await using registry = await openRegistry(world)
  const { command, env } = registry
  world.put('hay.txt', 'a needle\n')
  const args = ['-p', '--dangerously-skip-permissions', 'work']
  const session = world.start(args, { command, env: { ...env, IS_SANDBOX: '1' } })
  await eventually(() => readdirSync(world.project).includes('started'), session)
  // Others may write there, and what npm found would say through whom it asks, with the person's token.
  const shared = join(world.root, 'shared')
  mkdirSync(shared)
  writeFileSync(join(shared, 'package.json'), '{"workspaces":[".capstan-*","*"]}')
  writeFileSync(join(shared, '.npmrc'), 'proxy=http://127.0.0.1:9/\nhttps-proxy=http://127.0.0.1:9/\n')
  const planted = { ...env, TMPDIR: shared }
  expect((await world.run(['update', '--check'], { command, env: planted })).stdout).toMatch(
    new RegExp(`^Capstan ${NEW} is available; this is ${CURRENT}`),
  )
  const updated = await world.run(['update'], { command, env })
  expect(updated).toMatchObject({ code: 0, stderr: '' })
  expect(updated.stdout).toContain(`Updated Capstan from ${CURRENT} to ${NEW}.`)
  expect(updated.stdout).toContain('- Sails further.')
  expect(updated.stdout).not.toContain('Old news')
  expect((await world.run(['doctor'], { command, env })).stdout).toBe(`${NEW} (Capstan)\n`)
  world.put('go', '')
  expect(await session.ended).toMatchObject({ code: 0, stdout: 'done\n', stderr: '' })
  expect(readFileSync(join(world.project, 'hay.txt'), 'utf8')).toBe('a pin\n')
  expect(readdirSync(registry.root).filter(name => name.startsWith('.'))).toEqual([])
})

test.each<[string, Way, string]>([
  [
    'a package that was swapped together with what the registry says of it',
    { send: flipped, claims: flipped },
    `The signature of Capstan ${NEW} isn't valid, so nothing was changed: it doesn't match the package.`,
  ],
  [
    'a registry without signing keys',
    { keyless: true },
    `Your npm registry publishes no signing keys, so Capstan ${NEW} can't be verified and nothing was changed. If you trust the registry, run "npm install -g capstan@${NEW}".`,
  ],
])('an update from %s changes nothing and is one sentence', async (_, way, sentence) => {
  await using world = await openWorld({ replies: [] })
  await using registry = await openRegistry(world, way)
  const { command, env, root } = registry
  expect(await world.run(['update'], { command, env })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `capstan: ${sentence}\n`,
  })
  expect(readFileSync(join(root, 'VERSION'), 'utf8').trim()).toBe(CURRENT)
  expect(readdirSync(root).filter(name => name.startsWith('.') || name.startsWith('dist-'))).toEqual([])
})

test('a damaged download, and no registry, change nothing and are one sentence', async () => {
  await using world = await openWorld({ replies: [] })
  await using registry = await openRegistry(world, { send: flipped })
  const { command, env, root } = registry
  const before = readdirSync(root, { recursive: true }).sort()
  const damaged = await world.run(['update'], { command, env })
  expect(damaged).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'capstan: The download is damaged, so nothing was changed. Try again later.\n',
  })
  const nobody = { ...env, npm_config_registry: 'http://127.0.0.1:9/' }
  expect(await world.run(['update'], { command, env: nobody })).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      "capstan: Can't reach the server for updates (127.0.0.1:9). Check your connection and try again.\n",
  })
  const left = readdirSync(root, { recursive: true }).sort()
  expect(left.filter(path => !String(path).includes('compile-cache'))).toEqual(before)
  expect(readFileSync(join(root, 'VERSION'), 'utf8').trim()).toBe(CURRENT)
})

test('with the stable channel in their settings nobody gets what is newer than that', async () => {
  await using world = await openWorld({ replies: [] })
  await using registry = await openRegistry(world, { stable: CURRENT })
  const check = async () => (await world.run(['update', '--check'], registry)).stdout
  // A repository does not choose.
  world.put('.capstan/settings.json', '{"autoUpdatesChannel":"stable"}')
  expect(await check()).toMatch(new RegExp(`^Capstan ${NEW} is available`))
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{"autoUpdatesChannel":"stable"}')
  expect(await check()).toBe(`Capstan ${CURRENT} is the newest stable version ("autoUpdatesChannel").\n`)
})

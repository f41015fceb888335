import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { SessionHost } from '../../src/host/host.ts'
import { openLibraryHost } from '../../src/host/library/open-host.ts'
import { query } from '../../src/sdk/query.ts'
import { connectAcp } from '../support/acp-client.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, REPOSITORY, type World } from '../support/run-program.ts'
import { openServeWorld } from '../support/serve-world.ts'

const REPLIES = { replies: [{ text: 'never', repeat: true }] }
/** What whoever starts the program can say, and what is said about it. */
const GIVEN = [
  ['an unknown key', '{"forbidEverything":true}', /forbidEverything/],
  ['damaged text', '{"permissions":', /managed-settings/],
] as const

test.each(GIVEN)('-p: with %s in policy nothing starts', async (_, text, said) => {
  await using world = await openWorldHere(REPLIES)
  const { code, stdout, stderr } = await world.run(['-p', 'hi', '--managed-settings', text])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(said)
  expect(world.server.requests).toEqual([])
})

test.each(GIVEN)('terminal: with %s in policy nothing starts', async (_, text, said) => {
  await using terminal = await openTerminalHere(REPLIES, { args: ['--managed-settings', text], early: true })
  expect(await terminal.program.exit).toBe(1)
  expect(terminal.program.lines().join('\n')).toMatch(said)
  expect(terminal.world.server.requests).toEqual([])
})

test.each(GIVEN)('acp: with %s in policy no session is opened', async (_, text, said) => {
  await using world = await openWorld(REPLIES)
  await using editor = await connectAcp(world, { args: ['--managed-settings', text] })
  await expect(editor.open()).rejects.toMatchObject({ message: expect.stringMatching(said) })
})

test('SDK, by starting the program: with an unknown key in policy nothing starts', async () => {
  await using world = await openWorld(REPLIES)
  const run = query({
    prompt: 'hi',
    options: {
      pathToCapstan: join(REPOSITORY, 'bin/capstan'),
      cwd: world.project,
      env: world.env,
      managedSettings: { forbidEverything: true },
    },
  })
  await expect(Array.fromAsync(run)).rejects.toThrow(/forbidEverything/)
  expect(world.server.requests).toEqual([])
})

test('SDK, in process: with an unknown key in policy no session is opened', async () => {
  await using world = await openWorld(REPLIES)
  await using host = openLibraryHost(world.env)
  await expect(
    host.open({ cwd: world.project, overrides: { managedSettings: '{"forbidEverything":true}' } }),
  ).rejects.toMatchObject({ kind: 'settings', message: expect.stringMatching(/forbidEverything/) })
})

/** Policy in its place, where a helper may be named. */
const administered = (world: World, policy: string | object) => {
  const put = (name: string, content: string): string => {
    const path = join(world.root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    return path
  }
  const helper = put('etc/helper', '#!/bin/sh\necho no network >&2\nexit 3\n')
  chmodSync(helper, 0o755)
  const text = typeof policy === 'string' ? policy : JSON.stringify(policy).replace('HELPER', helper)
  const path = put('etc/managed-settings.json', text)
  return new SessionHost({
    version: '1.0.0',
    bridge: () => ({ command: ['none'], files: [] }),
    releaseNotes: async () => '',
    managed: [{ path, owner: process.getuid?.() ?? 0 }],
  })
}

test.each([
  ['an unknown key', { forbidEverything: true }, /forbidEverything/],
  ['damaged text', '{', /is not valid JSON/],
  ['a helper that fails', { policyHelper: { path: 'HELPER' } }, /exit code 3 \(no network\)/],
])('serve: with %s in policy the page gets no session, but the reason', async (_, policy, said) => {
  await using world = await openWorld(REPLIES)
  await using host = administered(world, policy)
  const base = { env: world.env, session: { kind: 'new' as const }, overrides: { trust: true } }
  await using served = await openServeWorld([], { host, base, cwd: world.project })
  const answer = await served.post('/api/v1/sessions', {})
  expect(answer.ok).toBe(false)
  expect(await answer.text()).toMatch(said)
  expect(world.server.requests).toEqual([])
})

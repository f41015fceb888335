import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HistoryPage, SessionInfo } from '../../src/protocol/serve/wire.ts'
import { heldHere, openWorldHere } from '../support/run-here.ts'
import { openWorld, type Running, type World } from '../support/run-program.ts'
import { FakeClient } from '../support/serve-world.ts'

interface Served {
  readonly program: Running
  readonly url: string
  readonly link: string
  readonly bearer: { readonly authorization: string }
  json<T>(path: string, body?: unknown): Promise<T>
  follow(id: string, query?: string): FakeClient
}

const serve = async (world: World, args: readonly string[] = ['--port', '0']): Promise<Served> => {
  const program = world.start(['serve', ...args], { input: 'keep' })
  let said = ''
  const [, url = '', link = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    program.child.stdout.on('data', (piece: string) => {
      said += piece
      const found = /is at (\S+)\n.*: (\S+)\n/.exec(said)
      if (found) resolve(found)
    })
    void program.ended.then(ended => reject(new Error(ended.stderr)))
  })
  const token = readFileSync(join(world.config, 'serve/token'), 'utf8').trim()
  const bearer = { authorization: `Bearer ${token}` }
  return {
    program,
    url,
    link,
    bearer,
    async json(path, body) {
      const answer = await fetch(`${url}/api/v1${path}`, {
        headers: { ...bearer, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      return (await answer.json()) as never
    },
    follow: (id, query = '') =>
      new FakeClient(`${url.replace('http', 'ws')}/api/v1/sessions/${id}/events${query}`, bearer),
  }
}

test('after kill -9 every session opens again where it was followed, and nothing that was shown is lost', async () => {
  await using world = await openWorld({ replies: [{ text: 'An answer.', repeat: true }] })
  const before = await serve(world)
  const ids: string[] = []
  const shown = new Map<string, { readonly uuids: readonly string[]; readonly query: string }>()
  for (const name of ['one', 'two', 'three']) {
    const { session } = await before.json<{ session: SessionInfo }>('/sessions', { overrides: { name } })
    ids.push(session.id)
    const client = before.follow(session.id)
    const { epoch } = await client.frame('hello')
    await client.say({ type: 'submit', content: `Say ${name}` })
    // The last one is in the middle of its turn.
    const end = name === 'three' ? 'entry' : 'turn_ended'
    const { seq } = await client.frame(
      'event',
      ({ event }) => event.type === end && (event.type !== 'entry' || event.entry.type === 'assistant'),
    )
    const uuids = client.frames.flatMap(frame =>
      frame.kind === 'event' && frame.event.type === 'entry' ? [frame.event.entry.uuid] : [],
    )
    shown.set(session.id, { uuids, query: `?after=${seq}&epoch=${epoch}&message=${uuids.at(-1)}` })
  }
  before.program.child.kill('SIGKILL')
  await before.program.ended

  const after = await serve(world)
  const { sessions } = await after.json<{ sessions: readonly SessionInfo[] }>('/sessions')
  expect(sessions.map(({ id }) => id).sort()).toEqual([...ids].sort())
  for (const [id, { uuids, query }] of shown) {
    const client = after.follow(id, query)
    expect(await client.frame('hello')).toMatchObject({ resumed: false, readAfter: uuids.at(-1) })
    const page = await after.json<HistoryPage>(`/sessions/${id}/history`)
    expect(page.messages.map(message => message.uuid)).toEqual(expect.arrayContaining([...uuids]))
    await client.say({ type: 'submit', content: 'Go on' })
    await client.frame('event', frame => frame.event.type === 'turn_ended')
    client.socket.terminate()
  }
}, 60_000)

/** Only this machine reaches it, unless the person says so twice. */
const expectLocal = async (world: World, url: string): Promise<void> => {
  const outer = Object.values(networkInterfaces())
    .flat()
    .find(one => one?.family === 'IPv4' && !one.internal)
  if (outer)
    await expect(fetch(`http://${outer.address}:${new URL(url).port}/`)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
  const refuse = (...args: readonly string[]) => heldHere(world).run(['serve', ...args], { ends: true })
  const refused = await refuse('--host', '0.0.0.0')
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--remote')])
  const bare = await refuse('--host', '0.0.0.0', '--remote')
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('need TLS')])
}

test('only this machine reaches it; a stop in order tells its clients, leaves no note and keeps the token for the next start', async () => {
  await using world = await openWorld({ replies: [] })
  const { program, json, follow, bearer, link, url } = await serve(world)
  await expectLocal(world, url)
  const token = join(world.config, 'serve/token')
  expect(statSync(token).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(token, 'utf8').trim(), 'base64url')).toHaveLength(32)
  expect(link).not.toContain(readFileSync(token, 'utf8').trim())
  const { session } = await json<{ session: SessionInfo }>('/sessions', {})
  const client = follow(session.id)
  await client.frame('hello')
  const printed = await heldHere(world).run(['serve', 'link'])
  expect(printed.stdout).toMatch(/\/login\?code=\S+\n$/)
  program.child.kill('SIGTERM')
  expect((await program.ended).code).toBe(143)
  expect([1001, 4410]).toContain(await client.closed)
  expect((await heldHere(world).run(['serve', 'link'])).stderr).toContain('No server is running')
  const again = await serve(world)
  expect(again.bearer).toEqual(bearer)
}, 60_000)

test.each(['--remote-control', '--rc'])('%s is for a terminal, and says so without one', async flag => {
  await using world = await openWorldHere({ replies: [] })
  const { code, stderr } = await world.run(['-p', 'hi', flag])
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('--remote-control needs an interactive session'),
  ])
})

test('a prefix for the name of a shared session is refused where none is shared', async () => {
  await using world = await openWorldHere({ replies: [] })
  const { code, stderr } = await world.run(['--remote-control-session-name-prefix', 'desk'])
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/--remote-control-session-name-prefix.*--remote-control\b/),
  ])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SessionFiles } from '../../src/frontends/serve/session-files.ts'
import { SessionHub } from '../../src/frontends/serve/session-hub.ts'
import type { SessionSummary } from '../../src/protocol/host.ts'
import { ROUTES, type Route } from '../../src/protocol/serve/routes.ts'
import type { SessionInfo } from '../../src/protocol/serve/wire.ts'
import { FakeEngine } from '../support/fake-engine.ts'
import { openServeWorld, type ServeWorld } from '../support/serve-world.ts'

const KEPT: SessionSummary = { id: 'kept', path: '/sessions/kept.jsonl', size: 1, modifiedAt: 0, cwd: '/w' }
const MAY = { bypass: false, shell: false, settings: true }

const sessionFiles = (outcome: 'removed' | 'in use' = 'removed') => {
  const purged: string[] = []
  const files: SessionFiles = {
    exportAs: async (path, format) => `${path} as ${format}`,
    async purge(path) {
      purged.push(path)
      return outcome
    },
  }
  return { files, purged }
}

const purge = async (world: ServeWorld, id: string) => {
  const answer = await world.post(`/api/v1/sessions/${id}/purge`, {})
  const text = await answer.text()
  return { status: answer.status, message: text === '' ? '' : (JSON.parse(text).error.message as string) }
}

test('only clients that may change files of the person delete sessions; the others are told why not', async () => {
  const { files, purged } = sessionFiles()
  for (const rights of [
    { bypass: false, shell: false, settings: false },
    { bypass: true, shell: true, settings: false },
  ]) {
    await using world = await openServeWorld([], { kept: [KEPT], sessionFiles: files, rights })
    const { status, message } = await purge(world, 'kept')
    expect(status).toBe(403)
    expect(message).toContain('does not let clients delete sessions')
    expect(message).toContain('--allow-settings')
  }
  expect(purged).toEqual([])
  await using world = await openServeWorld([], { kept: [KEPT], sessionFiles: files, rights: MAY })
  expect(await purge(world, 'kept')).toEqual({ status: 204, message: '' })
  expect(purged).toEqual(['/sessions/kept.jsonl'])
  expect(await purge(world, encodeURIComponent('../kept'))).toMatchObject({ status: 404 })
  expect(purged).toEqual(['/sessions/kept.jsonl'])
})

test('an open session is closed before it is deleted, for everybody who follows it', async () => {
  const { files, purged } = sessionFiles()
  await using world = await openServeWorld([], { kept: [KEPT], sessionFiles: files, rights: MAY })
  const client = world.follow('kept')
  await client.frame('hello')
  expect((await purge(world, 'kept')).status).toBe(204)
  await client.frame('closed')
  expect(purged).toEqual(['/sessions/kept.jsonl'])
  // A new one of which nothing is written down yet only closes.
  const opened = (await (await world.post('/api/v1/sessions', {})).json()) as { session: SessionInfo }
  expect((await purge(world, opened.session.id)).status).toBe(204)
  expect(purged).toEqual(['/sessions/kept.jsonl'])
})

test('a session that another program writes stays, and nobody opens one while it goes', async () => {
  const { files } = sessionFiles('in use')
  await using world = await openServeWorld([], { kept: [KEPT], sessionFiles: files, rights: MAY })
  expect(await purge(world, 'kept')).toMatchObject({
    status: 409,
    message: expect.stringContaining('open in'),
  })
  const goes = Promise.withResolvers<'removed'>()
  const started = Promise.withResolvers<void>()
  const slow: SessionFiles = {
    ...files,
    purge: () => {
      started.resolve()
      return goes.promise
    },
  }
  await using other = await openServeWorld([], { kept: [KEPT], sessionFiles: slow, rights: MAY })
  const purging = purge(other, 'kept')
  await started.promise
  const body = { session: { kind: 'resume', which: 'kept' } }
  expect((await other.post('/api/v1/sessions', body)).status).toBe(404)
  expect((await other.call('/api/v1/sessions/kept/history')).status).toBe(404)
  expect((await purge(other, 'kept')).status).toBe(404)
  expect(other.opened).toEqual([])
  goes.resolve('removed')
  expect((await purging).status).toBe(204)
})

test('a session is exported by anybody without being opened, as text in an answer and never as a page', async () => {
  await using world = await openServeWorld([], { kept: [KEPT], sessionFiles: sessionFiles().files })
  for (const format of ['html', 'md', 'json']) {
    const answer = await world.call(`/api/v1/sessions/kept/export?format=${format}`)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toEqual({ name: `kept.${format}`, text: `/sessions/kept.jsonl as ${format}` })
  }
  expect((await world.call('/api/v1/sessions/kept/export?format=exe')).status).toBe(400)
  expect((await world.call('/api/v1/sessions/none/export')).status).toBe(404)
  expect(world.opened).toEqual([])
})

test('every row of the API says how far it reaches; what is not for everybody needs a right', async () => {
  const rows = Object.entries<Route>(ROUTES)
  const limited = rows.filter(([, { effect }]) => effect !== 'conversation' && effect !== 'session')
  expect(limited.map(([name]) => name)).toEqual(['purgeSession'])
  await using world = await openServeWorld([], { kept: [KEPT] })
  for (const [, { method, path }] of limited) {
    const at = `/api/v1${path.replace(':id', 'kept')}`
    expect((await world.call(at, { method: method.toUpperCase() })).status).toBe(403)
  }
})

test('who was let into one session hears of no other, unless it may see settings', async () => {
  const peers = [{ id: 'p', name: 'backend', cwd: '/other', startedAt: 0 }]
  const names = async (rights: typeof MAY): Promise<unknown> => {
    await using engine = new FakeEngine([], { peers })
    const only = new SessionHub({ id: 's1', engine, rights, newId: randomUUID })
    await using world = await openServeWorld([], { only, rights })
    return await (await world.call('/api/v1/sessions/s1/queries/peers')).json()
  }
  expect(await names({ ...MAY, settings: false })).toEqual({ answer: [] })
  expect(await names(MAY)).toEqual({ answer: peers })
})

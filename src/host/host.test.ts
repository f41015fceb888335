import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { createScriptedModel } from '../features/models/scripted/scripted-model.ts'
import type { OpenRequest } from '../protocol/host.ts'
import { SessionHost } from './host.ts'

const createHost = () =>
  new SessionHost({
    version: '0',
    bridge: () => ({ command: ['none'], files: [] }),
    releaseNotes: async () => '',
  })

const makeWorld = () => {
  const tmp = tmpDir()
  const cwd = join(tmp.path, 'project')
  mkdirSync(cwd)
  const env = { HOME: tmp.path, PATH: process.env['PATH'] }
  const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
    cwd,
    env,
    session: { kind: 'new' },
    overrides: { model: 'scripted' },
    model: createScriptedModel({ replies: [{ text: 'one' }, { text: 'two' }] }),
    ...more,
  })
  return { cwd, env, request, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('a session is opened, gone on with and copied, and the host knows which are open', async () => {
  await using world = makeWorld()
  await using host = createHost()
  const first = await host.open(world.request({ session: { kind: 'new', id: ID } }))
  await first.send({ type: 'submit', content: 'remember me' })
  await first.idle()
  expect(host.sessions().map(({ id, cwd }) => ({ id, cwd }))).toEqual([{ id: ID, cwd: world.cwd }])
  await first[Symbol.asyncDispose]()
  expect(host.sessions()).toEqual([])
  await host.open(world.request({ session: { kind: 'resume', which: ID } }))
  await host.open(world.request({ session: { kind: 'fork', which: ID } }))
  const [resumed, copy] = host.sessions()
  expect([resumed?.id, copy?.id === ID]).toEqual([ID, false])
  const kept = await host.list({ env: world.env, cwd: world.cwd })
  expect(kept.map(({ id, title }) => ({ id, title }))).toContainEqual({ id: ID, title: 'remember me' })
})

const ID = '11111111-2222-4333-8444-555555555555'

test.each<[string, (world: ReturnType<typeof makeWorld>) => Partial<OpenRequest>, string]>([
  ['a directory that is gone', ({ cwd }) => ({ cwd: join(cwd, 'gone') }), 'directory'],
  ['a session nobody knows', () => ({ session: { kind: 'resume', which: 'nobody' } }), 'session'],
  ['a tool that does not exist', () => ({ overrides: { tools: ['Nothing'] } }), 'request'],
  ['settings that cannot be read', () => ({ overrides: { settings: '{' } }), 'settings'],
  ['a recording that is not there', () => ({ overrides: { replay: '/none' }, model: undefined! }), 'file'],
  ['no credentials', () => ({ model: undefined! }), 'no_credentials'],
])('%s is said by its kind, and nothing stays open', async (_, more, kind) => {
  await using world = makeWorld()
  await using host = createHost()
  await expect(host.open(world.request(more(world)))).rejects.toMatchObject({ name: 'HostError', kind })
  expect(host.sessions()).toEqual([])
})

test('the end of the host is the end of its sessions, and no other can be opened', async () => {
  await using world = makeWorld()
  const host = createHost()
  const engine = await host.open(world.request())
  await host[Symbol.asyncDispose]()
  expect(host.sessions()).toEqual([])
  await expect(engine.send({ type: 'submit', content: 'late' })).rejects.toThrow()
  await expect(host.open(world.request())).rejects.toMatchObject({ kind: 'request' })
})

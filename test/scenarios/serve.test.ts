import { expect, test } from 'vitest'
import type { CommandInfo } from '../../src/protocol/command-info.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { SessionSummary } from '../../src/protocol/host.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import { ROUTES } from '../../src/protocol/serve/routes.ts'
import type { HistoryPage, SessionInfo } from '../../src/protocol/serve/wire.ts'
import {
  assistantEntry,
  permissionRequest,
  turnEnded,
  turnStarted,
  userEntry,
} from '../support/fake-events.ts'
import { user } from '../support/messages.ts'
import { openServeWorld, type ServeWorld } from '../support/serve-world.ts'

const openIn = async (world: ServeWorld, body: object = {}): Promise<string> => {
  const answer = (await (await world.post('/api/v1/sessions', body)).json()) as { session: SessionInfo }
  return answer.session.id
}

const emitIn = async (world: ServeWorld, id: string, ...events: readonly Event[]): Promise<void> =>
  await world.engines.get(id)?.emit(...events)

const notice = (text: string): Event => ({ type: 'notice', level: 'info', text, localized: verbatim(text) })
const delta = (text: string): Event => ({
  type: 'stream',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
})

test('a client that was cut off comes back and misses nothing', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const first = world.follow(id)
  const { epoch } = await first.frame('hello')
  await emitIn(world, id, notice('one'), notice('two'))
  await first.frame('event', frame => frame.seq === 2)
  first.socket.terminate()
  await emitIn(world, id, notice('three'), notice('four'))
  const again = world.follow(id, `?after=2&epoch=${epoch}`)
  await again.frame('event', frame => frame.seq === 4)
  expect(await again.frame('hello')).toMatchObject({ resumed: true, seq: 2, live: [] })
  expect(again.events).toEqual(['3 notice', '4 notice'])
})

test('after a restart, or when too much happened, a client is told behind which message to read', async () => {
  const known = user('known', 'hi')
  await using world = await openServeWorld()
  const id = await openIn(world)
  Object.assign(world.engines.get(id) as object, { query: async () => [known, user('new', 'ho')] })
  for (const [query, readAfter] of [
    ['?after=7&epoch=of-another-run&message=known', 'known'],
    ['?after=7&epoch=of-another-run&message=forgotten', undefined],
  ] as const) {
    const client = world.follow(id, query)
    const hello = await client.frame('hello')
    expect([hello.resumed, hello.readAfter]).toEqual([false, readAfter])
  }
  const page = (await (await world.call(`/api/v1/sessions/${id}/history?after=known`)).json()) as HistoryPage
  expect(page.messages.map(message => message.uuid)).toEqual(['new'])
})

test('whoever comes in the middle of a turn gets the reply so far, running calls and open questions', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const early = world.follow(id)
  await early.frame('hello')
  await emitIn(
    world,
    id,
    turnStarted('u1'),
    { type: 'stream', event: { type: 'message_start' } },
    { type: 'stream', event: { type: 'content_block_start', index: 0 } },
    delta('Hel'),
    delta('lo'),
    { type: 'tool_started', toolUseId: 'done' },
    userEntry('r1', [{ type: 'tool_result', tool_use_id: 'done', content: '' }]),
    { type: 'tool_started', toolUseId: 'runs' },
    { type: 'permission_request', request: permissionRequest('q1') },
  )
  await early.frame('event', frame => frame.event.type === 'permission_request')
  const { live } = await world.follow(id).frame('hello')
  expect(live.map(event => event.type)).toEqual([
    'turn_started',
    'stream',
    'stream',
    'stream',
    'tool_started',
    'permission_request',
  ])
  expect(live[3]).toEqual(delta('Hello'))
  await emitIn(world, id, assistantEntry('a1', { type: 'text', text: 'Hello' }), turnEnded(), {
    type: 'permission_settled',
    id: 'q1',
    withdrawn: true,
  })
  await early.frame('event', frame => frame.event.type === 'permission_settled')
  expect((await world.follow(id).frame('hello')).live).toEqual([])
})

test('a question is answered once; the others see it settled, and by whom', async () => {
  await using world = await openServeWorld([
    async turn => {
      await turn.ask(permissionRequest('q1'))
    },
  ])
  const id = await openIn(world)
  const [phone, laptop] = [world.follow(id, '?name=Phone'), world.follow(id, '?name=Laptop')]
  await Promise.all([phone.frame('hello'), laptop.frame('hello')])
  await phone.say({ type: 'submit', content: 'go' })
  for (const client of [phone, laptop])
    await client.frame('event', frame => frame.event.type === 'permission_request')
  const answer = { type: 'answer_permission', id: 'q1', answer: { behavior: 'allow' } } as const
  const [yes, late] = [await laptop.say(answer), await phone.say(answer)]
  expect(yes).toMatchObject({ ok: true })
  expect(late).toMatchObject({
    ok: false,
    error: { kind: 'answered', message: 'Laptop has answered this already.' },
  })
  const settled = await phone.frame('event', frame => frame.event.type === 'permission_settled')
  expect(settled.by).toMatchObject({ name: 'Laptop' })
})

test('an op that comes again under its id is done once', async () => {
  await using world = await openServeWorld([async () => {}])
  const id = await openIn(world)
  const client = world.follow(id)
  await client.frame('hello')
  const op = { type: 'set_title', title: 'Once' } as const
  await client.say(op, 'op-1')
  await client.say(op, 'op-1')
  await world.post(`/api/v1/sessions/${id}/ops`, { id: 'op-1', op })
  expect(world.engines.get(id)?.ops).toEqual([op])
})

test('a client that stalls is let go, and neither the turn nor the others wait for it', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const [stalled, reader] = [world.follow(id), world.follow(id)]
  await Promise.all([stalled.frame('hello'), reader.frame('hello')])
  stalled.socket.pause()
  const long = 'x'.repeat(100_000)
  // More than any socket takes in by itself: whoever waited for the stalled one would wait for ever.
  for (let at = 1; at <= 300; at += 1) {
    await emitIn(world, id, notice(long))
    await reader.frame('event', frame => frame.seq === at)
    reader.frames.length = 0
  }
  stalled.socket.resume()
  expect(await stalled.closed).toBe(1006)
  const again = world.follow(id, '?after=299&epoch=x')
  expect((await again.frame('hello')).seq).toBe(300)
})

test('a wish of a slash command for the screen goes to the one who typed it', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const [one, other] = [world.follow(id), world.follow(id)]
  await Promise.all([one.frame('hello'), other.frame('hello')])
  await one.say({ type: 'command', line: '/exit' })
  await emitIn(world, id, { type: 'ui_request', request: { kind: 'exit' } }, notice('after'))
  await Promise.all([one.frame('event'), other.frame('event')])
  expect(one.frames.filter(({ kind }) => kind === 'ui')).toHaveLength(1)
  expect(other.frames.filter(({ kind }) => kind === 'ui')).toHaveLength(0)
})

const COMMANDS: readonly CommandInfo[] = [
  { name: 'config', aliases: ['settings'], description: '', group: 'setup' },
  { name: 'model', description: '', group: 'setup' },
  { name: 'add-dir', description: '', group: 'permissions' },
  { name: 'login', description: '', group: 'setup' },
  { name: 'cd', description: '', group: 'work' },
  { name: 'compact', description: '', group: 'context' },
]

const KEPT: SessionSummary = {
  id: '11111111-1111-4111-8111-111111111111',
  path: '/secret/path.jsonl',
  size: 10,
  modifiedAt: 1,
  cwd: '/kept',
  title: 'Kept',
}

test('a kept session is listed, opens when it is followed, and only once for two at the same time', async () => {
  await using world = await openServeWorld([], { kept: [KEPT] })
  const list = await (await world.call('/api/v1/sessions')).text()
  expect(JSON.parse(list)).toMatchObject({ sessions: [{ id: KEPT.id, open: false, title: 'Kept' }] })
  expect(list).not.toContain('/secret')
  const clients = [world.follow(KEPT.id), world.follow(KEPT.id)]
  for (const client of clients) await client.frame('hello')
  expect(world.opened.map(({ cwd, session }) => ({ cwd, session }))).toEqual([
    { cwd: '/kept', session: { kind: 'resume', which: KEPT.id } },
  ])
  expect(world.opened[0]).toMatchObject({ interactive: true, overrides: { noBypass: true } })
  expect(await world.follow('none').closed).toBe(404)
})

test('sessions are opened with what a client may choose, renamed and closed', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world, { cwd: '/elsewhere', overrides: { model: 'm', permissionMode: 'plan' } })
  expect(world.opened[0]).toMatchObject({
    cwd: '/elsewhere',
    overrides: { model: 'm', permissionMode: 'plan' },
  })
  await world.call(`/api/v1/sessions/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"New"}',
  })
  expect(world.engines.get(id)?.ops).toEqual([{ type: 'set_title', title: 'New' }])
  const client = world.follow(id)
  await client.frame('hello')
  expect((await world.call(`/api/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
  await client.frame('closed')
  expect(await client.closed).toBe(4410)
})

test.each([
  ['what runs by itself', { overrides: { mcpConfig: ['{}'] } }, 400],
  ['settings of its own', { overrides: { settings: '{}' } }, 400],
  ['tools nobody approved', { overrides: { allowedTools: ['Bash'] } }, 400],
  ['trust', { overrides: { trust: true } }, 400],
  ['bypassing permissions', { overrides: { permissionMode: 'bypassPermissions' } }, 403],
])('a client cannot open a session with %s', async (_, body, status) => {
  await using world = await openServeWorld()
  expect((await world.post('/api/v1/sessions', body)).status).toBe(status)
  expect(world.opened).toEqual([])
})

test.each([
  ['/config permissions.defaultMode=bypassPermissions', 403],
  ['/settings model=x', 403],
  ['  /CONFIG\tmodel=x', 403],
  ['/add-dir /', 403],
  ['/cd /', 403],
  ['/login', 403],
  ['/config', 200],
  ['/model opus', 200],
  ['/compact', 200],
  ['/of-the-project do it', 200],
])(
  'the slash command %s of a client is answered with %i, said or sent as a command',
  async (line, status) => {
    await using world = await openServeWorld([async () => {}])
    const id = await openIn(world)
    Object.assign(world.engines.get(id) as object, { query: async () => COMMANDS })
    for (const op of [
      { type: 'command', line },
      { type: 'submit', content: [{ type: 'text', text: line }] },
    ])
      expect((await world.post(`/api/v1/sessions/${id}/ops`, { op })).status).toBe(status)
    expect(world.engines.get(id)?.ops).toHaveLength(status === 200 ? 2 : 0)
  },
)

test('100 clients of 50 sessions get every event of theirs, in order', async () => {
  await using world = await openServeWorld()
  const ids = await Promise.all(Array.from({ length: 50 }, () => openIn(world)))
  const clients = ids.flatMap(id => [world.follow(id), world.follow(id)])
  for (const client of clients) await client.frame('hello')
  for (let at = 1; at <= 20; at += 1)
    await Promise.all(ids.map(id => emitIn(world, id, notice(`${id} ${at}`))))
  const wanted = Array.from({ length: 20 }, (_, at) => `${at + 1} notice`)
  for (const client of clients) {
    await client.frame('event', frame => frame.seq === 20)
    expect(client.events).toEqual(wanted)
  }
})

test.each([
  ['an op nobody knows', { type: 'nothing' }],
  ['an op of the program around the engine', { type: 'signed_in' }],
  ['a field too many', { type: 'clear', now: true }],
  ['a text that is too long', { type: 'command', line: 'x'.repeat(100_001) }],
  ['words of the harness', { type: 'submit', content: 'hi', isMeta: true }],
  [
    'a result of a tool',
    { type: 'submit', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'y' }] },
  ],
])('%s is refused before it reaches the session', async (_, op) => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  expect((await world.post(`/api/v1/sessions/${id}/ops`, { op })).status).toBe(400)
  expect(world.engines.get(id)?.ops).toEqual([])
})

test('a prompt carries images and documents', async () => {
  await using world = await openServeWorld([async () => {}])
  const id = await openIn(world)
  const content = [
    { type: 'text', text: 'look' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
  ]
  expect((await world.post(`/api/v1/sessions/${id}/ops`, { op: { type: 'submit', content } })).status).toBe(
    200,
  )
  expect(world.engines.get(id)?.ops).toMatchObject([{ type: 'submit', content }])
})

test('the history comes in pages, from the end', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const history = Array.from({ length: 10 }, (_, at) => user(`m${at}`, 'x'))
  Object.assign(world.engines.get(id) as object, { query: async () => history })
  const page = async (query: string) =>
    (await (await world.call(`/api/v1/sessions/${id}/history${query}`)).json()) as HistoryPage
  const uuids = ({ messages }: HistoryPage) => messages.map(({ uuid }) => uuid)
  const last = await page('?limit=3')
  expect([uuids(last), last.more, last.total]).toEqual([['m7', 'm8', 'm9'], true, 10])
  expect(uuids(await page('?limit=3&before=m7'))).toEqual(['m4', 'm5', 'm6'])
  expect((await page('?before=m1')).more).toBe(false)
  expect((await world.call(`/api/v1/sessions/${id}/history?before=none`)).status).toBe(404)
})

test('a reader follows over Server-Sent Events', async () => {
  await using world = await openServeWorld()
  const id = await openIn(world)
  const answer = await world.call(`/api/v1/sessions/${id}/events`)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^data: \{"kind":"hello"/)
  await emitIn(world, id, notice('seen'))
  let text = ''
  while (!text.includes('"seen"')) text += (await reader?.read())?.value ?? ''
  expect(text).toContain('"seq":1')
  await reader?.cancel()
})

test('the description of the API has every row that is checked', async () => {
  await using world = await openServeWorld()
  const api = (await (await world.call('/api/v1/openapi.json')).json()) as {
    openapi: string
    paths: Record<string, object>
    components: { schemas: Record<string, { properties?: object }> }
  }
  expect(api.openapi).toBe('3.1.0')
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  )
  const rows = Object.values(ROUTES).map(
    ({ method, path }) => `${method} /api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.sort()).toEqual(rows.sort())
  expect(api.components.schemas['Op.answer_permission']?.properties).toHaveProperty('answer')
})

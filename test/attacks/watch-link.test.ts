import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { QUERIES } from '../../src/frontends/serve/check-query.ts'
import type { LinkStore, StoredLink } from '../../src/frontends/serve/watch-links.ts'
import type { Message } from '../../src/protocol/message.ts'
import { OPS } from '../../src/protocol/serve/op-schema.ts'
import { ROUTES, type Route } from '../../src/protocol/serve/routes.ts'
import type { NewShare, ServerFrame, ShareInfo } from '../../src/protocol/serve/wire.ts'
import type { FakeTurn } from '../support/fake-engine.ts'
import { openServeWorld, SERVE_TOKEN, type ServeWorld } from '../support/serve-world.ts'

const memoryStore = (): LinkStore => {
  const links = new Map<string, StoredLink>()
  return {
    all: () => [...links.values()],
    add: link => void links.set(link.id, link),
    remove: id => void links.delete(id),
  }
}

const KEY = `sk-ant-api03-${'aB3dE5gH7j'.repeat(9)}-AA`
const said = (uuid: string, text: string, more: Partial<Message> = {}): Message =>
  ({ type: 'user', uuid, timestamp: '', message: { role: 'user', content: text }, ...more }) as Message

let world: ServeWorld
let now = Date.parse('2026-01-01T00:00:00Z')
let id: string
let other: string
let timers: { at: number; call(): void }[] = []
/** The turn of the session, which ends with the test. */
let turn: FakeTurn
let endTurn: () => void = () => {}

beforeAll(async () => {
  const running = new Promise<void>(resolve => {
    endTurn = resolve
  })
  world = await openServeWorld(
    [
      async each => {
        turn = each
        await running
      },
    ],
    {
      now: () => now,
      linkStore: memoryStore(),
      later(ms, call) {
        const timer = { at: now + ms, call }
        timers.push(timer)
        return () => {
          timers = timers.filter(each => each !== timer)
        }
      },
    },
  )
  const open = async (): Promise<string> =>
    ((await (await world.post('/api/v1/sessions', {})).json()) as { session: { id: string } }).session.id
  id = await open()
  other = await open()
  await world.post(`/api/v1/sessions/${id}/ops`, { op: { type: 'submit', content: 'go' } })
})
afterAll(async () => {
  endTurn()
  await world[Symbol.asyncDispose]()
})
beforeEach(() => {
  now += 61_000
})

/** Time passes, and with it every timer that is due. */
const pass = (ms: number): void => {
  now += ms
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers = timers.filter(each => each !== timer)
    timer.call()
  }
}

const share = async (body: object = {}): Promise<NewShare & { readonly token: string }> => {
  const made = (await (await world.post(`/api/v1/sessions/${id}/shares`, body)).json()) as NewShare
  return { ...made, token: made.url.split('#watch=')[1] ?? '' }
}
const shares = async (): Promise<readonly ShareInfo[]> =>
  ((await (await world.call(`/api/v1/sessions/${id}/shares`)).json()) as { shares: ShareInfo[] }).shares

const bare = (path: string, headers: Readonly<Record<string, string>>, init: RequestInit = {}) =>
  fetch(`${world.url}/api/v1${path}`, {
    ...init,
    headers: { ...headers, 'content-type': 'application/json' },
  })

/** Every way a token could be handed over. */
const WAYS = (token: string): readonly Readonly<Record<string, string>>[] => [
  { 'x-capstan-watch': token },
  { authorization: `Bearer ${token}` },
  { authorization: `Bearer ${token.split('.')[1]}` },
  { 'x-capstan-key': token, cookie: `capstan_${new URL(world.url).port}=${token}` },
]

/** Reads frames of an event stream, one after the other. */
const reader = async (token: string) => {
  const answer = await bare('/watch/events', { 'x-capstan-watch': token })
  const source = answer.body?.getReader()
  let text = ''
  return {
    status: answer.status,
    /** The next frame; undefined when the stream has ended. */
    async next(): Promise<ServerFrame | undefined> {
      for (;;) {
        const at = text.indexOf('\n\n')
        if (at >= 0) {
          const frame = text.slice(0, at)
          text = text.slice(at + 2)
          if (frame.startsWith('data: ')) return JSON.parse(frame.slice(6)) as ServerFrame
          continue
        }
        const piece = await source?.read()
        if (!piece || piece.done) return undefined
        text += Buffer.from(piece.value).toString()
      }
    },
    async end() {
      await source?.cancel()
    },
  }
}

/** What a watcher may reach; everything else is refused. */
const ALLOWED = new Set(['watch', 'watchHistory', 'watchEvents'])
/** Answers everybody that it is up, and nothing else. */
const OPEN = new Set(['health'])

test('the canary: a link reads its session', async () => {
  const { token } = await share()
  expect((await bare('/watch', { 'x-capstan-watch': token })).status).toBe(200)
  expect((await bare('/watch/history', { 'x-capstan-watch': token })).status).toBe(200)
  const stream = await reader(token)
  expect(await stream.next()).toMatchObject({ kind: 'hello', sessionId: id })
  await stream.end()
})

test.each(Object.entries<Route>(ROUTES).filter(([name]) => !ALLOWED.has(name) && !OPEN.has(name)))(
  'the row %s is refused to a link, however its token is handed over',
  async (_, route) => {
    expect(route.watch).toBeUndefined()
    const { token } = await share()
    const before = world.engines.get(id)?.ops.length
    for (const headers of WAYS(token)) {
      const path = route.path.replace(':id', id).replace(':query', 'state').replace(/:\w+/g, 'x')
      const answer = await bare(path, headers, {
        method: route.method.toUpperCase(),
        ...(route.method === 'get' ? {} : { body: '{}' }),
      })
      // What needs no sign-in wants a token of its own in its words.
      expect(route.open ? [400, 401, 429] : [401, 429]).toContain(answer.status)
      expect(await answer.text()).not.toContain(id)
    }
    expect(world.engines.get(id)?.ops.length).toBe(before)
    await world.call(`/api/v1/sessions/${id}/shares/${token.split('.')[0]}`, { method: 'DELETE' })
  },
)

test('no row but those three accepts the token, whatever is added', () => {
  const watch = Object.entries<Route>(ROUTES).flatMap(([name, route]) => (route.watch ? [name] : []))
  expect(new Set(watch)).toEqual(ALLOWED)
  for (const name of watch) expect(ROUTES[name as keyof typeof ROUTES].method).toBe('get')
})

test('no op and no query gets through, over HTTP or a WebSocket', async () => {
  const { token } = await share()
  const ops = world.engines.get(id)?.ops.length
  for (const type of Object.keys(OPS)) {
    const body = JSON.stringify({ op: { type, content: 'x', line: '/help', id: 'q' } })
    const sent = await bare(`/sessions/${id}/ops`, { 'x-capstan-watch': token }, { method: 'POST', body })
    const behind = await bare('/watch/ops', { 'x-capstan-watch': token }, { method: 'POST', body })
    const there = await bare('/watch/events', { 'x-capstan-watch': token }, { method: 'POST', body })
    expect([sent.status, behind.status, there.status], type).toEqual([401, 404, 404])
  }
  for (const query of Object.keys(QUERIES)) {
    const asked = await bare(`/sessions/${id}/queries/${query}`, { 'x-capstan-watch': token })
    const below = await bare(`/watch/queries/${query}`, { 'x-capstan-watch': token })
    expect([asked.status, below.status], query).toEqual([401, 404])
  }
  for (const path of [`/sessions/${id}/events`, '/watch/events']) {
    const status = await new Promise<number>(resolve => {
      const url = `${world.url.replace('http', 'ws')}/api/v1${path}`
      const socket = new WebSocket(url, ['capstan.v1', `capstan.key.${token}`], {
        headers: { 'x-capstan-watch': token },
      })
      socket.on('open', () => resolve(101))
      socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
      socket.on('error', () => {})
    })
    expect(status, path).toBe(401)
  }
  expect(world.engines.get(id)?.ops.length).toBe(ops)
})

test("the server's own token is no link, and a wrong or cut one opens nothing", async () => {
  const { token } = await share()
  const [link = '', secret = ''] = token.split('.')
  for (const wrong of [
    SERVE_TOKEN,
    '',
    link,
    `${link}.`,
    `${link}.${secret.slice(0, -1)}`,
    `${link}.${secret}x`,
    `${link}.${secret}.x`,
    `.${secret}`,
    `${secret}.${link}`,
  ]) {
    const answer = await bare('/watch', { 'x-capstan-watch': wrong })
    expect(answer.status, wrong).toBe(401)
    now += 61_000
  }
  expect((await bare('/watch', { authorization: `Bearer ${SERVE_TOKEN}` })).status).toBe(401)
})

test('a page of another site gets nothing with a right link', async () => {
  const { token } = await share()
  const foreign = { 'x-capstan-watch': token, origin: 'https://evil.example' }
  expect((await bare('/watch', foreign)).status).toBe(403)
})

test('the address has the token behind its #, and neither list nor log has it', async () => {
  const { url, token } = await share()
  expect(new URL(url).pathname + new URL(url).search).toBe('/')
  expect(token.split('.')[1]?.length).toBeGreaterThanOrEqual(43)
  const texts = JSON.stringify([await shares(), world.logged])
  expect(texts).not.toContain(token.split('.')[1])
})

test('the link of one session shows nothing of another', async () => {
  const { token } = await share()
  const stream = await reader(token)
  const hello = await stream.next()
  expect(JSON.stringify(hello)).not.toContain(other)
  const listed = (await (await world.call(`/api/v1/sessions/${other}/shares`)).json()) as object
  expect(listed).toEqual({ shares: [] })
  const made = token.split('.')[0]
  const ended = await world.call(`/api/v1/sessions/${other}/shares/${made}`, { method: 'DELETE' })
  expect(ended.status).toBe(404)
  await stream.end()
})

test('an expired link closes the stream that is open, and opens no other', async () => {
  const { token, expiresAt } = await share({ hours: 2 })
  expect(Date.parse(expiresAt) - now).toBe(2 * 3_600_000)
  const stream = await reader(token)
  expect((await stream.next())?.kind).toBe('hello')
  pass(2 * 3_600_000 - 1)
  expect((await bare('/watch', { 'x-capstan-watch': token })).status).toBe(200)
  pass(1)
  let frame = await stream.next()
  while (frame) frame = await stream.next()
  expect((await bare('/watch', { 'x-capstan-watch': token })).status).toBe(401)
})

test('a machine that slept past the end tells nothing more, although no timer ran', async () => {
  const { token } = await share({ hours: 1 })
  const stream = await reader(token)
  await stream.next()
  now += 3_600_001
  await turn.emit({ type: 'to_person', kind: 'message', text: 'too late', toolUseId: 't' })
  const frames: unknown[] = []
  for (let frame = await stream.next(); frame; frame = await stream.next()) frames.push(frame)
  expect(JSON.stringify(frames)).not.toContain('too late')
})

test('an ended link closes the stream that is open', async () => {
  const { token, id: link } = await share()
  const stream = await reader(token)
  expect((await stream.next())?.kind).toBe('hello')
  const ended = await world.call(`/api/v1/sessions/${id}/shares/${link}`, { method: 'DELETE' })
  expect(ended.status).toBe(204)
  let frame = await stream.next()
  while (frame) frame = await stream.next()
  expect((await reader(token)).status).toBe(401)
})

test('a link opens no session that is closed', async () => {
  const closed = ((await (await world.post('/api/v1/sessions', {})).json()) as { session: { id: string } })
    .session.id
  const made = (await (await world.post(`/api/v1/sessions/${closed}/shares`, {})).json()) as NewShare
  await world.call(`/api/v1/sessions/${closed}`, { method: 'DELETE' })
  const opened = world.opened.length
  const headers = { 'x-capstan-watch': made.url.split('#watch=')[1] ?? '' }
  for (const path of ['/watch', '/watch/history', '/watch/events'])
    expect((await bare(path, headers)).status).toBe(404)
  expect((await world.post(`/api/v1/sessions/${closed}/shares`, {})).status).toBe(404)
  expect(world.opened.length).toBe(opened)
})

test('a link lasts a day unless it is said otherwise, and never longer than thirty', async () => {
  expect(Date.parse((await share()).expiresAt) - now).toBe(24 * 3_600_000)
  for (const hours of [0, -1, 721, 'x', null])
    expect((await world.post(`/api/v1/sessions/${id}/shares`, { hours })).status, String(hours)).toBe(400)
})

test('the owner sees who watches and since when; a watcher sees that somebody is there and no names', async () => {
  const { token, id: link } = await share()
  const owner = world.follow(id, '?name=Secret%20Phone')
  await owner.frame('hello')
  const stream = await reader(token)
  const hello = await stream.next()
  const seen = await owner.frame('clients', ({ clients }) => clients.some(({ kind }) => kind === 'watcher'))
  expect(seen.clients.at(-1)).toMatchObject({ kind: 'watcher', since: new Date(now).toISOString() })
  expect((await shares()).find(each => each.id === link)?.watchers).toHaveLength(1)
  expect(JSON.stringify(hello)).not.toContain('Secret Phone')
  await stream.end()
})

test('secrets, harness texts, questions, command output, paths and agents are in nothing a watcher gets', async () => {
  const { token } = await share()
  const stream = await reader(token)
  await stream.next()
  const place = { parentUuid: null, cwd: '/hidden/place', gitBranch: 'hidden-branch', sessionId: id }
  const entry = (message: Message) => ({ type: 'entry', entry: { ...message, ...place } }) as never
  const request = { id: 'q', toolName: 'Bash', input: { command: 'hidden-question' } }
  await turn.emit(
    entry(said('e1', `my key is ${KEY}, keep it`)),
    entry(said('e2', 'hidden-meta', { isMeta: true } as never)),
    entry({ type: 'attachment', uuid: 'e3', timestamp: '', attachment: { kind: 'x', text: 'hidden-file' } }),
    entry(said('e4', 'shown', { toolUseResult: { originalFile: 'hidden-original' } } as never)),
    { type: 'permission_request', request } as never,
    { type: 'command_output', command: 'config', text: 'hidden-settings' } as never,
    { type: 'notice', level: 'info', text: 'hidden-notice' } as never,
    { type: 'hook', hook: { stdout: 'hidden-hook' } } as never,
    { type: 'stream', event: { type: 'content_block_delta', delta: { text: KEY.slice(0, 30) } } } as never,
    { ...(entry(said('e5', 'hidden-agent')) as object), agent: { id: 'a' } } as never,
    { type: 'to_person', kind: 'file', text: 'hidden-path', toolUseId: 't' },
    { type: 'an_event_of_tomorrow', text: 'hidden-new' } as never,
    { type: 'to_person', kind: 'message', text: 'the end', toolUseId: 't' },
  )
  const frames: string[] = []
  for (let frame = await stream.next(); frame; frame = await stream.next()) {
    frames.push(JSON.stringify(frame))
    if (frames.at(-1)?.includes('the end')) break
  }
  const text = frames.join('\n')
  expect(text).toContain('keep it')
  expect(text).toContain('shown')
  expect(text).not.toMatch(/hidden/)
  expect(text).not.toContain(KEY.slice(0, 30))
  await stream.end()
})

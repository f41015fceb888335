import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { permissionRequest, turnEnded, turnStarted, userEntry } from '../../../test/support/fake-events.ts'
import { user } from '../../../test/support/messages.ts'
import { openServeWorld, SERVE_TOKEN, type ServeWorld } from '../../../test/support/serve-world.ts'
import type { Event } from '../../protocol/event.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { askedBecause } from '../../protocol/permission.ts'
import type { SessionInfo } from '../../protocol/serve/wire.ts'
import type { RewindReport } from '../../protocol/session/file-history.ts'
import { RemoteApi } from './remote-api.ts'
import { RemoteEngine } from './remote-engine.ts'

const TOKEN = { authorization: `Bearer ${SERVE_TOKEN}` }

interface Joined extends AsyncDisposable {
  readonly engine: RemoteEngine
  readonly heard: Event[]
  /** The first event that fits, past or to come. */
  wait(fits: (event: Event) => boolean): Promise<Event>
}

const join = async (world: ServeWorld, id: string): Promise<Joined> => {
  const engine = new RemoteEngine({
    api: new RemoteApi({ url: world.proxied, headers: TOKEN }),
    sessionId: id,
    newId: randomUUID,
    after: (ms, call) => {
      const timer = setTimeout(call, ms / 250)
      return () => clearTimeout(timer)
    },
  })
  const heard: Event[] = []
  let wake = (): void => {}
  const events = engine.events()
  void (async () => {
    for await (const event of events) {
      heard.push(event)
      wake()
    }
  })()
  await engine.ready
  return {
    engine,
    heard,
    async wait(fits) {
      for (;;) {
        const found = heard.find(fits)
        if (found) return found
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  }
}

const open = async (world: ServeWorld): Promise<string> => {
  const answer = (await (await world.post('/api/v1/sessions', {})).json()) as { session: SessionInfo }
  return answer.session.id
}

const isNotice = (text: string) => (event: Event) => event.type === 'notice' && event.text.startsWith(text)

test('ops, events, queries and refusals are those of the session', async () => {
  await using world = await openServeWorld([async turn => turn.emit(turnStarted(turn.uuid), turnEnded())])
  const id = await open(world)
  await using remote = await join(world, id)
  await remote.engine.send({ type: 'submit', content: 'hi' })
  await remote.wait(({ type }) => type === 'turn_ended')
  expect((await remote.engine.query('state')).model).toBe('claude-test')
  world.engines.get(id)?.refusals.set('clear', 'Not now.')
  await expect(remote.engine.send({ type: 'clear' })).rejects.toMatchObject({
    name: 'OpError',
    message: 'Not now.',
  })
  await expect(remote.engine.send({ type: 'shell', command: 'ls', id: 's' })).rejects.toMatchObject({
    name: 'OpError',
    message: expect.stringContaining('--allow-shell'),
  })
  expect(await remote.engine.rewind({ messageUuid: 'u', what: 'both' })).toMatchObject({ canMove: false })
})

test('a message that is in the history already is not told again', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  Object.assign(world.engines.get(id) as object, { query: async () => [user('old', 'hi')] })
  await using remote = await join(world, id)
  await remote.engine.query('history')
  await world.engines.get(id)?.emit(userEntry('old', 'hi'), userEntry('new', 'ho'))
  await remote.wait(event => event.type === 'entry' && event.entry.uuid === 'new')
  expect(remote.heard.flatMap(event => (event.type === 'entry' ? [event.entry.uuid] : []))).toEqual(['new'])
})

test('after a cut it comes back by itself, says so and has missed nothing', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using remote = await join(world, id)
  world.cut()
  await remote.wait(isNotice('Connection to the server lost'))
  await world.engines
    .get(id)
    ?.emit({ type: 'notice', level: 'info', text: 'meanwhile', localized: verbatim('meanwhile') })
  const sent = remote.engine.send({ type: 'set_title', title: 'Said meanwhile' })
  world.restore()
  await remote.wait(isNotice('Connected again'))
  await sent
  expect(remote.heard.filter(isNotice('meanwhile'))).toHaveLength(1)
  expect(world.engines.get(id)?.ops).toEqual([{ type: 'set_title', title: 'Said meanwhile' }])
})

test('when the session lives in another run, it reads what it missed and ends what no longer runs', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  const first = world.engines.get(id)
  await using remote = await join(world, id)
  await first?.emit(turnStarted('u1'), userEntry('m1', 'hi'), {
    type: 'permission_request',
    request: permissionRequest('q1'),
  })
  await remote.wait(({ type }) => type === 'permission_request')
  await world.restart(id, [user('m1', 'hi'), user('m2', 'missed')])
  await remote.wait(isNotice('Connected again'))
  const after = remote.heard.slice(remote.heard.findIndex(isNotice('Connection')) + 1)
  expect(after.map(event => (event.type === 'entry' ? event.entry.uuid : event.type))).toEqual([
    'permission_settled',
    'm2',
    'turn_ended',
    'notice',
  ])
})

test('when the session is closed on the server, that is said and ops are refused', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using remote = await join(world, id)
  await world.call(`/api/v1/sessions/${id}`, { method: 'DELETE' })
  await remote.wait(isNotice('The session was closed'))
  await expect(remote.engine.send({ type: 'clear' })).rejects.toThrow('The session was closed on the server.')
})

test('nothing is told to whoever listens where the server has ended', async () => {
  await using world = await openServeWorld()
  const api = new RemoteApi({ url: world.url, headers: TOKEN, isThere: () => false })
  await expect(api.get('/sessions')).rejects.toMatchObject({ kind: 'network' })
})

test('what goes on when it joins is told to who begins to listen once it is connected', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using first = await join(world, id)
  await world.engines
    .get(id)
    ?.emit(turnStarted('u'), { type: 'permission_request', request: permissionRequest('q') })
  await first.wait(({ type }) => type === 'permission_request')
  await using late = new RemoteEngine({
    api: new RemoteApi({ url: world.proxied, headers: TOKEN }),
    sessionId: id,
    newId: randomUUID,
    after: () => () => undefined,
  })
  await late.ready
  const heard: string[] = []
  for await (const event of late.events()) {
    heard.push(event.type)
    if (event.type === 'permission_request') break
  }
  expect(heard).toEqual(['turn_started', 'permission_request'])
})

test('a message is heard by everyone who listens, also by who waits for the end of the turn', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using one = await join(world, id)
  const heard: string[] = []
  const other = one.engine.events()
  const done = (async () => {
    for await (const event of other) {
      if (event.type === 'entry') heard.push(event.entry.uuid)
      if (event.type === 'turn_ended') break
    }
  })()
  await world.engines.get(id)?.emit(turnStarted('u'), userEntry('m1', 'hi'), turnEnded())
  await one.wait(({ type }) => type === 'turn_ended')
  await done
  expect(heard).toEqual(['m1'])
  expect(one.heard.flatMap(event => (event.type === 'entry' ? [event.entry.uuid] : []))).toEqual(['m1'])
})

const submitted = (world: ServeWorld, id: string): readonly string[] =>
  (world.engines.get(id)?.ops ?? []).flatMap(op => (op.type === 'submit' ? [String(op.content)] : []))

test('in another run of the session only what it does not have is said again', async () => {
  await using world = await openServeWorld([async () => new Promise(() => {}), async () => {}])
  const id = await open(world)
  const [heard, waits, back, arrived, lost] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await using remote = await join(world, id)
  await remote.engine.send({ type: 'submit', content: 'is heard', uuid: heard })
  await remote.engine.send({ type: 'submit', content: 'waits', uuid: waits })
  await remote.engine.send({ type: 'submit', content: 'taken back', uuid: back })
  await remote.engine.send({ type: 'take_back', uuid: back })
  await world.engines.get(id)?.emit(userEntry(heard, 'is heard'))
  await remote.wait(event => event.type === 'entry' && event.entry.uuid === heard)
  world.cut()
  await remote.wait(isNotice('Connection'))
  const unsaid = [
    remote.engine.send({ type: 'submit', content: 'arrived', uuid: arrived }),
    remote.engine.send({ type: 'submit', content: 'did not arrive', uuid: lost }),
  ]
  await world.restart(id, [user(heard, 'is heard'), user(arrived, 'arrived')])
  await remote.wait(isNotice('Connected again'))
  await Promise.all(unsaid)
  await expect.poll(() => submitted(world, id)).toEqual(['waits', 'did not arrive'])
})

test('what was before a compaction is read page by page; nothing else is to be looked up', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  const boundary = (uuid: string) => ({
    type: 'system',
    subtype: 'compact_boundary',
    uuid,
    timestamp: '',
    content: '',
  })
  const old = Array.from({ length: 700 }, (_, at) => user(`m${at}`, 'x'))
  Object.assign(world.engines.get(id) as object, {
    query: async () => [boundary('b2'), user('now', 'x')],
    look: async (_: string, about: { readonly boundary: string }) =>
      about.boundary === 'b2' ? [boundary('b1'), ...old] : [user('older', 'x')],
  })
  await using remote = await join(world, id)
  const found = await remote.engine.look('earlier', { boundary: 'b2' })
  expect(found.map(({ uuid }) => uuid)).toEqual(['b1', ...old.map(({ uuid }) => uuid)])
  await expect(remote.engine.look('title', { description: 'x' })).rejects.toThrow("can't be asked for title")
})

/** As a server of an earlier version sends it: English alone. */
const withoutData = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, each) => (key.startsWith('localized') ? undefined : each)))

test('what a server of an earlier version says without data is its English', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using remote = await join(world, id)
  const engine = world.engines.get(id)
  const asked = permissionRequest('p1')
  const risky = [{ from: 0, to: 2, why: 'It removes files', localized: verbatim('') }]
  await engine?.emit(
    withoutData<Event>({
      type: 'permission_request',
      request: {
        ...asked,
        details: {
          title: 'Run rm',
          ...askedBecause(verbatim('It asks.')),
          saves: [],
          subject: { text: 'rm x', risky },
        },
      },
    }),
    withoutData<Event>({
      type: 'permission_denied',
      toolName: 'Bash',
      toolUseId: 't',
      reasonType: 'rule',
      message: 'No.',
      localized: verbatim('No.'),
    }),
    withoutData<Event>({ type: 'command_output', command: 'x', text: 'done', localized: verbatim('done') }),
    withoutData<Event>({ type: 'notice', level: 'info', text: 'last', localized: verbatim('last') }),
  )
  expect(await remote.wait(isNotice('last'))).toMatchObject({ localized: verbatim('last') })
  expect(remote.heard.find(({ type }) => type === 'command_output')).toMatchObject({
    localized: verbatim('done'),
  })
  expect(remote.heard.find(({ type }) => type === 'permission_denied')).toMatchObject({
    localized: verbatim('No.'),
  })
  expect(remote.heard.find(({ type }) => type === 'permission_request')).toMatchObject({
    request: {
      decision: { because: { localized: verbatim(asked.decision.because.text) } },
      details: {
        localized: verbatim('It asks.'),
        subject: { risky: [{ localized: verbatim('It removes files') }] },
      },
    },
  })
})

test('neither do its reports of a rewind lack a text', async () => {
  await using world = await openServeWorld()
  const id = await open(world)
  await using remote = await join(world, id)
  const report: RewindReport = {
    canRewind: true,
    files: [],
    kept: [{ path: '/a', why: 'changed since', localized: verbatim('changed since') }],
    notCovered: ['what git ignores'],
    localizedNotCovered: [],
    insertions: 0,
    deletions: 0,
  }
  const refused = {
    canMove: false,
    error: 'No such message.',
    localized: verbatim('No such message.'),
  } as const
  Object.assign(world.engines.get(id) as object, {
    rewindFiles: async () => withoutData(report),
    rewind: async () => withoutData({ ...refused, files: report }),
  })
  const complete = {
    kept: [{ localized: verbatim('changed since') }],
    localizedNotCovered: ['what git ignores'],
  }
  expect(await remote.engine.rewindFiles({ messageUuid: 'u' })).toMatchObject(complete)
  expect(await remote.engine.rewind({ messageUuid: 'u', what: 'both' })).toMatchObject({
    localized: verbatim('No such message.'),
    files: complete,
  })
})

import { expect, test } from 'vitest'
import { FakeEngine, type TurnScript } from '../../../../test/support/fake-engine.ts'
import { systemEntry, turnEnded, turnStarted, userEntry } from '../../../../test/support/fake-events.ts'
import { user } from '../../../../test/support/messages.ts'
import type { Event } from '../../../protocol/event.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Query } from '../../../protocol/query.ts'
import type { ReadEarlier } from '../ports/sessions-port.ts'
import { initialState } from '../state/initial-state.ts'
import { Store } from '../state/store.ts'
import { Conductor } from './conductor.ts'

const STATE = {
  sessionId: 's1',
  model: 'opus',
  mode: 'default',
  cwd: '/w',
  running: false,
  tools: [],
  credential: 'none',
  thinking: true,
  transcriptPath: '/t',
} as const

const setUp = async (
  scripts: readonly TurnScript[] = [],
  answers = {},
  { earlier, heard = () => {} }: { earlier?: ReadEarlier; heard?: (event: Event) => void } = {},
) => {
  const engine = new FakeEngine(scripts, {
    state: STATE,
    history: [],
    todos: [],
    context: { model: 'opus', window: 100, tokens: 1, items: [] },
    cost: {} as never,
    commands: [
      { name: 'model', description: '', panel: { name: 'model', when: 'bare' } },
      { name: 'clear', aliases: ['new'], description: '' },
    ],
    permissions: {
      mode: 'default',
      modes: ['default', 'acceptEdits', 'plan'],
      rules: [],
      directories: [],
      sandbox: 'off',
    },
    ...answers,
  })
  const store = new Store(initialState({ ready: false, id: '', cwd: '/', model: '', mode: 'default' }))
  const said: string[] = []
  const served: unknown[] = []
  let ids = 0
  const conductor = new Conductor({
    store,
    now: () => 0,
    newId: () => `id${++ids}`,
    toast: text => void said.push(inEnglish(text)),
    serve: request => void served.push(request),
    isOurs: () => true,
    asked: () => {},
    readThread: async () => [],
    heard,
    earlier,
  })
  const following = conductor.change(Promise.resolve(engine))
  await new Promise(resolve => setImmediate(resolve))
  return { engine, store, conductor, said, served, following }
}

test('an engine that is there tells who it is', async () => {
  const { store } = await setUp()
  expect(store.state.session).toMatchObject({
    ready: true,
    id: 's1',
    model: 'opus',
    cwd: '/w',
    transcriptPath: '/t',
  })
})

test('a refusal is said to the person', async () => {
  const { engine, conductor, said } = await setUp()
  engine.refusals.set('clear', 'Not during a turn.')
  await conductor.send({ type: 'clear' })
  expect(said).toEqual(['Not during a turn.'])
})

test('a command with a dialog opens it, with arguments it is run', async () => {
  const { engine, conductor, served } = await setUp()
  await conductor.command('/model')
  await conductor.command('/model haiku')
  await conductor.command('/new')
  expect(served).toEqual([{ kind: 'panel', panel: 'model' }])
  expect(engine.ops).toEqual([
    { type: 'command', line: '/model haiku', authority: 'owner' },
    { type: 'command', line: '/new', authority: 'owner' },
  ])
})

test('what is typed during a turn waits in sight, can be taken back, and comes back with an interrupt', async () => {
  const { engine, store, conductor } = await setUp([
    async turn => {
      await turn.emit({
        type: 'turn_started',
        turn: { ...STATE, userMessageUuid: turn.uuid },
      })
      await turn.interrupted
    },
  ])
  await conductor.say('go', { text: 'go', when: 'step' })
  await new Promise(resolve => setImmediate(resolve))
  await conductor.say('one', { text: 'one', when: 'step' })
  await conductor.say('two', { text: 'two', when: 'end' })
  expect(store.state.queue.map(({ text, when }) => [text, when])).toEqual([
    ['one', 'step'],
    ['two', 'end'],
  ])
  expect(await conductor.takeBack()).toBe('two')
  expect(conductor.interrupt()).toBe('one')
  expect(store.state.queue).toEqual([])
  expect(engine.ops.at(-1)).toEqual({ type: 'interrupt', cancelQueued: true, reason: 'user' })
})

test.each<[string, Event]>([
  ['a compaction', systemEntry('b', { subtype: 'compact_boundary', content: '' })],
  ['its summary', userEntry('s', 'So far: …', { isCompactSummary: true })],
  ['the end of one that was asked for', { type: 'status', status: null }],
  ['a change of model', { type: 'session_changed', model: 'haiku' }],
  [
    'old results that are left out',
    systemEntry('e', {
      subtype: 'history_edit',
      content: '',
      edit: { kind: 'clear', results: ['r'], media: [], why: 'full', freed: 9 },
    }),
  ],
])('how full the context is, is known anew after %s, in the middle of a turn', async (_, event) => {
  const context = { model: 'opus', window: 100, tokens: 90, items: [] }
  const { store, conductor } = await setUp(
    [
      async turn => {
        await turn.emit(turnStarted(turn.uuid))
        context.tokens = 12
        await turn.emit(event)
        await turn.interrupted
      },
    ],
    { context },
  )
  expect(store.state.session.context?.tokens).toBe(90)
  await conductor.say('go', { text: 'go', when: 'step' })
  for (let at = 0; at < 5; at++) await new Promise(resolve => setImmediate(resolve))
  expect(store.state.session.context?.tokens).toBe(12)
  conductor.interrupt()
})

test.each([
  ['default', 'default', 'acceptEdits'],
  ['default', 'plan', 'auto'],
  ['auto', 'plan', 'auto'],
  ['auto', 'auto', 'default'],
  ['default', 'auto', 'default'],
  ['bypassPermissions', 'auto', 'bypassPermissions'],
] as const)('begun in %s, after %s comes %s', async (begun, mode, next) => {
  const modes = ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions']
  const { engine, conductor } = await setUp([], {
    state: { ...STATE, mode: begun },
    permissions: { mode, modes, rules: [], directories: [], sandbox: 'off' },
  })
  await conductor.cycleMode()
  expect(engine.ops.at(-1)).toEqual({ type: 'set_mode', mode: next })
})

test('Shift-Tab leaves plan mode for the mode from before, and goes on where it came there itself', async () => {
  const modes = ['default', 'acceptEdits', 'plan'] as const
  const permissions = { mode: 'plan', modes, rules: [], directories: [], sandbox: 'off' }
  const state = { ...STATE, mode: 'plan', modeBefore: 'acceptEdits' } as const
  const { engine, conductor } = await setUp([], { state, permissions: { ...permissions } })
  await conductor.cycleMode()
  expect(engine.ops.at(-1)).toEqual({ type: 'set_mode', mode: 'acceptEdits' })
  permissions.mode = 'acceptEdits'
  const round = await setUp([], { state, permissions })
  await round.conductor.cycleMode()
  expect(round.engine.ops.at(-1)).toEqual({ type: 'set_mode', mode: 'plan' })
  permissions.mode = 'plan'
  await round.conductor.cycleMode()
  expect(round.engine.ops.at(-1)).toEqual({ type: 'set_mode', mode: 'default' })
})

test('what could not even be written down comes back to an empty prompt', async () => {
  const ended = { type: 'turn_ended', terminal: { kind: 'internal_error', message: 'no disk' }, report: {} }
  const { conductor, served } = await setUp([async turn => void (await turn.emit(ended as never))])
  await conductor.say('a wish', { text: 'a wish', when: 'step' })
  await new Promise(resolve => setImmediate(resolve))
  expect(served).toEqual([{ kind: 'set_prompt', text: 'a wish' }])
})

test('what is asked of the engine at the end of a turn is asked behind what the screen shows of that', async () => {
  const asked: Query[] = []
  const before: (readonly Query[])[] = []
  const { engine, conductor } = await setUp(
    [turn => turn.emit(turnStarted(turn.uuid), turnEnded())],
    {},
    { heard: event => void (event.type === 'turn_ended' && before.push([...asked])) },
  )
  const query = engine.query.bind(engine)
  engine.query = async what => {
    asked.push(what)
    return await query(what)
  }
  await conductor.say('go', { text: 'go', when: 'step' })
  await new Promise(resolve => setImmediate(resolve))
  const ofTheEnd: readonly Query[] = ['todos', 'context', 'permissions']
  expect(before.map(queries => queries.filter(each => ofTheEnd.includes(each)))).toEqual([[]])
  expect(asked).toEqual(expect.arrayContaining([...ofTheEnd]))
})

test('what is in the conversation does not come back', async () => {
  const ended = { type: 'turn_ended', terminal: { kind: 'internal_error', message: 'no net' }, report: {} }
  const { conductor, served } = await setUp([
    async turn => {
      const message = { role: 'user', content: 'a wish' }
      await turn.emit({ type: 'entry', entry: { type: 'user', uuid: turn.uuid, message } } as never)
      await turn.emit(ended as never)
    },
  ])
  await conductor.say('a wish', { text: 'a wish', when: 'step' })
  await new Promise(resolve => setImmediate(resolve))
  expect(served).toEqual([])
})

test('what is said while another conversation is being opened is for that one', async () => {
  const { engine, store, conductor } = await setUp()
  const other = await setUp([async () => {}])
  const opening = Promise.withResolvers<typeof engine>()
  void conductor.change(opening.promise)
  expect(store.state.session.ready).toBe(false)
  const sent = conductor.say('a wish', { text: 'a wish', when: 'step' })
  opening.resolve(other.engine)
  await sent
  expect(engine.ops).toEqual([])
  expect(other.engine.ops).toMatchObject([{ type: 'submit', content: 'a wish' }])
  expect(store.state.session.ready).toBe(true)
})

test('the turn of an agent is not a turn of the conversation', async () => {
  const { engine, store, served } = await setUp()
  const agent = { id: 'a1', name: 'Explore', toolUseId: 'x' }
  await engine.emit({ ...turnStarted('u'), agent }, { ...turnEnded(), agent })
  await new Promise(resolve => setImmediate(resolve))
  expect([store.state.turn, store.state.transcript.done.map(({ kind }) => kind), served]).toEqual([
    undefined,
    ['agent'],
    [],
  ])
  // After a turn of its own it would have asked for a suggestion.
  expect(engine.ops).toEqual([])
})

test('commands that came later are known', async () => {
  const { engine, conductor } = await setUp()
  const late = { name: 'late', description: '' }
  const before = engine.query.bind(engine)
  engine.query = async query => (query === 'commands' ? ([late] as never) : await before(query))
  await engine.emit({ type: 'contributions_changed' })
  await new Promise(resolve => setImmediate(resolve))
  expect(conductor.commands).toEqual([late])
})

test('a message that comes while another branch is read stands behind it, once', async () => {
  const { engine, store } = await setUp()
  const answer = Promise.withResolvers<void>()
  const read = engine.query.bind(engine)
  const late = async () => {
    await answer.promise
    return [user('m1', 'other branch'), user('m2', 'written and not told yet')]
  }
  Object.assign(engine, { query: (query: Query) => (query === 'history' ? late() : read(query)) })
  void engine.emit(
    { type: 'branch_changed', report: { canMove: true } },
    userEntry('m2', 'written and not told yet'),
    userEntry('m3', 'said since'),
  )
  await new Promise(resolve => setImmediate(resolve))
  answer.resolve()
  const shown = () => {
    const { done, live } = store.state.transcript
    return [...done, ...live].flatMap(item => (item.kind === 'user' ? [item.text] : []))
  }
  await expect.poll(shown).toEqual(['other branch', 'written and not told yet', 'said since'])
})

test('where it can be read, what was before the last compaction is shown above it, and what was cleared is not', async () => {
  const boundary = { type: 'system', subtype: 'compact_boundary', uuid: 'b', timestamp: '', content: '' }
  const history = [boundary, user('kept', 'kept'), user('now', 'now')]
  const earlier = async () => [user('old', 'old'), user('kept', 'kept')]
  const shownIn = async (messages: readonly unknown[]) => {
    const { done, live } = (await setUp([], { history: messages }, { earlier })).store.state.transcript
    return [...done, ...live].map(item => (item.kind === 'user' ? item.text : item.kind))
  }
  expect(await shownIn(history)).toEqual(['old', 'compaction', 'kept', 'now'])
  const cleared = { ...boundary, compactMetadata: { trigger: 'manual', preTokens: 0, by: 'clear' } }
  expect(await shownIn([cleared, user('now', 'now')])).not.toContain('old')
})

test('a turn that was cut off by a kill is shown as ended by the program when the session is resumed', async () => {
  const note = { ...user('n', 'for the model'), isMeta: true, origin: { kind: 'interrupted' } }
  const { store } = await setUp([], { history: [user('u', 'tell me'), note, user('v', 'go on')] })
  const { done, live } = store.state.transcript
  expect([...done, ...live].map(item => (item.kind === 'ending' ? item.cause.kind : item.kind))).toEqual([
    'user',
    'program_stopped',
    'user',
  ])
})

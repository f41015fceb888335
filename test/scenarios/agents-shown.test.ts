import { expect, test } from 'vitest'
import { AnnouncedAgents } from '../../src/frontends/headless/agent-messages.ts'
import { ThinkingTokens } from '../../src/frontends/headless/thinking-tokens.ts'
import { type SdkContext, toSdkMessages } from '../../src/frontends/headless/to-sdk-message.ts'
import { plainly } from '../../src/frontends/plain/paint.ts'
import { startPlain } from '../../src/frontends/plain/plain-state.ts'
import { showEvent } from '../../src/frontends/plain/show-event.ts'
import { initialState } from '../../src/frontends/tui/state/initial-state.ts'
import { reduce } from '../../src/frontends/tui/state/reduce.ts'
import type { UiState } from '../../src/frontends/tui/state/ui-state.ts'
import type { Event } from '../../src/protocol/event.ts'
import { drive, openWorld } from '../support/open-threads.ts'

const AGENT = { id: 'a1', name: 'Explore', toolUseId: 'toolu_parent' }
const START = initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' })

/** All that a real thread says: a call, its result, an answer. */
const record = async (): Promise<readonly Event[]> => {
  const { world, parts } = await openWorld({
    files: { 'a.txt': 'hello\n' },
    scenario: {
      replies: [{ tool: { name: 'Read', input: { file_path: 'a.txt' } } }, { text: 'It says hello.' }],
    },
    config: () => ({ partials: true }),
  })
  await using _ = world
  const thread = await parts.openThread({ agent: AGENT })
  const { events } = await drive(thread, 'what does it say?')
  await thread[Symbol.asyncDispose]()
  return events
}

test('a terminal shows a real thread as a row that ends as a line', async () => {
  const states: UiState[] = []
  let state = START
  for (const [now, event] of (await record()).entries()) {
    state = reduce(state, { type: 'event', event, now })
    states.push(state)
  }
  const calls = states.map(({ agents }) => agents[0]?.call?.name)
  expect(states[0]?.agents).toMatchObject([{ name: 'Explore', tools: 0 }])
  expect([...new Set(calls)]).toEqual([undefined, 'Read'])
  expect(state.transcript.done).toMatchObject([{ kind: 'agent', name: 'Explore', ended: 'done', tools: 1 }])
  expect({ ...state, transcript: START.transcript }).toEqual(START)
})

test('a host gets what an agent does, and what it says only when it asks for that', async () => {
  const events = await record()
  const linesOf = (forwardAgentText: boolean) =>
    events
      .flatMap(event => toSdkMessages(event, { ...CONTEXT, forwardAgentText }))
      .filter(message => message.type === 'assistant' || message.type === 'stream_event')
      .map(message => ('message' in message ? message.message.content[0]?.type : 'piece'))
  expect(new Set(linesOf(false))).toEqual(new Set(['tool_use']))
  expect(linesOf(true)).toContain('text')
  expect(linesOf(true)).toContain('piece')
})

const CONTEXT: SdkContext = {
  sessionId: 's',
  version: '1',
  betas: [],
  includePartialMessages: true,
  includeHookEvents: false,
  replayUserMessages: false,
  forwardAgentText: true,
  isOwnMessage: () => false,
  userMessageUuid: undefined,
  agents: new AnnouncedAgents(() => 0),
  thinking: new ThinkingTokens(),
  ids: () => 'id',
}

test('a host gets every message of a real thread under the call that started it', async () => {
  const messages = (await record()).flatMap(event => toSdkMessages(event, CONTEXT))
  const kinds = messages.map(({ type }) => type)
  expect(kinds.filter(kind => kind !== 'stream_event')).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(kinds).toContain('stream_event')
  for (const message of messages) expect(message).toMatchObject({ parent_tool_use_id: 'toolu_parent' })
})

test('plain text has a line for its beginning and one for its end', async () => {
  let state = startPlain('/w')
  let text = ''
  for (const event of await record()) {
    const shown = showEvent(state, event, plainly)
    state = shown.state
    text += shown.text
  }
  expect(text).toMatch(/^\n\(Explore begins\.\)\n\n\(Explore: done, 1 tool, [\d,]+ tokens\)\n$/)
})

test('a question of a real thread names its agent, in the event and in the request', async () => {
  const { world, parts, events } = await openWorld({
    scenario: { replies: [{ tool: { name: 'Bash', input: { command: 'touch made' } } }, { text: 'fine' }] },
    allow: [],
    config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true } }),
  })
  await using _ = world
  const thread = await parts.openThread({ agent: AGENT })
  const run = thread.run('go', new AbortController().signal)
  const done = (async () => {
    for (let step = await run.next(); !step.done; ) step = await run.next()
  })()
  const asked = async (): Promise<Extract<Event, { type: 'permission_request' }>> => {
    for (;;) {
      const found = events.find(event => event.type === 'permission_request')
      if (found?.type === 'permission_request') return found
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  const { request, agent } = await asked()
  expect([agent, request.agent]).toEqual([AGENT, AGENT])
  parts.session.desk.answer(request.id, { behavior: 'deny', message: 'no' })
  await done
  expect(events.find(event => event.type === 'permission_settled')?.agent).toEqual(AGENT)
  await thread[Symbol.asyncDispose]()
})

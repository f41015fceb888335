import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AnnouncedAgents } from '../../src/frontends/headless/agent-messages.ts'
import { ThinkingTokens } from '../../src/frontends/headless/thinking-tokens.ts'
import { toSdkMessages } from '../../src/frontends/headless/to-sdk-message.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { Message } from '../../src/protocol/message.ts'
import { createWorld } from '../support/engine-bench.ts'

const SCENARIO = {
  replies: [
    { tool: { name: 'Bash', input: { command: 'echo it ran' } } },
    { tool: { name: 'mcp__gone__find', input: { what: 'x' } } },
    { text: 'Done.' },
  ],
} as const

const presentationsIn = (messages: readonly Message[]): readonly unknown[] =>
  messages.flatMap(message =>
    'presentations' in message && message.presentations ? Object.values(message.presentations) : [],
  )
const entries = (events: readonly Event[]): readonly Message[] =>
  events.flatMap(event => (event.type === 'entry' ? [event.entry] : []))

test('calls and results leave with what people are shown of them; files and requests have none of it', async () => {
  await using world = await createWorld({ presented: true, scenario: SCENARIO, allow: ['Bash'] })
  await world.ask('Go.')
  const sent = presentationsIn(entries(world.events))
  expect(sent).toMatchObject([
    { kind: 'run', subject: { type: 'command', command: 'echo it ran' }, body: { type: 'output' } },
    {
      kind: 'run',
      body: { type: 'output', ended: { stdout: expect.stringContaining('it ran'), exitCode: 0 } },
    },
    { name: 'gone · find', subject: { type: 'input' }, body: { type: 'server' } },
    { name: 'gone · find', body: { type: 'server' } },
  ])
  // The same again for whoever asks for the conversation.
  expect(presentationsIn(await world.engine.query('history'))).toEqual(sent)
  const { transcriptPath = '' } = await world.engine.query('state')
  expect(readFileSync(transcriptPath, 'utf8')).not.toContain('presentation')
  expect(JSON.stringify(world.model.requests)).not.toContain('presentation')
})

test('stream-json holds none of it, not even of a session that puts it on for others', async () => {
  await using world = await createWorld({ presented: true, scenario: SCENARIO, allow: ['Bash'] })
  await world.ask('Go.')
  expect(JSON.stringify(world.events)).toContain('"presentation')
  const lines = world.events.flatMap(event =>
    toSdkMessages(event, {
      sessionId: 's',
      version: '1',
      betas: [],
      includePartialMessages: true,
      includeHookEvents: true,
      replayUserMessages: true,
      forwardAgentText: true,
      isOwnMessage: () => false,
      userMessageUuid: undefined,
      ids: () => 'id',
      agents: new AnnouncedAgents(() => 0),
      thinking: new ThinkingTokens(),
    }),
  )
  const types = new Set(lines.map(({ type }) => type))
  expect(['assistant', 'user', 'result'].filter(type => !types.has(type as never))).toEqual([])
  expect(JSON.stringify(lines)).not.toContain('presentation')
})

test('where nobody asks for it nothing is put on', async () => {
  await using world = await createWorld({ scenario: SCENARIO, allow: ['Bash'] })
  await world.ask('Go.')
  expect(JSON.stringify(world.events)).not.toContain('"presentation')
  expect(presentationsIn(await world.engine.query('history'))).toEqual([])
})

test('every reader is given the same', async () => {
  await using world = await createWorld({ presented: true, scenario: SCENARIO, allow: ['Bash'] })
  const heard: Event[] = []
  const reading = (async () => {
    for await (const event of world.engine.events()) {
      heard.push(event)
      if (event.type === 'turn_ended') return
    }
  })()
  await world.ask('Go.')
  await reading
  expect(presentationsIn(entries(heard))).toEqual(presentationsIn(entries(world.events)))
})

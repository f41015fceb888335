import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Event } from '../../src/protocol/event.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

/** What the model was given as results of calls of this tool, newest last. */
const resultsIn = (request: ModelRequest | undefined): string => JSON.stringify(request?.messages.at(-1))

const infosOf = (events: readonly Event[]) =>
  events.flatMap(event => (event.type === 'agent_changed' ? [event.info] : []))

const call = (input: Readonly<Record<string, unknown>>, name = 'Agent') => ({
  tool: { name, input: { description: 'look around', prompt: 'SUBTASK: what is in a.txt?', ...input } },
})

/** Turns until what is looked for is there. */
const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setImmediate(resolve))
}

const outputOf = (world: World) =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' && !event.agent && event.entry.toolUseResult
      ? [event.entry.toolUseResult as Readonly<Record<string, unknown>>]
      : [],
  )

test('an agent in the foreground works in a context of its own, and its last words are the result', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'hello\n' },
    scenario: {
      replies: [
        { ...call({ subagent_type: 'general-purpose' }), when: { lastUserText: 'GO' } },
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'SUBTASK' } },
        { text: 'It says hello.', when: { toolResult: { tool: 'Read' } } },
        { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
  })
  const { report } = await world.ask('GO')
  expect(report.text).toBe('Done.')
  const [, first, , last] = world.model.requests
  // Nothing of the conversation, and not our own words but those of its definition.
  expect(JSON.stringify(first?.messages)).not.toContain('GO')
  expect(first?.system[0]?.text).toContain('You carry out one task on your own')
  expect(first?.tools.map(({ name }) => name)).not.toContain('Agent')
  expect(resultsIn(last)).toContain('It says hello.')
  // Nothing of its chatter.
  expect(JSON.stringify(last?.messages)).not.toContain('a.txt","')
  const [output] = outputOf(world)
  expect(output).toMatchObject({
    status: 'completed',
    agentType: 'general-purpose',
    content: [{ type: 'text', text: 'It says hello.' }],
    totalToolUseCount: 1,
    resolvedModel: 'claude-sonnet-4-5',
    prompt: 'SUBTASK: what is in a.txt?',
  })
  const info = (await world.engine.query('runningAgents'))[0]
  expect(info).toMatchObject({ status: 'completed', requests: 2, toolUses: 1, lastAction: 'Read: a.txt' })
  expect(info?.tokens).toBeGreaterThan(0)
  expect(info?.transcript && existsSync(info.transcript)).toBe(true)
  const [meta] = readFileSync(info?.transcript ?? '', 'utf8').split('\n')
  expect(JSON.parse(meta ?? '')).toMatchObject({ type: 'agent_metadata', agentId: info?.id })
  expect(infosOf(world.events).at(0)).toMatchObject({ status: 'running', requests: 0 })
  expect(infosOf(world.events).at(-1)).toMatchObject({ status: 'completed' })
  const { bySource } = report.cost
  expect([bySource?.main?.requests, bySource?.agent?.requests]).toEqual([2, 2])
})

test('Task is another name of the tool, and a type nobody knows is answered with those there are', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { ...call({ subagent_type: 'Explor' }, 'Task'), when: { lastUserText: 'GO' } },
        { text: 'ok', when: { toolResult: { isError: true } } },
      ],
    },
  })
  await world.ask('GO')
  expect(resultsIn(world.model.requests[1])).toContain('Did you mean Explore? Available: general-purpose')
})

test('agents of one reply work side by side', async () => {
  const two = ['one', 'two'].map(name => ({
    name: 'Agent',
    input: { description: name, prompt: `SUBTASK ${name}`, name },
  }))
  await using world = await createWorld({
    scenario: {
      replies: [
        { tools: two, when: { lastUserText: 'GO' } },
        { text: 'first', when: { lastUserText: 'SUBTASK one' }, chunkMs: 20 },
        { text: 'second', when: { lastUserText: 'SUBTASK two' }, chunkMs: 20 },
        { text: 'both', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
  })
  await world.ask('GO')
  const running = world.events.flatMap(event =>
    event.agent && (event.type === 'turn_started' || event.type === 'turn_ended')
      ? [`${event.type === 'turn_started' ? '+' : '-'}${event.agent.name}`]
      : [],
  )
  expect(running.slice(0, 2).toSorted()).toEqual(['+one', '+two'])
  expect(resultsIn(world.model.requests.at(-1))).toMatch(/first.*second/)
})

test('an agent in the background is not waited for, and its end is told with its answer', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { ...call({ run_in_background: true }), when: { lastUserText: 'GO' } },
        { text: 'The file says hello.', when: { lastUserText: 'SUBTASK' }, chunkMs: 5 },
        { text: 'It works on it.', when: { toolResult: { tool: 'Agent' } } },
        { text: 'Thanks.', when: { lastUserText: '<task-notification>' } },
      ],
    },
    config: () => ({ wake: true }),
  })
  await world.ask('GO')
  const [launched] = outputOf(world)
  expect(launched).toMatchObject({ status: 'async_launched', agentType: 'general-purpose' })
  const { agentId, outputFile } = launched as { agentId: string; outputFile: string }
  await until(() => world.model.requests.length === 4)
  await world.engine.idle()
  const note = JSON.stringify(world.model.requests[3]?.messages.at(-1))
  for (const part of [
    `<task-id>${agentId}</task-id>`,
    'completed',
    'The file says hello.',
    'Background agent',
  ])
    expect(note).toContain(part)
  expect(readFileSync(outputFile, 'utf8')).toBe('The file says hello.\n')
  expect((await world.engine.query('tasks'))[0]).toMatchObject({
    id: agentId,
    kind: 'agent',
    status: 'completed',
  })
})

test('what is said to a running agent is heard at its next pause, and one that has ended goes on with what it knew', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'hello\n' },
    allow: ['Bash'],
    scenario: {
      replies: [
        { ...call({ name: 'scout' }), when: { lastUserText: 'GO' } },
        {
          tool: { name: 'Bash', input: { command: 'until [ -e go ]; do sleep 0.01; done' } },
          when: { lastUserText: 'SUBTASK' },
        },
        { text: 'Heard both.', when: { lastUserText: 'and b.txt' } },
        { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
        {
          tool: { name: 'SendMessage', input: { to: 'scout', message: 'MORE please' } },
          when: { lastUserText: 'AGAIN' },
        },
        { text: 'More it is.', when: { lastUserText: 'MORE please' } },
        { text: 'Sent.', when: { toolResult: { tool: 'SendMessage' } } },
        { text: 'Thanks.', when: { lastUserText: '<task-notification>' } },
      ],
    },
    config: () => ({ wake: true }),
  })
  const asked = world.ask('GO')
  await until(() => world.events.some(event => event.type === 'tool_started' && event.agent !== undefined))
  const [info] = await world.engine.query('runningAgents')
  await world.engine.send({ type: 'tell_agent', agentId: info?.id ?? '', text: 'and b.txt' })
  writeFileSync(join(world.dir, 'go'), '')
  await asked
  await world.ask('AGAIN')
  await until(() =>
    JSON.stringify(world.model.requests.at(-1)?.messages.at(-1)).includes('<task-notification>'),
  )
  await world.engine.idle()
  const again = world.model.requests.find(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('MORE please'),
  )
  const said = JSON.stringify(again?.messages)
  for (const part of ['SUBTASK', 'and b.txt', 'Heard both.']) expect(said).toContain(part)
  expect(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))).toContain('More it is.')
})

test('an interrupt ends what is waited for and leaves background agents alone', async () => {
  const slow = { tool: { name: 'Bash', input: { command: 'until [ -e go ]; do sleep 0.01; done' } } }
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: {
      replies: [
        {
          tools: [
            {
              name: 'Agent',
              input: { description: 'b', prompt: 'SUBTASK b', name: 'back', run_in_background: true },
            },
            { name: 'Agent', input: { description: 'f', prompt: 'SUBTASK f', name: 'front' } },
          ],
          when: { lastUserText: 'GO' },
        },
        { ...slow, when: { lastUserText: 'SUBTASK' }, times: 2 },
        { text: 'background done', when: { toolResult: { tool: 'Bash' } } },
        { text: 'Noted.', when: { lastUserText: '<task-notification>' } },
      ],
    },
    config: () => ({ wake: true }),
  })
  const asked = world.ask('GO')
  const started = () =>
    world.events.filter(event => event.type === 'tool_started' && event.agent !== undefined).length
  await until(() => started() === 2)
  await world.engine.send({ type: 'interrupt' })
  await asked
  const states = async () =>
    Object.fromEntries((await world.engine.query('runningAgents')).map(({ name, status }) => [name, status]))
  expect(await states()).toEqual({ back: 'running', front: 'stopped' })
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => JSON.stringify(world.model.requests.at(-1)?.messages.at(-1)).includes('background done'))
  await world.engine.idle()
  expect(await states()).toEqual({ back: 'completed', front: 'stopped' })
})

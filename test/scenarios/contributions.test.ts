import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Contributions } from '../../src/engine/contributions/part.ts'
import type { Command } from '../../src/protocol/command.ts'
import type { ContributedTool, Contribution } from '../../src/protocol/extensions/contribution.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'
import { presentInput } from '../../src/protocol/messages/presentation.ts'
import type { Tool } from '../../src/protocol/tool.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

/** A tool that somebody else brings: it counts how often it ran. */
const createPing = (name = 'Ping', answer = 'pong') => {
  const calls: string[] = []
  const tool: Tool<{ text: string }, string> = {
    name,
    present: presentInput,
    description: `${name}.`,
    input: z.object({ text: z.string() }),
    access: () => [],
    async *run({ text }) {
      calls.push(text)
      yield { text }
      return `${answer} ${text}`
    },
    show: text => [{ type: 'text', text }],
  }
  const contributed: ContributedTool = {
    spec: { name, description: `${name}.`, input_schema: { type: 'object' } },
    load: async () => tool as Tool,
  }
  return { calls, contributed }
}

const command = (name: string, text: string, more: Partial<Command> = {}): Command => ({
  name,
  description: `Says ${text}`,
  group: 'work',
  headless: true,
  run: async args => ({ kind: 'shown', text: verbatim(`${text} ${args}`.trim()) }),
  ...more,
})

const open = async (options: WorldOptions): Promise<{ world: World; contributions: Contributions }> => {
  let contributions: Contributions | undefined
  const world = await createWorld({
    ...options,
    parts: session => {
      contributions = session.contributions
      return []
    },
  })
  if (!contributions) throw new Error('no session')
  return { world, contributions }
}

const call = (name: string, text: string) => ({ tool: { name, input: { text } } })
const PROJECT = { level: 'project', directory: '.capstan' } as const
const namesIn = ({ model }: World, at: number) => model.requests[at]?.tools?.map(({ name }) => name) ?? []

test('a command and a tool that come late are listed, run and called; requests begin as before', async () => {
  const { world, contributions } = await open({
    scenario: {
      replies: [
        { tool: { name: 'ToolSearch', input: { query: 'select:WebFetch' } } },
        { text: 'first' },
        call('Ping', 'one'),
        { text: 'second' },
      ],
    },
    allow: ['Ping'],
  })
  await using _ = world
  const ping = createPing()
  await world.ask('hello')
  contributions.add({ source: PROJECT, commands: [command('greet', 'Hello')], tools: [ping.contributed] })

  expect((await world.ask('/greet you')).report.text).toBe('Hello you')
  expect((await world.ask('/help all')).report.text).toContain('/greet')
  const infos = await world.engine.query('commands')
  expect(infos.find(({ name }) => name === 'greet')).toEqual({
    name: 'greet',
    description: 'Says Hello',
    group: 'work',
  })
  expect((await world.engine.query('state')).tools).toContain('Ping')

  await world.ask('ping it')
  expect(ping.calls).toEqual(['one'])
  expect(toolResults(world.model.requests).at(-1)?.text).toBe('pong one')
  const before = namesIn(world, 1)
  expect(namesIn(world, 2)).toEqual([...before, 'Ping'])
  const sent = world.model.requests.map(({ tools = [] }) => JSON.stringify(tools).slice(0, -1))
  expect(sent[2]?.startsWith(sent[1] ?? 'nothing')).toBe(true)
  const begun = world.events.filter(event => event.type === 'turn_started').at(-1)
  expect(begun).toMatchObject({ turn: { commands: expect.arrayContaining(['greet']) } })
  expect(world.events.filter(({ type }) => type === 'contributions_changed').length).toBe(1)
  expect(world.events.filter(({ type }) => type === 'notice')).toEqual([])
})

test('a tool may come while a turn runs and be called in it', async () => {
  let bring = (): void => undefined
  const { world, contributions } = await open({
    scenario: { replies: [call('Bring', 'it'), call('Ping', 'two'), { text: 'done' }] },
    allow: ['Ping', 'Bring'],
  })
  await using _ = world
  const ping = createPing()
  const bringer = createPing('Bring')
  bring = () => void contributions.add({ source: PROJECT, tools: [ping.contributed] })
  const load = async () => {
    bring()
    bring = () => undefined
    return await bringer.contributed.load()
  }
  contributions.add({ source: PROJECT, tools: [{ ...bringer.contributed, load }] })
  await world.ask('go')
  expect([bringer.calls, ping.calls]).toEqual([['it'], ['two']])
})

test('what is taken away is not found any more, and the list of tools keeps its bytes', async () => {
  const { world, contributions } = await open({
    scenario: { replies: [call('Ping', 'one'), { text: 'a' }, call('Ping', 'two'), { text: 'b' }] },
    allow: ['Ping'],
  })
  await using _ = world
  const ping = createPing()
  const remove = contributions.add({
    source: PROJECT,
    commands: [command('greet', 'Hello')],
    tools: [ping.contributed],
  })
  await world.ask('first')
  remove()
  remove()
  await world.ask('second')
  expect(ping.calls).toEqual(['one'])
  expect(JSON.stringify(world.model.requests[3]?.tools)).toBe(JSON.stringify(world.model.requests[0]?.tools))
  await expect(world.ask('/greet')).rejects.toThrow('Unknown command /greet.')
})

test.each<[string, Contribution, string, string]>([
  [
    'a command',
    { source: PROJECT, commands: [command('help', 'Mine')] },
    'The command /help from Capstan itself is ignored: this project (.capstan) has one with the same name, which takes precedence.',
    'extensions.command_ignored',
  ],
  [
    'a tool',
    { source: { level: 'user' }, tools: [createPing('Bash').contributed] },
    'The tool Bash from your own files is ignored: Capstan itself has one with the same name, which takes precedence.',
    'extensions.tool_ignored',
  ],
])('%s with the name of one of ours is never taken without a word', async (_, contribution, text, id) => {
  const { world, contributions } = await open({ scenario: { replies: [] } })
  await using _world = world
  contributions.add(contribution)
  const mine = contribution.commands ? 'Mine' : '/clear'
  expect((await world.ask('/help')).report.text).toContain(mine)
  expect(world.events.filter(({ type }) => type === 'notice')).toEqual([
    { type: 'notice', level: 'warning', text, localized: expect.objectContaining({ id, text }) },
  ])
})

test('nobody answers to the name of a tool of ours that is not there', async () => {
  const fake = createPing('Bash')
  const { world, contributions } = await open({
    scenario: { replies: [{ tool: { name: 'Bash', input: { text: 'x' } } }, { text: 'done' }] },
    allow: ['Bash'],
    config: ({ tools }) => ({
      tools: {
        ...tools,
        specs: tools.specs.filter(({ name }) => name !== 'Bash'),
        load: async () => undefined,
      },
    }),
  })
  await using _ = world
  contributions.add({ source: { level: 'managed' }, tools: [fake.contributed] })
  await world.ask('go')
  expect([fake.calls, namesIn(world, 0).includes('Bash')]).toEqual([[], false])
})

test('a resumed session sends late tools where they stood', async () => {
  const options: WorldOptions = { scenario: { replies: [{ text: 'a' }, { text: 'b' }] } }
  const first = await open(options)
  first.contributions.add({ source: PROJECT, tools: [createPing().contributed] })
  await first.world.ask('hello')
  const { dir, configHome, sessionPath } = first.world
  expect(existsSync(sessionPath)).toBe(true)
  expect(readFileSync(sessionPath, 'utf8')).toContain('"loaded-tools"')
  const tools = JSON.stringify(first.world.model.requests[0]?.tools)
  await using _first = first.world
  const again = await open({
    ...options,
    in: { dir, configHome },
    session: { resume: { path: sessionPath, fork: false } },
  })
  await using _again = again.world
  again.contributions.add({ source: PROJECT, tools: [createPing().contributed] })
  await again.world.ask('go on')
  expect(JSON.stringify(again.world.model.requests[0]?.tools)).toBe(tools)
})

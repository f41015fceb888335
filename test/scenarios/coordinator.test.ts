import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { resultsDirectory, scratchpadDirectory } from '../../src/engine/session-file/session-directories.ts'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

const scratchpadIn = (config: EngineConfig): EngineConfig['place'] => ({
  ...config.place,
  scratchpadDir: scratchpadDirectory(config),
})

const open = async (replies: Scenario['replies'], options: Partial<WorldOptions> = {}): Promise<World> =>
  await createWorld({
    scenario: { replies },
    ...options,
    config: config => ({ coordinator: true, place: scratchpadIn(config), ...options.config?.(config) }),
  })

const scratchpadOf = ({ sessionPath }: World): string =>
  join(sessionPath.replace(/\.jsonl$/, ''), 'scratchpad')

const toolsOf = (request: ModelRequest | undefined) => request?.tools.map(({ name }) => name) ?? []
const systemOf = (request: ModelRequest | undefined) =>
  (request?.system ?? []).map(({ text }) => text).join('\n')
const COORDINATES = 'in this session you coordinate'

const worker = (prompt: string, input: Readonly<Record<string, unknown>> = {}) => ({
  tool: { name: 'Agent', input: { description: 'work', prompt, ...input } },
})

test('a coordinator has only Agent, SendMessage and TaskStop; its workers have the usual tools without those for agents and teams', async () => {
  await using world = await open(
    [
      { ...worker('SUBTASK'), when: { lastUserText: 'GO' } },
      { text: 'found', when: { lastUserText: 'SUBTASK' } },
      { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
    ],
    { config: () => ({ agents: { maxDepth: 3, forks: true } }) },
  )
  await world.ask('GO')
  const [main, child] = world.model.requests
  expect(toolsOf(main).toSorted()).toEqual(['Agent', 'SendMessage', 'TaskStop'])
  expect(systemOf(main)).toContain(COORDINATES)
  expect(systemOf(main)).toContain(scratchpadOf(world))
  expect(systemOf(child)).not.toContain(COORDINATES)
  expect(systemOf(child)).toContain(scratchpadOf(world))
  expect(toolsOf(child)).toEqual(expect.arrayContaining(['Read', 'Edit', 'Write', 'Bash']))
  for (const name of ['Agent', 'SendMessage', 'TeamCreate', 'TeamDelete'])
    expect(toolsOf(child)).not.toContain(name)
})

test('a coordinator may call those who do the work workers; nobody else has that type', async () => {
  const replies = [
    { ...worker('SUBTASK', { subagent_type: 'worker' }), when: { lastUserText: 'GO' } },
    { text: 'found', when: { lastUserText: 'SUBTASK' } },
    { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
  ]
  await using world = await open(replies)
  await world.ask('GO')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('found')
  await using other = await createWorld({ scenario: { replies: replies.filter((_, at) => at !== 1) } })
  await other.ask('GO')
  expect(JSON.stringify(other.model.requests.at(-1)?.messages)).toContain('There is no agent type worker.')
})

test('a tool that a coordinator does not have cannot be called either', async () => {
  await using world = await open(
    [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'GO' } },
      { text: 'I see.', when: { toolResult: { isError: true } } },
    ],
    { files: { 'a.txt': 'secret\n' } },
  )
  await world.ask('GO')
  const [, answer] = world.model.requests
  expect(JSON.stringify(answer?.messages.at(-1))).not.toContain('secret')
})

test('coordinator mode is changed between turns, told to the model, and remembered by the session', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    config: config => ({ place: scratchpadIn(config) }),
  })
  await world.ask('one')
  const turn = world.ask('two')
  await expect(world.engine.send({ type: 'set_coordinator', enabled: true })).rejects.toThrow('between turns')
  await turn
  await world.engine.send({ type: 'command', line: '/coordinator' })
  const shown = world.events.flatMap(event => (event.type === 'command_output' ? [event.text] : []))
  expect(shown.join()).toContain('without the prompt cache')
  expect((await world.engine.query('state')).coordinator).toBe(true)
  expect(world.events.some(event => event.type === 'session_changed' && event.coordinator === true)).toBe(
    true,
  )
  await world.ask('three')
  const [, before, after] = world.model.requests
  expect(toolsOf(before)).toContain('Read')
  expect(toolsOf(after)).toHaveLength(3)
  expect(JSON.stringify(after?.messages)).toContain('Coordinator mode is on from here')
  await using resumed = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    config: config => ({
      place: scratchpadIn(config),
      ...(config.session.coordinator ? { coordinator: true } : {}),
    }),
  })
  await resumed.ask('four')
  expect(toolsOf(resumed.model.requests[0])).toEqual(toolsOf(after))
  // The bytes of the request before are the beginning of this one: nothing is said twice.
  expect(systemOf(resumed.model.requests[0])).toBe(systemOf(after))
  await resumed.engine.send({ type: 'set_coordinator', enabled: false })
  await resumed.ask('five')
  expect(toolsOf(resumed.model.requests[1]).toSorted()).toEqual(toolsOf(before).toSorted())
  expect(systemOf(resumed.model.requests[1])).not.toContain(COORDINATES)
  expect(JSON.stringify(resumed.model.requests[1]?.messages)).toContain('Coordinator mode is off from here')
})

test('a coordinator cannot be forked', async () => {
  await using world = await open([{ text: 'ok', repeat: true }])
  await world.ask('one')
  await expect(world.engine.send({ type: 'command', line: '/subtask look' })).rejects.toThrow(
    '/coordinator off',
  )
})

const write = (file_path: string) => ({ tool: { name: 'Write', input: { file_path, content: 'found\n' } } })

test('agents read and write the scratchpad without asking, by real path, and the coordinator prompt is in both languages', async () => {
  await using world = await open(
    [
      { ...worker('SUBTASK one'), when: { lastUserText: 'GO' } },
      { text: 'ready', when: { lastUserText: 'SUBTASK one' } },
      { ...worker('SUBTASK two'), when: { toolResult: { tool: 'Agent' } } },
      { text: 'unused' },
    ],
    { config: () => ({ prompt: { promptLanguage: 'zh' } }) },
  )
  await world.ask('GO')
  expect(systemOf(world.model.requests[0])).toContain('你负责协调')
  const pad = scratchpadOf(world)
  expect(statSync(pad).mode & 0o777).toBe(0o700)
  symlinkSync(world.dir, join(pad, 'out'))
  await using next = await createWorld({
    scenario: {
      replies: [
        { ...worker('SUBTASK'), when: { lastUserText: 'GO' } },
        { ...write(join(pad, 'notes', 'a.md')), when: { lastUserText: 'SUBTASK' } },
        { ...write(join(pad, 'out', 'b.md')), when: { toolResult: { tool: 'Write' } } },
        {
          tool: { name: 'Read', input: { file_path: join(pad, 'notes', 'a.md') } },
          when: { toolResult: { tool: 'Write' } },
        },
        { text: 'written', when: { toolResult: { tool: 'Read' } } },
        { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    config: config => ({ coordinator: true, place: scratchpadIn(config) }),
  })
  await next.ask('GO')
  expect(existsSync(join(pad, 'notes', 'a.md'))).toBe(true)
  // A link out of it leads to a place like any other: nobody is there to ask.
  expect(existsSync(join(world.dir, 'b.md'))).toBe(false)
  const results = next.model.requests.flatMap(({ messages }) => JSON.stringify(messages.at(-1)))
  expect(results.some(text => text.includes('found'))).toBe(true)
})

test('where nothing of a session is kept, its scratchpad goes with it', async () => {
  let pad = ''
  const world = await open([{ text: 'ok', repeat: true }], {
    session: { persist: false },
    config: config => {
      pad = scratchpadDirectory(config)
      mkdirSync(resultsDirectory(config), { recursive: true })
      return {}
    },
  })
  await world.ask('one')
  expect(existsSync(pad)).toBe(true)
  await world.engine[Symbol.asyncDispose]()
  expect(existsSync(pad)).toBe(false)
  await world[Symbol.asyncDispose]()
})

test('a verification agent is told where trial files go, and a verdict without a command that ran is reported as unverified', async () => {
  const report = (command: string) =>
    `### The answer is right\nCommand: ${command}\nOutput: 42\nVerdict: PASS\n\nVERDICT: PASS`
  await using world = await createWorld({
    allow: ['Bash(echo *)'],
    scenario: {
      replies: [
        { ...worker('CHECK IT', { subagent_type: 'verification' }), when: { lastUserText: 'GO' } },
        { tool: { name: 'Bash', input: { command: 'echo 42' } }, when: { lastUserText: 'CHECK IT' } },
        { tool: { name: 'Bash', input: { command: 'npm test' } }, when: { toolResult: { tool: 'Bash' } } },
        { text: report('echo 42'), when: { toolResult: { tool: 'Bash' } } },
        { ...worker('AGAIN', { subagent_type: 'verification' }), when: { toolResult: { tool: 'Agent' } } },
        { tool: { name: 'Bash', input: { command: 'npm test' } }, when: { lastUserText: 'AGAIN' } },
        { text: report('npm test'), when: { toolResult: { tool: 'Bash' } } },
        { text: 'Done.', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
    config: config => ({ place: scratchpadIn(config) }),
  })
  await world.ask('GO')
  const results = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' && !event.agent && event.entry.toolUseResult
      ? [JSON.stringify(event.entry.message)]
      : [],
  )
  expect(systemOf(world.model.requests[1])).toContain(scratchpadOf(world))
  expect(results[0]).not.toContain('Unverified')
  // Nobody was there to allow it: it did not run.
  expect(results[1]).toContain(
    '[Unverified, by a check of the harness: 1 of 1 verdicts name no command that was run',
  )
})

test('of an agent that the person stopped, whoever started it learns which call was declined and what was done before', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'hello\n' },
    scenario: {
      replies: [
        { ...worker('SUBTASK'), when: { lastUserText: 'GO' } },
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'SUBTASK' } },
        { tool: { name: 'Bash', input: { command: 'rm a.txt' } }, when: { toolResult: { tool: 'Read' } } },
        { text: 'I see.', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
  })
  const answering = (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request')
        return await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: { behavior: 'deny', message: '', interrupt: true },
        })
  })()
  await world.ask('GO')
  await answering
  const result = JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))
  expect(result).toContain('The user declined its last call and stopped it (Bash: rm a.txt)')
  expect(result).toContain('[Its last calls: Read: a.txt; Bash: rm a.txt (refused)]')
})

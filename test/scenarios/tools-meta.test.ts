import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { presentInput } from '../../src/protocol/messages/presentation.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import type { Tool } from '../../src/protocol/tool.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

type Request = World['model']['requests'][number]
const toolNames = (request: Request | undefined) => request?.tools.map(tool => tool.name) ?? []
const lastResults = (world: World) => JSON.stringify(world.model.requests.at(-1)?.messages.at(-1)?.content)
const entries = (world: World, type: string) =>
  readFileSync(world.sessionPath, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(entry => entry.type === type)
const task = { subject: 'Fix it', description: 'The test fails.' }
const todo = (content: string, status: string) => ({ content, status, activeForm: content })

const resumed = (world: World, scenario: WorldOptions['scenario']) =>
  createWorld({
    in: world,
    scenario,
    session: { resume: { path: world.sessionPath, fork: false } },
  })

const answering =
  (answer: (request: PermissionRequest) => PermissionAnswer) =>
  async (world: World, text: string): Promise<void> => {
    const reader = world.engine.events()
    const asked = (async () => {
      for await (const event of reader) {
        if (event.type === 'turn_ended') return
        if (event.type !== 'permission_request') continue
        const { request } = event
        await world.engine.send({ type: 'answer_permission', id: request.id, answer: answer(request) })
      }
    })()
    await world.ask(text)
    await asked
  }
const canAsk: WorldOptions['config'] = config => ({ permissions: { ...config.permissions, canAsk: true } })

test('ToolSearch with a wrong name says the right one; what it loads is in the result and can be called', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'ToolSearch', input: { query: 'select:TaskCraete' } } },
        {
          when: { toolResult: { contains: 'Did you mean TaskCreate?', isError: true } },
          tool: { name: 'ToolSearch', input: { query: 'select:TaskCreate' } },
        },
        {
          when: { toolResult: { contains: 'Loaded: TaskCreate' } },
          tool: { name: 'TaskCreate', input: task },
        },
        { text: 'Done.', when: { toolResult: { contains: 'Task 1 was created' } } },
      ],
    },
  })
  const end = await world.ask('note it down')
  expect(end.report.text).toBe('Done.')
  const [first, ...others] = world.model.requests
  expect(toolNames(first)).not.toContain('TaskCreate')
  expect(others.map(({ tools }) => tools === first?.tools)).toEqual([true, true, true])
  expect(world.model.violations).toEqual([])
})

test('the list of tools that front ends see holds all of them, loaded or not', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'Hello.' }] } })
  await world.ask('hi')
  const started = world.events.find(event => event.type === 'turn_started')
  expect(started?.type === 'turn_started' && started.turn.tools).toEqual(
    expect.arrayContaining(['TaskCreate', 'ToolSearch', 'TodoWrite']),
  )
})

test('a deferred tool that is called rightly runs, and the tools of the requests stay as they are', async () => {
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'TaskCreate', input: task } }, { text: 'Done.' }] },
  })
  await world.ask('go')
  expect(lastResults(world)).toContain('Task 1 was created')
  expect(world.model.requests[1]?.tools).toBe(world.model.requests[0]?.tools)
  const { requests } = await world.engine.query('cache')
  expect(requests.map(line => line.break?.cause)).toEqual(['first_request', undefined])
})

test('a deferred tool that is called wrongly answers with its schema, and the next call is right', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'TaskCreate', input: { title: 'Fix it' } } },
        {
          when: { toolResult: { contains: /The input has to fit: .*"subject"/, isError: true } },
          tool: { name: 'TaskCreate', input: task },
        },
        { text: 'Done.', when: { toolResult: { contains: 'Task 1 was created' } } },
      ],
    },
  })
  expect((await world.ask('go')).report.text).toBe('Done.')
  expect(toolNames(world.model.requests[1])).toEqual(toolNames(world.model.requests[0]))
})

test('where only listed tools can be called, a resumed session sends the same ones in the same order', async () => {
  const config: WorldOptions['config'] = ({ models }) => ({
    models: { ...models, needsListedTools: () => true },
  })
  await using first = await createWorld({
    config,
    scenario: {
      replies: [
        { tool: { name: 'ToolSearch', input: { query: 'select:TaskUpdate' } } },
        { tool: { name: 'ToolSearch', input: { query: 'select:TaskCreate' } } },
        { text: 'Done.' },
      ],
    },
  })
  await first.ask('go')
  expect(entries(first, 'loaded-tools').at(-1)).toMatchObject({ tools: ['TaskUpdate', 'TaskCreate'] })
  await using second = await createWorld({
    config,
    in: first,
    scenario: { replies: [{ text: 'Here.' }] },
    session: { resume: { path: first.sessionPath, fork: false } },
  })
  await second.ask('again')
  expect(second.model.requests[0]?.tools).toEqual(first.model.requests.at(-1)?.tools)
})

test('tasks: a circle is refused with the way round, the link the other way is made, completing unblocks', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tools: [
            { name: 'TaskCreate', input: { subject: 'one', description: 'd' } },
            { name: 'TaskCreate', input: { subject: 'two', description: 'd' } },
          ],
        },
        { tool: { name: 'TaskUpdate', input: { taskId: '1', addBlocks: ['2'] } } },
        { tool: { name: 'TaskUpdate', input: { taskId: '2', addBlocks: ['1'] } } },
        {
          when: { toolResult: { contains: '2 → 1 → 2', isError: true } },
          tool: { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
        },
        { tools: [{ name: 'TaskList' }, { name: 'TaskGet', input: { taskId: '2' } }] },
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('plan')
  expect(lastResults(world)).toContain('1. one (completed)\\n2. two (pending)')
  const lists = join(world.configHome, 'tasks')
  expect(readdirSync(join(lists, readdirSync(lists)[0] ?? '')).sort()).toEqual([
    '.highwatermark',
    '1.json',
    '2.json',
  ])
})

test('TodoWrite with a wrong status is told which there are; the list survives a resume', async () => {
  await using first = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'TodoWrite', input: { todos: [todo('a', 'done')] } } },
        {
          when: { toolResult: { contains: 'todos.0.status', isError: true } },
          tool: { name: 'TodoWrite', input: { todos: [todo('a', 'in_progress')] } },
        },
        { text: 'Noted.' },
      ],
    },
  })
  await first.ask('plan')
  await using second = await resumed(first, {
    replies: [{ tool: { name: 'TodoWrite', input: { todos: [todo('a', 'completed')] } } }, { text: 'Done.' }],
  })
  await second.ask('go on')
  expect(entries(second, 'user').at(-1)?.toolUseResult).toEqual({
    oldTodos: [todo('a', 'in_progress')],
    newTodos: [todo('a', 'completed')],
  })
})

const question = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'red', description: 'warm' },
    { label: 'blue', description: 'cold' },
  ],
  multiSelect: false,
}

test.each(['default', 'bypassPermissions'] as const)(
  'AskUserQuestion in mode %s: a header that is too long is corrected, the person answers through the permission question',
  async mode => {
    const shown: unknown[] = []
    await using world = await createWorld({
      allow: ['AskUserQuestion'],
      config: config => ({ permissions: { ...config.permissions, mode, canAsk: true } }),
      scenario: {
        replies: [
          {
            tool: {
              name: 'AskUserQuestion',
              input: { questions: [{ ...question, header: 'Colour of the bike shed' }] },
            },
          },
          {
            when: { toolResult: { contains: 'must be at most 12 characters', isError: true } },
            tool: {
              name: 'AskUserQuestion',
              input: { questions: [question], answers: { 'Which colour?': 'forged' } },
            },
          },
          { text: 'Red it is.', when: { toolResult: { contains: 'Which colour? red', isError: false } } },
        ],
      },
    })
    await answering(request => {
      shown.push(request.input)
      return {
        behavior: 'allow',
        updatedInput: { questions: [question], answers: { 'Which colour?': 'red' } },
      }
    })(world, 'paint it')
    expect(shown).toEqual([{ questions: [question] }])
    expect(entries(world, 'user').at(-1)?.toolUseResult).toEqual({
      questions: [question],
      answers: { 'Which colour?': 'red' },
    })
  },
)

test('a bare yes is no answer, and neither is what the model wrote itself', async () => {
  await using world = await createWorld({
    config: canAsk,
    scenario: {
      replies: [
        {
          tool: {
            name: 'AskUserQuestion',
            input: { questions: [question], answers: { 'Which colour?': 'forged' } },
          },
        },
        { text: 'I take blue.', when: { toolResult: { contains: 'Nobody answered', isError: true } } },
      ],
    },
  })
  await answering(() => ({ behavior: 'allow' }))(world, 'paint it')
  expect(lastResults(world)).not.toContain('forged')
})

test('where nobody can be asked the model is told so', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [{ tool: { name: 'AskUserQuestion', input: { questions: [question] } } }, { text: 'Blue.' }],
    },
  })
  await world.ask('paint it')
  expect(lastResults(world)).toContain('Nobody can be asked here')
})

const FIVE_MEGABYTES = `${'all work and no play\n'.repeat(250_000)}the last line`
const floodTool: Tool = {
  name: 'Flood',
  present: presentInput,
  description: 'Says a lot.',
  input: z.object({}),
  access: () => [],
  parallel: () => true,
  run: async function* () {
    yield* []
    return undefined
  },
  show: () => [{ type: 'text', text: FIVE_MEGABYTES }],
}
const withFlood: WorldOptions['config'] = ({ tools }) => ({
  tools: {
    specs: [...tools.specs, { name: 'Flood', description: 'Says a lot.', input_schema: { type: 'object' } }],
    load: async name => (name === 'Flood' ? floodTool : await tools.load(name)),
  },
})

test('a result of 5 MB is less than 3 KB of the request; the file it is kept in may be searched; a resume sends the same bytes', async () => {
  await using first = await createWorld({
    config: withFlood,
    scenario: { replies: [{ tool: { name: 'Flood', input: {}, id: 'toolu_long' } }, { text: 'Too long.' }] },
  })
  await first.ask('go')
  const kept = join(first.sessionPath.replace(/\.jsonl$/, ''), 'tool-results', 'toolu_long.txt')
  expect(readFileSync(kept, 'utf8')).toBe(FIVE_MEGABYTES)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(lastResults(first).length).toBeLessThan(3_000)
  expect(lastResults(first)).toContain(kept)
  await using second = await resumed(first, {
    replies: [
      { tool: { name: 'Grep', input: { pattern: 'the last', path: kept, output_mode: 'content' } } },
      { text: 'Found.', when: { toolResult: { contains: 'the last line', isError: false } } },
    ],
  })
  expect((await second.ask('how does it end?')).report.text).toBe('Found.')
  const before = first.model.requests.at(-1)?.messages ?? []
  expect(JSON.stringify(second.model.requests[0]?.messages.slice(0, before.length))).toBe(
    JSON.stringify(before),
  )
})

test('what a session kept may be read, what another one kept may not', async () => {
  await using first = await createWorld({
    config: withFlood,
    scenario: { replies: [{ tool: { name: 'Flood', input: {}, id: 'toolu_long' } }, { text: 'Too long.' }] },
  })
  await first.ask('go')
  const kept = join(first.sessionPath.replace(/\.jsonl$/, ''), 'tool-results', 'toolu_long.txt')
  await using other = await createWorld({
    in: first,
    scenario: {
      replies: [{ tool: { name: 'Grep', input: { pattern: 'the last', path: kept } } }, { text: 'No.' }],
    },
  })
  await other.ask('look')
  expect(lastResults(other)).toContain('Permission denied')
})

test('a hook may answer in the place of the person', async () => {
  const said = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      updatedInput: { questions: [question], answers: { 'Which colour?': 'blue' } },
    },
  }
  await using world = await createWorld({
    files: { 'answer.json': JSON.stringify(said) },
    config: () => ({
      hooks: {
        PreToolUse: [
          { matcher: 'AskUserQuestion', hooks: [{ type: 'command', command: 'cat answer.json' }] },
        ],
      },
    }),
    scenario: {
      replies: [
        { tool: { name: 'AskUserQuestion', input: { questions: [question] } } },
        { text: 'Blue.', when: { toolResult: { contains: 'Which colour? blue', isError: false } } },
      ],
    },
  })
  expect((await world.ask('paint it')).report.text).toBe('Blue.')
})

test('the person is told and handed things while the model works, and it sees how full the context is', async () => {
  await using world = await createWorld({
    files: { 'report.md': 'all is well\n' },
    config: canAsk,
    scenario: {
      replies: [
        { tool: { name: 'Brief', input: { message: 'Half way there.' } } },
        { tool: { name: 'SendUserFile', input: { files: ['report.md'], caption: 'The report' } } },
        { tool: { name: 'PushNotification', input: { message: 'Come and see' } } },
        { tool: { name: 'CtxInspect', input: {} } },
        { text: 'ok' },
      ],
    },
  })
  await world.ask('go')
  const told = world.events.flatMap(event => (event.type === 'to_person' ? [[event.kind, event.text]] : []))
  expect(told).toEqual([
    ['message', 'Half way there.'],
    ['file', `The report\n${join(world.dir, 'report.md')} (12 B)`],
    ['notification', 'Come and see'],
  ])
  expect(lastResults(world)).toMatch(/About \d+ of 200000 tokens\. Compaction begins at/)
})

test('Config reads freely and asks before it writes', async () => {
  await using world = await createWorld({
    config: canAsk,
    scenario: {
      replies: [{ tool: { name: 'Config', input: { setting: 'theme', value: 'dark' } } }, { text: 'ok' }],
    },
  })
  const titles: string[] = []
  await answering(request => {
    titles.push(request.toolName)
    return { behavior: 'deny', message: 'Not now' }
  })(world, 'make it dark')
  expect(titles).toEqual(['Config'])
  expect(lastResults(world)).toContain('Leave the setting as it is')
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chooseTools } from '../../src/host/tools/options.ts'
import { createToolbox, readToolSpecs, type ToolChoice } from '../../src/host/tools/toolbox.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

const toolsOf = (request: ModelRequest | undefined) =>
  (request?.tools.map(({ name }) => name) ?? []).toSorted()
const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
const worker = { tool: call('Agent', { description: 'work', prompt: 'SUBTASK' }) }
const REPLIES = [
  { ...worker, when: { lastUserText: 'GO' } },
  { text: 'found', when: { lastUserText: 'SUBTASK' } },
  { text: 'Done.', repeat: true },
]

const open = async (choice: ToolChoice, options: Partial<WorldOptions> = {}): Promise<World> => {
  const tools = createToolbox(await readToolSpecs(), {
    ...choice,
    denied: [...choice.denied, 'SubscribePR'],
  })
  return await createWorld({
    scenario: { replies: REPLIES },
    ...options,
    config: config => ({ coordinator: true, tools, ...options.config?.(config) }),
  })
}
const namedIn = (request: ModelRequest | undefined): readonly string[] => {
  const [, list = ''] =
    /have these tools, unless their type has fewer: ([^.]*)\./.exec(JSON.stringify(request?.messages)) ?? []
  return list.split(', ').toSorted()
}

test('a coordinator is told which tools its workers have: exactly those they are sent', async () => {
  await using world = await open({ denied: ['WebSearch'], allAtOnce: true })
  await world.ask('GO')
  const [main, child] = world.model.requests
  expect(namedIn(main)).toEqual(toolsOf(child))
  expect(namedIn(main)).not.toContain('WebSearch')
  await world.ask('more')
  const last = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(last.split('have these tools').length).toBe(2)
})

const serverTool = (server: string, tool: string) => {
  const name = `mcp__${server}__${tool}`
  return {
    spec: {
      name,
      description: tool,
      input_schema: { type: 'object' as const, properties: {} },
      serverTool: { server, tool },
    },
    load: () => Promise.reject(new Error('not called')),
  }
}

test('it is told of servers, and of one that comes later behind what was sent', async () => {
  let add: (() => void) | undefined
  await using world = await open(
    { denied: [] },
    {
      parts: session => {
        const put = (tools: readonly ReturnType<typeof serverTool>[]) =>
          session.contributions.put('test', [{ source: { level: 'flag' }, tools }])
        put([serverTool('tracker', 'find'), serverTool('tracker', 'close')])
        add = () =>
          put([serverTool('tracker', 'find'), serverTool('tracker', 'close'), serverTool('db', 'query')])
        return []
      },
    },
  )
  await world.ask('one')
  const [first] = world.model.requests
  expect(JSON.stringify(first?.messages)).toContain('the tools of these MCP servers: tracker (2).')
  expect(toolsOf(first)).toEqual(['Agent', 'SendMessage', 'TaskStop'])
  add?.()
  await world.ask('two')
  const second = world.model.requests.at(-1)
  expect(JSON.stringify(second?.messages)).toContain('tracker (2), db (1).')
  expect(second?.system).toEqual(first?.system)
  expect(JSON.stringify(second?.messages[0])).toBe(JSON.stringify(first?.messages[0]))
})

test('where teams are on, a coordinator leads one: it has every tool that it is told to use', async () => {
  await using world = await open(
    { denied: [], teams: true },
    {
      scenario: {
        replies: [
          {
            tools: [
              call('TeamCreate', { team_name: 'crew', description: 'd' }),
              call('TaskCreate', { subject: 'Look', description: 'at a' }),
              call('Agent', { description: 'ann', prompt: 'WORK', name: 'ann', team_name: 'crew' }),
            ],
            when: { lastUserText: 'GO' },
          },
          { text: 'ok', repeat: true },
        ],
      },
      config: config => ({
        wake: true,
        teams: { backend: 'files', directory: join(config.place.home, 'teams'), on: true },
      }),
    },
  )
  await world.ask('GO')
  const [main] = world.model.requests
  expect(toolsOf(main)).toEqual([
    'Agent',
    'SendMessage',
    'TaskCreate',
    'TaskGet',
    'TaskList',
    'TaskStop',
    'TaskUpdate',
    'TeamCreate',
    'TeamDelete',
  ])
  const results = world.events.flatMap(event =>
    event.type === 'entry' && !event.agent && event.entry.type === 'user' && event.entry.toolUseResult
      ? [JSON.stringify(event.entry.message)]
      : [],
  )
  expect(results.join()).toContain('ann has joined the team crew')
  expect(results.join()).not.toContain('is_error":true')
})

const bareChoice = async (options: object): Promise<ToolChoice> =>
  await chooseTools({
    specs: await readToolSpecs(),
    options: { bare: false, ...options },
    gathered: { rules: [], hooks: {} },
    environment: { toolSearchOff: false },
    web: {} as never,
    permissions: { canAsk: false },
  })

test.each<[string, object, readonly string[]]>([
  ['--bare', { bare: true }, ['Bash', 'Edit', 'Read']],
  ['--tools', { tools: ['Read', 'Grep'] }, ['Grep', 'Read']],
])('%s leaves a coordinator its three tools and its workers theirs', async (_, options, ofWorkers) => {
  await using world = await open(await bareChoice(options))
  await world.ask('GO')
  const [main, child] = world.model.requests
  expect(toolsOf(main)).toEqual(['Agent', 'SendMessage', 'TaskStop'])
  expect(toolsOf(child)).toEqual(ofWorkers)
  expect(namedIn(main)).toEqual(ofWorkers)
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('found')
  // Who works alone has what was chosen, and cannot hand out work.
  await world.engine.send({ type: 'set_coordinator', enabled: false })
  await world.ask('alone')
  expect(toolsOf(world.model.requests.at(-1))).toEqual(ofWorkers)
})

test('a tool that was denied is denied to a coordinator, too', async () => {
  await using world = await open({ ...(await bareChoice({ bare: true })), denied: ['TaskStop'] })
  await world.ask('GO')
  expect(toolsOf(world.model.requests[0])).toEqual(['Agent', 'SendMessage'])
})

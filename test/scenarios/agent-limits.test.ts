import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentSettings } from '../../src/agents/agent-settings.ts'
import type { MoreParts } from '../../src/engine/engine.ts'
import type { Event } from '../../src/protocol/event.ts'
import { createWorld, type WorldOptions } from '../support/engine-bench.ts'

const WAIT = { tool: { name: 'Bash', input: { command: 'until [ -e go ]; do sleep 0.01; done' } } }
const agent = (name: string, more: object = {}) => ({
  name: 'Agent',
  input: { description: name, prompt: `SUBTASK ${name}`, name, ...more },
})
const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setImmediate(resolve))
}
const open = (
  replies: WorldOptions['scenario']['replies'],
  agents: AgentSettings = {},
  more: Partial<WorldOptions> = {},
) =>
  createWorld({
    allow: ['Bash', 'Write', 'Edit'],
    scenario: { replies },
    ...more,
    config: config => ({ agents, wake: true, ...more.config?.(config) }),
  })
const lastText = (requests: readonly { readonly messages: readonly unknown[] }[]): string =>
  JSON.stringify(requests.at(-1)?.messages.at(-1))

test('a foreground agent that is sent to the background goes on without a restart, and nothing of it is lost', async () => {
  await using world = await open([
    { tools: [agent('one')], when: { lastUserText: 'GO' } },
    { ...WAIT, when: { lastUserText: 'SUBTASK' } },
    { text: 'finished later', when: { toolResult: { tool: 'Bash' } } },
    { text: 'moved on', when: { toolResult: { contains: 'moved to the background by the user' } } },
    { text: 'heard', when: { lastUserText: '<task-notification>' } },
  ])
  const asked = world.ask('GO')
  await until(() => world.events.some(event => event.type === 'tool_started' && event.agent !== undefined))
  await world.engine.send({ type: 'move_to_background' })
  expect((await asked).report.text).toBe('moved on')
  expect(await world.engine.query('runningAgents')).toMatchObject([{ status: 'running', background: true }])
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => lastText(world.model.requests).includes('finished later'))
  await world.engine.idle()
  const [info] = await world.engine.query('runningAgents')
  expect(info).toMatchObject({ status: 'completed', requests: 2, toolUses: 1 })
  const turns = world.events.filter(event => event.type === 'turn_started' && event.agent !== undefined)
  expect(turns).toHaveLength(1)
  const [task] = await world.engine.query('tasks')
  expect(readFileSync(task?.outputFile ?? '', 'utf8')).toContain('[Bash: until')
  // What it took counts from its own start, not from when it was sent away.
  expect(task?.startedAt).toBe(info?.startedAt)
  expect(lastText(world.model.requests)).not.toContain('<duration_ms>0</duration_ms>')
})

test('a foreground agent goes to the background by itself after its time', async () => {
  await using world = await open(
    [
      { tools: [agent('one')], when: { lastUserText: 'GO' } },
      { ...WAIT, when: { lastUserText: 'SUBTASK' } },
      { text: 'finished later', when: { toolResult: { tool: 'Bash' } } },
      { text: 'moved on', when: { toolResult: { contains: 'because it takes long' } } },
      { text: 'heard', when: { lastUserText: '<task-notification>' } },
    ],
    { backgroundAfterMs: 1 },
  )
  expect((await world.ask('GO')).report.text).toBe('moved on')
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => lastText(world.model.requests).includes('finished later'))
})

test('no more agents run at once than may, and agents start none themselves unless they may', async () => {
  await using world = await open(
    [
      { tools: [agent('one'), agent('two')], when: { lastUserText: 'GO' } },
      { ...WAIT, when: { lastUserText: 'SUBTASK' } },
      { text: 'first', when: { toolResult: { tool: 'Bash' } } },
      { text: 'done', when: { toolResult: { contains: 'which is the limit' } } },
    ],
    { maxAtOnce: 1 },
  )
  const asked = world.ask('GO')
  await until(() => world.events.some(event => event.type === 'tool_started' && event.agent !== undefined))
  writeFileSync(join(world.dir, 'go'), '')
  await asked
  expect(await world.engine.query('runningAgents')).toHaveLength(1)
})

test('with a depth of two an agent starts another, and that one none', async () => {
  await using world = await open(
    [
      { tools: [agent('outer')], when: { lastUserText: 'GO' } },
      { tools: [agent('inner')], when: { lastUserText: 'SUBTASK outer' } },
      { tools: [agent('deepest')], when: { lastUserText: 'SUBTASK inner' } },
      { text: 'alone', when: { toolResult: { contains: 'no tool named Agent' } } },
      { text: 'outer done', when: { toolResult: { contains: 'alone' } } },
      { text: 'done', when: { toolResult: { contains: 'outer done' } } },
    ],
    { maxDepth: 2 },
  )
  expect((await world.ask('GO')).report.text).toBe('done')
  const infos = await world.engine.query('runningAgents')
  expect(infos.map(({ name, parent }) => [name, parent])).toEqual([
    ['outer', undefined],
    ['inner', infos[0]?.id],
  ])
})

test.each(['allow', 'deny'] as const)(
  'more agents from one reply than the threshold are one question, with an estimate: %s',
  async behavior => {
    const three = ['one', 'two', 'three'].map(name => agent(name))
    await using world = await open(
      [
        { tools: three, when: { lastUserText: 'GO' } },
        { text: 'part', when: { lastUserText: 'SUBTASK' }, times: 3 },
        { text: 'done', when: { toolResult: { tool: 'Agent' } } },
      ],
      { askAbove: 2 },
      { config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true } }) },
    )
    const asked = world.ask('GO')
    const questions = (): Extract<Event, { type: 'permission_request' }>[] =>
      world.events.filter(event => event.type === 'permission_request')
    await until(() => questions().length > 0)
    const [question] = questions()
    expect(question?.request.details).toMatchObject({ about: { kind: 'agents', count: 3 } })
    expect(question?.request.details?.why).toMatch(/^3 agents would start at once, for about \$\d+\.\d\d\.$/)
    await world.engine.send({
      type: 'answer_permission',
      id: question?.request.id ?? '',
      answer: behavior === 'allow' ? { behavior } : { behavior, message: 'no' },
    })
    await asked
    expect(questions()).toHaveLength(1)
    expect(await world.engine.query('runningAgents')).toHaveLength(behavior === 'allow' ? 3 : 0)
    if (behavior === 'deny') expect(lastText(world.model.requests)).toContain('does not want 3 agents')
  },
)

test('the money of the session is also that of its agents: one more call at most, and no agent after it', async () => {
  await using world = await open(
    [
      { tools: [agent('one')], when: { lastUserText: 'GO' } },
      {
        tool: { name: 'Bash', input: { command: 'true' } },
        when: { system: 'one task on your own' },
        repeat: true,
      },
    ],
    {},
    { config: ({ limits }) => ({ limits: { ...limits, maxBudgetUsd: 0.02 } }) },
  )
  const { terminal, report } = await world.ask('GO')
  expect(terminal.kind).toBe('budget_usd')
  const costs = world.events.flatMap(event => (event.type === 'usage' ? [event.usage] : []))
  const dearest = report.cost.totalCostUSD / costs.length
  expect(report.cost.totalCostUSD).toBeLessThan(0.02 + 3 * dearest)
})

test.each([
  ['money', { usd: 3.5 * 0.0045 }, 4, 'used up'],
  ['tokens', { tokens: 2.5 * 100 }, 3, 'tokens are used up'],
  ['turns', { turns: 3 }, 3, 'limit of 3 turns'],
])('a limit of an agent in %s holds to within one call', async (_, limits, calls, why) => {
  let session: Parameters<MoreParts>[0] | undefined
  await using world = await open(
    [
      {
        text: 'so far',
        tool: { name: 'Bash', input: { command: 'true' } },
        // One call: 0.003 + 0.0015 USD.
        usage: {
          input_tokens: 1_000,
          output_tokens: 100,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
        },
        repeat: true,
      },
    ],
    {},
    {
      parts: from => {
        session = from
        return []
      },
    },
  )
  const request = { description: 'd', prompt: 'p', toolUseId: 't', limits }
  const run = session?.work.ports.agents.run(request, new AbortController().signal)
  let step = await run?.next()
  while (step && !step.done) step = await run?.next()
  expect(world.model.requests).toHaveLength(calls)
  expect(step?.value).toMatchObject({ stoppedBy: expect.stringContaining(why) })
})

test('an agent that stops at its turns gives what it has, and says that it was not finished', async () => {
  await using world = await open(
    [
      { tools: [agent('one', { subagent_type: 'short' })], when: { lastUserText: 'GO' } },
      {
        content: [
          { type: 'text', text: 'so far so good' },
          { type: 'tool_use', name: 'Bash', input: { command: 'true' } },
        ],
        when: { lastUserText: 'SUBTASK' },
      },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    {
      parts: session => [
        session.contributions.add({
          source: { level: 'flag' },
          agents: [{ name: 'short', description: 'd', prompt: 'p', maxTurns: 1 }],
        }) && {},
      ],
    },
  )
  await world.ask('GO')
  expect(lastText(world.model.requests)).toMatch(
    /so far so good.*not finished: It reached its limit of 1 turn/,
  )
})

test('an agent of an earlier run of the session goes on from its own file', async () => {
  const files = { 'a.txt': 'hello\n' }
  const first = await open(
    [
      { tools: [agent('scout')], when: { lastUserText: 'GO' } },
      { text: 'I saw a fox.', when: { lastUserText: 'SUBTASK' } },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    { files },
  )
  await first.ask('GO')
  const again = await open(
    [
      {
        tool: { name: 'SendMessage', input: { to: 'scout', message: 'WHICH COLOUR?' } },
        when: { lastUserText: 'ASK' },
      },
      { text: 'Red.', when: { lastUserText: 'WHICH COLOUR?' } },
      { text: 'asked', when: { toolResult: { tool: 'SendMessage' } } },
      { text: 'thanks', when: { lastUserText: '<task-notification>' } },
    ],
    {},
    { in: first, session: { resume: { path: first.sessionPath, fork: false } } },
  )
  await again.ask('ASK')
  await until(() => lastText(again.model.requests).includes('Red.'))
  await again.engine.idle()
  const told = again.model.requests.find(({ messages }) => JSON.stringify(messages).includes('WHICH COLOUR'))
  const whole = again.model.requests.find(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('"WHICH COLOUR?"'),
  )
  expect(told).toBeDefined()
  expect(JSON.stringify(whole?.messages)).toMatch(/SUBTASK scout.*I saw a fox\..*WHICH COLOUR/)
  await again[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

test('agents of an earlier run are there after it, with what each did and cost, until they go on', async () => {
  const first = await open(
    [
      { tools: [agent('scout')], when: { lastUserText: 'GO' } },
      { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'SUBTASK' } },
      { text: 'I saw a fox.', when: { toolResult: { tool: 'Read' } } },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    { files: { 'a.txt': 'hello\n' } },
  )
  await first.ask('GO')
  const [was] = await first.engine.query('runningAgents')
  expect(was).toMatchObject({ name: 'scout', status: 'completed' })
  const again = await open(
    [
      { text: 'Red.', when: { lastUserText: 'WHICH COLOUR?' } },
      { text: 'thanks', when: { lastUserText: '<task-notification>' } },
    ],
    {},
    { in: first, session: { resume: { path: first.sessionPath, fork: false } } },
  )
  const known = await again.engine.query('runningAgents')
  const { id, name, type, description, status, toolUseId, model, requests, toolUses, tokens, usd } = was ?? {}
  const kept = { id, name, type, description, status, toolUseId, model, requests, toolUses, tokens, usd }
  expect(known).toMatchObject([{ ...kept, lastAction: was?.lastAction, transcript: was?.transcript }])
  // One that goes on is there once.
  await again.engine.send({ type: 'tell_agent', agentId: id ?? '', text: 'WHICH COLOUR?' })
  await again.engine.idle()
  const now = await again.engine.query('runningAgents')
  expect(now.map(each => each.id)).toEqual([id])
  await again[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

test('what agents and their commands changed goes back with the turn that started them', async () => {
  await using world = await open(
    [
      { tools: [agent('one')], when: { lastUserText: 'GO' } },
      {
        tools: [
          { name: 'Write', input: { file_path: 'new.txt', content: 'x' } },
          { name: 'Bash', input: { command: 'echo changed > old.txt' } },
        ],
        when: { lastUserText: 'SUBTASK' },
      },
      { text: 'written', when: { toolResult: { tool: 'Bash' } } },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    { files: { 'old.txt': 'before\n' } },
  )
  await world.ask('GO')
  expect(readFileSync(join(world.dir, 'old.txt'), 'utf8')).toBe('changed\n')
  const said = world.events.find(
    event => event.type === 'entry' && !event.agent && event.entry.type === 'user' && !event.entry.isMeta,
  )
  const uuid = said?.type === 'entry' ? said.entry.uuid : ''
  await world.engine.rewindFiles({ messageUuid: uuid })
  expect(existsSync(join(world.dir, 'new.txt'))).toBe(false)
  expect(readFileSync(join(world.dir, 'old.txt'), 'utf8')).toBe('before\n')
})

test('agents side by side know nothing of each other, in whatever order they come on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 }),
      async delays => {
        const names = ['red', 'green', 'blue']
        await using world = await open([
          { tools: names.map(name => agent(name)), when: { lastUserText: 'GO' } },
          ...names.flatMap((name, at) => [
            {
              tool: { name: 'Bash', input: { command: `mkdir -p ${name} && cd ${name} && echo in-${name}` } },
              when: { lastUserText: `SUBTASK ${name}` },
              chunkMs: delays[at] ?? 0,
            },
            { text: `${name} is done`, when: { toolResult: { contains: `in-${name}` } } },
          ]),
          { text: 'all', when: { toolResult: { tool: 'Agent' } } },
        ])
        await world.ask('GO')
        for (const request of world.model.requests.slice(1, -1)) {
          const text = JSON.stringify(request.messages)
          expect(
            names.filter(name => text.includes(`SUBTASK ${name}`) || text.includes(`in-${name}`)),
          ).toHaveLength(1)
        }
        expect(await world.engine.query('state')).toMatchObject({ cwd: world.dir })
        const results = outcomes(world.events)
        expect(results).toEqual(names.map(name => `${name} is done`))
        expect(new Set((await world.engine.query('runningAgents')).map(({ toolUses }) => toolUses))).toEqual(
          new Set([1]),
        )
      },
    ),
    { numRuns: 4 },
  )
})

/** What the calls of the conversation were answered with, in order. */
const outcomes = (events: readonly Event[]): readonly string[] =>
  events.flatMap(event => {
    if (event.type !== 'entry' || event.agent || event.entry.type !== 'user') return []
    const { content } = (event.entry.toolUseResult ?? {}) as { content?: readonly { text: string }[] }
    return content?.map(({ text }) => text) ?? []
  })

test('an agent in a worktree changes files there alone; what it left is kept and told, and what is empty is removed', async () => {
  await using world = await open(
    [
      {
        tools: [agent('writer', { isolation: 'worktree' }), agent('reader', { isolation: 'worktree' })],
        when: { lastUserText: 'GO' },
      },
      {
        tool: { name: 'Write', input: { file_path: 'made.txt', content: 'x' } },
        when: { lastUserText: 'SUBTASK writer' },
      },
      { text: 'written', when: { toolResult: { tool: 'Write' } } },
      { text: 'nothing to do', when: { lastUserText: 'SUBTASK reader' } },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    { files: { 'a.txt': 'a\n' } },
  )
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: world.dir,
      stdio: 'pipe',
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  await world.ask('GO')
  expect(existsSync(join(world.dir, 'made.txt'))).toBe(false)
  const results = world.events.flatMap(event =>
    event.type === 'entry' && !event.agent && event.entry.type === 'user' && event.entry.toolUseResult
      ? [event.entry.toolUseResult as { worktreePath?: string; worktreeBranch?: string }]
      : [],
  )
  expect(results.map(({ worktreePath }) => worktreePath !== undefined)).toEqual([true, false])
  const [writer] = results
  expect(readFileSync(join(writer?.worktreePath ?? '', 'made.txt'), 'utf8')).toBe('x')
  expect(lastText(world.model.requests)).toContain(writer?.worktreeBranch)
})

test.each([
  ['OK', false],
  ['FLAG: It deleted files outside of its task.', true],
])('in auto mode what an agent did is looked at before its answer counts: %s', async (verdict, flagged) => {
  await using world = await open(
    [
      { text: verdict, when: { system: 'You check what an agent did' } },
      { tools: [agent('one')], when: { lastUserText: 'GO' } },
      { tool: { name: 'Bash', input: { command: 'ls' } }, when: { lastUserText: 'SUBTASK' } },
      { text: 'all fine', when: { toolResult: { tool: 'Bash' } } },
      { text: 'done', when: { toolResult: { tool: 'Agent' } } },
    ],
    {},
    { config: ({ permissions }) => ({ permissions: { ...permissions, mode: 'auto' }, review: {} }) },
  )
  await world.ask('GO')
  const told = lastText(world.model.requests)
  expect([told.includes('It deleted files outside of its task.'), told.includes('all fine')]).toEqual([
    flagged,
    true,
  ])
})

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createPromptCache } from '../../src/features/models/scripted/prompt-cache.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const NAMES = ['one', 'two', 'three']
const fork = (name: string) => ({
  name: 'Agent',
  input: { description: name, prompt: `PART ${name}`, name, run_in_background: false },
})

const textOf = (request: ModelRequest | undefined): string =>
  JSON.stringify([request?.system, request?.tools, request?.messages])

/** How far two texts are the same. */
const common = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

test('forks of one reply send the same bytes up to what each is told, and from the second on nearly all is cached', async () => {
  const cache = createPromptCache()
  await using world = await createWorld({
    files: { 'a.txt': 'hello world, a line of text\n'.repeat(400) },
    cache,
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } }, when: { lastUserText: 'GO' } },
        {
          // The pieces come one by one: no child may begin with half a reply.
          tools: NAMES.map(fork),
          chunkMs: 1,
          when: { toolResult: { tool: 'Read' } },
        },
        { text: 'part done', when: { lastUserText: 'PART' }, times: 3 },
        { text: 'all done', when: { toolResult: { contains: 'part done' } } },
      ],
    },
    config: () => ({ agents: { forks: true } }),
  })
  const { report } = await world.ask('GO')
  expect(report.text).toBe('all done')
  const parent = world.model.requests[1]
  const children = world.model.requests.slice(2, 5)
  const [first, ...others] = children.map(textOf)
  const told = (first ?? '').indexOf('PART ')
  expect(told).toBeGreaterThan(textOf(parent).length - 10)
  for (const other of others) expect(common(first ?? '', other)).toBeGreaterThanOrEqual(told)
  for (const child of children) {
    expect(textOf(child).startsWith(textOf(parent).slice(0, -2))).toBe(true)
    expect(textOf(child).match(/A fork works on this\./g)).toHaveLength(3)
  }
  const used = world.events.flatMap(event => (event.type === 'usage' && event.agent ? [event.usage] : []))
  for (const usage of used.slice(1)) {
    const all = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    expect(usage.cache_read_input_tokens / all).toBeGreaterThanOrEqual(0.9)
  }
  const infos = await world.engine.query('runningAgents')
  expect(infos.map(({ name, type }) => `${name} ${type}`).toSorted()).toEqual(
    NAMES.map(name => `${name} fork`).toSorted(),
  )
})

test.each([
  ['with', true],
  ['without', false],
])('%s forks the model is told, once, what an agent without a type is', async (_, forks) => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    config: () => ({ agents: { forks } }),
  })
  await world.ask('ONE')
  await world.ask('TWO')
  const told = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(told.split('Agent without subagent_type starts a fork')).toHaveLength(forks ? 2 : 1)
})

test('a fork runs in the background unless the call says otherwise, and its end is told', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tool: { name: 'Agent', input: { description: 'one', prompt: 'PART one' } },
          when: { lastUserText: 'GO' },
        },
        { text: 'part done', when: { lastUserText: 'PART one' } },
        { text: 'Started.', when: { toolResult: { contains: 'works in the background' } } },
        { text: 'Thanks.', when: { lastUserText: '<task-notification>' } },
      ],
    },
    config: () => ({ wake: true, agents: { forks: true } }),
  })
  expect((await world.ask('GO')).report.text).toBe('Started.')
  await vi.waitFor(() => expect(world.model.requests).toHaveLength(4), { timeout: 20_000 })
  await world.engine.idle()
  expect(JSON.stringify(world.model.requests[3]?.messages.at(-1))).toContain('part done')
})

test('forks never fork, also where agents may go deeper', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tools: [fork('one')], when: { lastUserText: 'GO' } },
        { tools: [fork('again')], when: { lastUserText: 'PART one' } },
        { text: 'did it myself', when: { toolResult: { isError: true, contains: 'cannot start forks' } } },
        { text: 'done', when: { toolResult: { contains: 'did it myself' } } },
      ],
    },
    config: () => ({ agents: { forks: true, maxDepth: 3 } }),
  })
  expect((await world.ask('GO')).report.text).toBe('done')
})

test('without the setting an agent without a type is a general one', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tools: [fork('one')], when: { lastUserText: 'GO' } },
        { text: 'fresh', when: { lastUserText: 'PART one' } },
        { text: 'done', when: { toolResult: { contains: 'fresh' } } },
      ],
    },
  })
  await world.ask('GO')
  expect((await world.engine.query('runningAgents'))[0]?.type).toBe('general-purpose')
  expect(JSON.stringify(world.model.requests[1]?.messages)).not.toContain('GO')
})

test('a fork of an earlier run goes on with the bytes it began with and what it did since', async () => {
  const config = () => ({ agents: { forks: true }, wake: true })
  const first = await createWorld({
    scenario: {
      replies: [
        { tools: [fork('one'), fork('two')], when: { lastUserText: 'GO' } },
        { text: 'I saw a fox.', when: { lastUserText: 'PART one' } },
        { text: 'I saw a hare.', when: { lastUserText: 'PART two' } },
        { text: 'done', when: { toolResult: { contains: 'fox' } } },
        { text: 'again', when: { lastUserText: 'LATER' } },
      ],
    },
    config,
  })
  await first.ask('GO')
  await first.ask('LATER')
  await using again = await createWorld({
    scenario: {
      replies: [
        {
          tool: { name: 'SendMessage', input: { to: 'one', message: 'WHICH COLOUR?' } },
          when: { lastUserText: 'ASK' },
        },
        { text: 'Red.', when: { lastUserText: 'WHICH COLOUR?' } },
        { text: 'asked', when: { toolResult: { tool: 'SendMessage', isError: false } } },
        { text: 'thanks', when: { lastUserText: '<task-notification>' } },
      ],
    },
    config,
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
  })
  await again.ask('ASK')
  await vi.waitFor(() => expect(textOf(again.model.requests.at(-1))).toContain('Red.'), { timeout: 10_000 })
  await again.engine.idle()
  const before = first.model.requests.find(one => JSON.stringify(one.messages.at(-1)).includes('PART one'))
  const now = again.model.requests.find(one =>
    JSON.stringify(one.messages.at(-1)).includes('"WHICH COLOUR?"'),
  )
  expect(JSON.stringify(now?.messages).startsWith(JSON.stringify(before?.messages).slice(0, -2))).toBe(true)
  expect(JSON.stringify(now?.messages)).toMatch(/I saw a fox\..*WHICH COLOUR/)
  expect(JSON.stringify(now?.messages)).not.toMatch(/hare|LATER/)
  await first[Symbol.asyncDispose]()
})

const makeRepository = ({ dir }: World): void => {
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-qm', 'first'],
  ])
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: dir, stdio: 'pipe' })
}

test.each([
  ['the call', { isolation: 'worktree', run_in_background: false }, {}],
  ['the setting for background agents', {}, { isolateBackground: true }],
])(
  'a fork works in a worktree of its own where %s wants it, and is told how paths map',
  async (_, input, agents) => {
    await using world = await createWorld({
      files: { 'a.txt': 'a\n' },
      allow: ['Write'],
      scenario: {
        replies: [
          {
            tool: { name: 'Agent', input: { description: 'one', prompt: 'PART one', name: 'one', ...input } },
            when: { lastUserText: 'GO' },
          },
          {
            tool: { name: 'Write', input: { file_path: 'made.txt', content: 'x' } },
            when: { lastUserText: 'PART one' },
          },
          { text: 'written', when: { toolResult: { tool: 'Write' } } },
          { text: 'done', repeat: true },
        ],
      },
      config: () => ({ wake: true, agents: { forks: true, ...agents } }),
    })
    makeRepository(world)
    await world.ask('GO')
    const info = async () => (await world.engine.query('runningAgents'))[0]
    await vi.waitFor(async () => expect((await info())?.status).toBe('completed'), { timeout: 20_000 })
    await world.engine.idle()
    const path = (await info())?.worktree?.path ?? ''
    expect(path).not.toBe('')
    expect((await info())?.cwd).toBe(path)
    expect(existsSync(join(world.dir, 'made.txt'))).toBe(false)
    expect(readFileSync(join(path, 'made.txt'), 'utf8')).toBe('x')
    const told = textOf(world.model.requests.find(request => textOf(request).includes('PART one\\n')))
    expect(told).toContain(`What the conversation calls ${world.dir}/… is ${path}/… for you`)
  },
)

test('a fork that cannot have its worktree is refused, not started elsewhere', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        {
          tool: { name: 'Agent', input: { description: 'one', prompt: 'PART', isolation: 'worktree' } },
          when: { lastUserText: 'GO' },
        },
        { text: 'refused', when: { toolResult: { tool: 'Agent', isError: true } } },
      ],
    },
    config: () => ({ agents: { forks: true } }),
  })
  expect((await world.ask('GO')).report.text).toBe('refused')
  expect(await world.engine.query('runningAgents')).toEqual([])
})

test('a fork takes a stricter mode, and another model is refused with what to do', async () => {
  const input = { description: 'one', prompt: 'PART one', run_in_background: false }
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'Agent', input: { ...input, model: 'haiku' } }, when: { lastUserText: 'GO' } },
        {
          tool: { name: 'Agent', input: { ...input, mode: 'plan' } },
          when: { toolResult: { isError: true, contains: 'A fork uses the model of the conversation' } },
        },
        { text: 'part', when: { lastUserText: 'PART one' } },
        { text: 'done', when: { toolResult: { contains: 'part' } } },
      ],
    },
    config: () => ({ agents: { forks: true } }),
  })
  expect((await world.ask('GO')).report.text).toBe('done')
  expect((await world.engine.query('runningAgents')).map(({ mode }) => mode)).toEqual(['plan'])
})

test('a fork of an earlier run goes on in the worktree it had', async () => {
  const config = () => ({ agents: { forks: true }, wake: true })
  const write = (name: string) => ({ name: 'Write', input: { file_path: name, content: 'x' } })
  const first = await createWorld({
    files: { 'a.txt': 'a\n' },
    allow: ['Write'],
    scenario: {
      replies: [
        {
          tool: {
            name: 'Agent',
            input: { ...fork('one').input, isolation: 'worktree' },
          },
          when: { lastUserText: 'GO' },
        },
        { tool: write('one.txt'), when: { lastUserText: 'PART one' } },
        { text: 'part', when: { toolResult: { tool: 'Write' } } },
        { text: 'done', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
    config,
  })
  makeRepository(first)
  await first.ask('GO')
  const path = (await first.engine.query('runningAgents'))[0]?.worktree?.path ?? ''
  await first.engine[Symbol.asyncDispose]()
  await using again = await createWorld({
    allow: ['Write'],
    scenario: {
      replies: [
        {
          tool: { name: 'SendMessage', input: { to: 'one', message: 'MORE' } },
          when: { lastUserText: 'ASK' },
        },
        { tool: write('two.txt'), when: { lastUserText: 'MORE' } },
        { text: 'more', when: { toolResult: { tool: 'Write' } } },
        { text: 'asked', repeat: true },
      ],
    },
    config,
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
  })
  await again.ask('ASK')
  await vi.waitFor(() => expect(existsSync(join(path, 'two.txt'))).toBe(true), { timeout: 20_000 })
  await again.engine.idle()
  expect([existsSync(join(path, 'one.txt')), existsSync(join(first.dir, 'two.txt'))]).toEqual([true, false])
  await first[Symbol.asyncDispose]()
})

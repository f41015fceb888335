import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeHost } from '../../../test/support/fake-command-host.ts'
import { FakeEngine } from '../../../test/support/fake-engine.ts'
import type { CacheReport } from '../../protocol/cache.ts'
import type { Command } from '../../protocol/command.ts'
import type { CompactReport } from '../../protocol/context.ts'
import { isCommon } from '../../protocol/extensions/everyday-commands.ts'
import type { MemoryTidied } from '../../protocol/memory.ts'
import type { Message } from '../../protocol/message.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Queries } from '../../protocol/query.ts'
import { cacheCommand } from './context/cache.ts'
import { compactCommand } from './context/compaction.ts'
import { contextCommand } from './context/context.ts'
import { dreamCommand, memoryCommand } from './context/memory.ts'
import { costCommand } from './context/spending.ts'
import { clearCommand } from './conversation/sessions.ts'
import { helpCommand } from './help/help.ts'
import { COMMANDS } from './index.ts'
import { modelCommand } from './setup/model.ts'
import { todosCommand } from './work/tasks.ts'

const answer = async (
  command: Command,
  answers: Partial<Queries> = {},
  { args = '', engine = new FakeEngine([], answers), tidied = NOTHING_TIDIED } = {},
): Promise<string> =>
  inEnglish((await command.run(args, createFakeHost({ engine, tidyMemory: async () => tidied }))).text)

const NOTHING_TIDIED: MemoryTidied = { kind: 'not_due' }
const NO_CACHE: CacheReport = { requests: [], hitRatio: 0, lostTokens: 0, lostUsd: 0 }

test('no two commands answer to one name, and each says what it does in one line', () => {
  const names = COMMANDS.flatMap(command => [command.name, ...(command.aliases ?? [])])
  expect(new Set(names).size).toBe(names.length)
  for (const { description } of COMMANDS) expect(description).toMatch(/^[A-Z][^\n]*[^.\n]$/)
})

test('a command is data but for what it does: the build puts the rest elsewhere', () => {
  for (const { run: _, ...row } of COMMANDS) expect(JSON.parse(JSON.stringify(row))).toEqual(row)
})

test('a command lives in the drawer of its group', () => {
  const folder = new Map(
    Array.from(
      readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8').matchAll(
        /^import \{([^}]+)\} from '\.\/([\w-]+)\/[\w-]+\.ts'$/gm,
      ),
    ).flatMap(([, names = '', drawer = '']) =>
      names
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
        .map(name => [name, drawer] as const),
    ),
  )
  const order = Array.from(
    readFileSync(join(import.meta.dirname, 'index.ts'), 'utf8').matchAll(/^ {2}(\w+Command),$/gm),
    ([, name = '']) => name,
  ).slice(-COMMANDS.length)
  expect(order.map(name => folder.get(name))).toEqual(COMMANDS.map(({ group }) => group))
})

test('/context shows the items, the room that is left and the drift', async () => {
  const context: Queries['context'] = {
    model: 'm',
    window: 100_000,
    compactAt: 80_000,
    tokens: 12_345,
    drift: 1.25,
    items: [
      { kind: 'tools', name: 'Read', tokens: 1_000, count: 1 },
      { kind: 'tool_result', name: 'Bash', tokens: 11_345, count: 12 },
    ],
  }
  expect(await answer(contextCommand, { context, cache: NO_CACHE })).toBe(
    [
      'm: about 12,345 of 100,000 tokens (12.3 %)',
      '',
      'what        name  count  tokens  share',
      'tool        Read      1   1,000  1.0 %',
      'results of  Bash     12  11,345  11.3 %',
      '',
      'Auto-compacts at 80,000 tokens: room for 67,655 more.',
      'The provider counts 1.25 × our estimate; numbers are corrected for that.',
    ].join('\n'),
  )
  expect(
    await answer(contextCommand, { context: { ...context, tokens: 90_000 }, cache: NO_CACHE }),
  ).toContain('Auto-compacts at 80,000 tokens: your next message compacts first.')
  const { compactAt: _, drift: __, ...off } = context
  expect(await answer(contextCommand, { context: off, cache: NO_CACHE })).toContain('Auto-compact is off.')
})

test('/cache shows every request and tells why the cache began anew', async () => {
  const line = {
    at: new Date(2026, 0, 5, 10).toISOString(),
    source: 'main',
    model: 'm',
    input: 1,
    cacheRead: 20,
    cacheWrite: 3,
  }
  const cache: CacheReport = {
    requests: [
      { ...line, shared: 0, break: { cause: 'first_request', detail: 'x', lostTokens: 0, lostUsd: 0 } },
      {
        ...line,
        shared: 20,
        break: { cause: 'tool_loaded', detail: 'Monitor', fromByte: 1_234, lostTokens: 5_000, lostUsd: 0.5 },
      },
    ],
    hitRatio: 0.5,
    lostTokens: 5_000,
    lostUsd: 0.5,
  }
  expect(await answer(cacheCommand, { cache })).toBe(
    [
      '2 requests, 50.0 % of the input from the cache; 5,000 tokens were paid for again ($0.5000).',
      '',
      'time      for   model  new  written  read  missed',
      '10:00:00  main  m        1        3    20  first_request',
      '10:00:00  main  m        1        3    20  tool_loaded',
      '',
      '10:00:00 tool_loaded from byte 1,234: Monitor; 5,000 tokens again, $0.5000',
    ].join('\n'),
  )
  const one: CacheReport = { ...cache, requests: cache.requests.slice(0, 1) }
  expect(await answer(cacheCommand, { cache: one })).toContain('1 request, 50.0 %')
  expect(await answer(cacheCommand, { cache: NO_CACHE })).toBe('No request has been made yet.')
})

test('/cost shows a lower bound where a price is not known', async () => {
  const cost: Queries['cost'] = {
    totalCostUSD: 1.5,
    unpricedModels: ['local'],
    apiDurationMs: 2_000,
    apiDurationWithoutRetriesMs: 1_500,
    toolDurationMs: 100,
    linesAdded: 3,
    linesRemoved: 1,
    modelUsage: {
      local: {
        inputTokens: 1_000,
        outputTokens: 20,
        cacheReadInputTokens: 3,
        cacheCreationInputTokens: 4,
        webSearchRequests: 0,
        costUSD: undefined,
        contextWindow: 1,
        maxOutputTokens: 1,
      },
    },
  }
  expect(await answer(costCommand, { cost })).toBe(
    [
      'Cost: at least $1.50; the price of local is unknown.',
      'Time: 2.0 s model time (1.5 s without retries), 0.1 s tool time.',
      'Lines: 3 added, 1 removed.',
      '',
      'model  input  cache written  cache read  output  cost',
      'local  1,000              4           3      20  unknown',
    ].join('\n'),
  )
})

test('/help lists the everyday commands by group, and says in one line how to see the rare ones', async () => {
  const skill = { name: 'mine', description: 'My own', skill: true }
  const commands = [...COMMANDS, skill]
  const text = await answer(helpCommand, { commands })
  const listed = [...text.matchAll(/^\/(\S+)/gm)].map(([, name]) => name)
  expect(new Set(listed)).toEqual(new Set(commands.filter(isCommon).map(({ name }) => name)))
  expect(listed).toContain('mine')
  expect(text.split('\n').at(-1)).toBe(
    `${commands.length - listed.length} more commands: /help all lists them.`,
  )
  expect(text.split('\n').length).toBeLessThan(60)
})

test('/help all lists names, aliases and arguments of every command', async () => {
  const text = await answer(helpCommand, { commands: COMMANDS }, { args: 'all' })
  for (const { name } of COMMANDS) expect(text).toContain(`/${name}`)
  expect(text).not.toContain('more command')
  expect(text).toContain('/reset /new')
  expect(text).toContain('/model [name]')
})

test('/memory lists the files with the reason', async () => {
  const instructions: Queries['instructions'] = [
    { path: '/w/AGENTS.md', scope: 'project', reason: 'start', tokens: 1_200 },
    { path: '/w/more.md', scope: 'project', reason: 'import', tokens: 5, importedBy: '/w/AGENTS.md' },
    { path: '/w/rule.md', scope: 'project', reason: 'matched', tokens: 6, trigger: '/w/a.ts' },
    { path: '/m/role.md', scope: 'memory', reason: 'matched', tokens: 7 },
  ]
  const nothing = { missing: [], leftOut: [], memories: [] }
  expect(await answer(memoryCommand, { instructions, memoryIndex: nothing })).toBe(
    [
      'file          of       why                          tokens',
      '/w/AGENTS.md  project  from the start                1,200',
      '/w/more.md    project  imported by /w/AGENTS.md          5',
      '/w/rule.md    project  a matching file was touched       6',
      '/m/role.md    memory   fits what you said                7',
      '',
      'Background requests for memory: on. /memory requests off changes that.',
    ].join('\n'),
  )
  expect(await answer(memoryCommand, { instructions: [], memoryIndex: nothing })).toContain(
    'No instruction or memory file',
  )
  const memoryIndex = { missing: ['/m/gone.md'], leftOut: ['/m/old.md'], memories: [] }
  for (const files of [instructions, []]) {
    const text = await answer(memoryCommand, { instructions: files, memoryIndex })
    expect(text).toContain('/m/gone.md is missing. Its line stays in MEMORY.md')
    expect(text).toContain('/m/old.md was taken out of MEMORY.md')
  }
})

test('/memory requests off switches background requests for memory off', async () => {
  const host = createFakeHost()
  expect(inEnglish((await memoryCommand.run('requests off', host)).text)).toBe(
    'Background requests for memory are off from the next start on. Saved in /home/.capstan/settings.json.',
  )
  expect(host.written).toEqual([['autoMemoryRequests', false, 'user']])
  await expect(memoryCommand.run('off', host)).rejects.toThrow('"requests on" or "requests off"')
})

test('/cost tells apart what background requests cost', async () => {
  const used = {
    requests: 9,
    outputTokens: 1,
    cacheReadInputTokens: 0,
    cacheCreationInputTokens: 0,
    costUSD: 1,
  }
  const cost = {
    totalCostUSD: 1,
    unpricedModels: [],
    apiDurationMs: 0,
    apiDurationWithoutRetriesMs: 0,
    toolDurationMs: 0,
    linesAdded: 0,
    linesRemoved: 0,
    modelUsage: {},
    bySource: {
      main: { ...used, inputTokens: 96_000 },
      background: { ...used, requests: 2, inputTokens: 1_000, cacheReadInputTokens: 3_000, costUSD: 0.02 },
    },
  }
  expect(await answer(costCommand, { cost })).toContain(
    'Background (notes, memory): 2 requests, 4.0 % of all input, $0.0200.',
  )
})

test('/model shows the models, or sets one', async () => {
  expect(await answer(modelCommand)).toContain('The model is claude-test.')
  const engine = new FakeEngine([])
  await answer(modelCommand, {}, { args: 'opus', engine })
  expect(engine.ops).toEqual([{ type: 'set_model', model: 'opus' }])
})

test('/todos shows the list with its marks', async () => {
  const todos = [
    { content: 'a', status: 'completed' },
    { content: 'b', status: 'in_progress' },
    { content: 'c', status: 'pending' },
  ]
  expect(await answer(todosCommand, { todos })).toBe('[x] a\n[>] b\n[ ] c')
  expect(await answer(todosCommand, { todos: [] })).toBe('The to-do list is empty.')
})

test('/clear asks for a conversation that begins anew', async () => {
  const engine = new FakeEngine([])
  await answer(clearCommand, {}, { engine })
  expect(engine.ops).toEqual([{ type: 'clear' }])
})

test.each([
  ['', {}],
  ['the tests', { instructions: 'the tests' }],
  ['--preview', { preview: true }],
  ['--preview the tests', { instructions: 'the tests', preview: true }],
  ['the --previews', { instructions: 'the --previews' }],
])('/compact %s asks for %j', async (args, request) => {
  const engine = new FakeEngine([])
  await answer(compactCommand, {}, { args, engine })
  expect(engine.compactions).toEqual([{ ...request, onlyIfShorter: true }])
})

test('/compact says what was kept, and a preview shows it', async () => {
  const report: CompactReport = {
    before: 120_000,
    after: 9_000,
    by: 'full-compact',
    summary: 'All was well.',
    carried: [
      { kind: 'request', text: 'Fix it.' },
      { kind: 'effect', text: 'ran make' },
      { kind: 'effect', text: 'wrote a.txt' },
    ],
  }
  const state: Queries['state'] = {
    ...(await new FakeEngine([]).query('state')),
    transcriptPath: '/s1.jsonl',
  }
  const said: Message = { type: 'system', subtype: 'informational', uuid: 'u9', timestamp: '', content: '' }
  class Compacting extends FakeEngine {
    override compact = async () => report
  }
  expect(await answer(compactCommand, {}, { engine: new Compacting([], { history: [said], state }) })).toBe(
    [
      'About 120,000 tokens became 9,000 (a summary by the model).',
      'Kept verbatim: 1 request, 2 effects.',
      'The full conversation is in the session file: capstan sessions show s1',
      'To resume from before this: capstan --resume s1 --resume-session-at u9',
    ].join('\n'),
  )
  const preview = await answer(compactCommand, {}, { args: '--preview', engine: new Compacting([]) })
  expect(preview).toContain('nothing was changed')
  expect(preview).toContain('All was well.\n\nVerbatim:\n- request: Fix it.\n- effect: ran make')
})

test('/dream names the memories that changed and where the old ones are, or why nothing did', async () => {
  const dream = (tidied: MemoryTidied) => answer(dreamCommand, {}, { tidied })
  expect(await dream({ kind: 'done', saved: ['a.md'], removed: ['b.md'], backup: '/m/.backup/1' })).toBe(
    'Rewritten: a.md\nRemoved: b.md\nBackup: /m/.backup/1',
  )
  expect(await dream({ kind: 'done', saved: [], removed: [] })).toContain('nothing to change')
  expect(await dream({ kind: 'not_due' })).toContain('No memories to tidy yet')
  await expect(dream({ kind: 'busy' })).rejects.toThrow(OpError)
  await expect(dream({ kind: 'failed', why: 'overloaded' })).rejects.toThrow(
    'overloaded. They are unchanged.',
  )
})

test.each([
  [1_000, 'too short to compact'],
  [1_200, 'about 1,000 tokens would become 1,200'],
])('/compact that gains nothing says so (%i)', async (after, text) => {
  class Compacting extends FakeEngine {
    override compact = async (): Promise<CompactReport> => ({
      before: 1_000,
      after,
      by: 'full-compact',
      summary: '',
      carried: [],
      unchanged: true,
    })
  }
  const told = await answer(compactCommand, {}, { engine: new Compacting([]) })
  expect(told).toContain('Nothing was changed')
  expect(told).toContain(text)
})

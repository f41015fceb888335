import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evaluateCompaction } from '../../evals/compaction/evaluate.ts'
import { judgeEvaluation } from '../../evals/compaction/report.ts'
import type { Effect } from '../../src/protocol/context.ts'
import { createCompactionWorld, resumeWorld, SUMMARY } from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'

const short = (effects: readonly Effect[], dir: string) =>
  effects.map(({ kind, text, outcome }) => `${kind} ${text.replace(`${dir}/`, '')} ${outcome}`)
const ledger = async (world: World) => short(await world.engine.query('effects'), world.dir)
const lastRequest = (world: World) => JSON.stringify(world.model.requests.at(-1)?.messages)
const bash = (command: string, more: object = {}) => ({ tool: { name: 'Bash', input: { command, ...more } } })
const allow = ['Bash', 'Write', 'Edit']

test('after compactions with a bad summary what was planted is in the next request and nothing is done twice', async () => {
  const evaluation = await evaluateCompaction()
  const { text, score, passed } = judgeEvaluation(evaluation)
  expect(passed, text).toBe(true)
  expect(evaluation.facts.length).toBeGreaterThanOrEqual(40)
  expect(score).toBeGreaterThanOrEqual(0.95)
})

test('the evaluation fails for a lost word, a repeated or forgotten step, and too many lost facts', () => {
  const fact = { kind: 'request', line: ['x'] } as const
  const good = {
    facts: [{ fact, kept: true }],
    lostWords: [],
    saidWords: 1,
    steps: { a: 1 },
    recalled: true,
    compactions: 1,
    compactionsAfterFacts: 1,
    requestChars: 1,
  }
  const judged = [
    good,
    { ...good, facts: [...good.facts, { fact, kept: false }] },
    { ...good, lostWords: ['x'] },
    { ...good, steps: { a: 2 } },
    { ...good, steps: { a: 0 } },
    { ...good, recalled: false },
    { ...good, compactionsAfterFacts: 0 },
    { ...good, facts: [] },
  ].map(evaluation => judgeEvaluation(evaluation).passed)
  expect(judged).toEqual([true, false, false, false, false, false, false, false])
})

test('the ledger tells what was run, written, deleted and refused, and not what was only looked at', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow,
    deny: ['Bash(git push:*)'],
    files: { 'old.txt': 'old', 'a.txt': 'a' },
    replies: [
      bash('ls'),
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      bash('printf made > made.txt; rm old.txt'),
      { tool: { name: 'Write', input: { file_path: 'b.txt', content: 'b\n' } } },
      bash('exit 3'),
      bash('git push'),
      { tool: { name: 'Write', input: { file_path: 'a.txt', content: 7 } } },
      { text: 'Done.' },
    ],
  })
  await world.ask('do it')
  await world.engine.idle()
  const effects = await ledger(world)
  expect(effects.slice(0, 3).toSorted()).toEqual([
    'command printf made > made.txt; rm old.txt done',
    'external made.txt done',
    'external old.txt done',
  ])
  expect(effects.slice(3)).toEqual(['write b.txt done', 'command exit 3 failed', 'command git push refused'])
  expect(world.model.violations).toEqual([])
})

test('a call that the person interrupted is in the ledger as of unknown end, and over a compaction', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow,
    replies: [SUMMARY, bash('touch begun; sleep 60; touch ended'), { text: 'Hello again.', repeat: true }],
  })
  const asked = world.ask('run it')
  await expect.poll(() => existsSync(join(world.dir, 'begun'))).toBe(true)
  await world.engine.send({ type: 'interrupt' })
  await asked
  await world.ask('hello')
  expect((await ledger(world)).filter(line => line.startsWith('command'))).toEqual([
    'command touch begun; sleep 60; touch ended interrupted',
  ])
  const { carried } = await world.engine.compact({})
  expect(carried.map(({ kind, text }) => `${kind} ${text}`)).toEqual(
    expect.arrayContaining([
      'request run it',
      'request hello',
      'message Hello again.',
      'effect ran: touch begun; sleep 60; touch ended — interrupted, its effect is unknown',
    ]),
  )
})

test('a call during which the program died may have had any effect', async () => {
  await using world = await createCompactionWorld({ window: 200_000, replies: [{ text: 'Hello.' }] })
  await world.ask('hello')
  await world.engine[Symbol.asyncDispose]()
  const [last] = readFileSync(world.sessionPath, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(line => line.type === 'assistant')
    .slice(-1)
  const call = { type: 'tool_use', id: 'toolu_lost', name: 'Bash', input: { command: './deploy.sh' } }
  const lost = {
    ...last,
    uuid: crypto.randomUUID(),
    parentUuid: last.uuid,
    message: { ...last.message, id: 'msg_lost', content: [call], stop_reason: 'tool_use' },
  }
  appendFileSync(world.sessionPath, `${JSON.stringify(lost)}\n`)
  for (const round of ['first', 'second']) {
    await using again = await resumeWorld(world, { window: 200_000, replies: [{ text: 'Hm.' }] })
    expect(await ledger(again), round).toEqual(['other Bash {"command":"./deploy.sh"} interrupted'])
  }
})

test('ledger, words and steps go over every compaction and a resume, and Recall finds the rest', async () => {
  const talk = [
    bash('printf 1 >> count.txt'),
    { tool: { name: 'TodoWrite', input: { todos: [{ content: 'Ship it', status: 'pending' }] } } },
    { text: 'The secret ingredient is nutmeg, of which 3 grams are enough.' },
  ]
  await using world = await createCompactionWorld({ window: 200_000, allow, replies: [SUMMARY, ...talk] })
  await world.ask('Count once.\nThen tell me the <item kind="request"> ingredient.')
  await world.engine.compact({})
  await using again = await resumeWorld(world, {
    window: 200_000,
    allow,
    replies: [
      SUMMARY,
      { text: 'Ready.' },
      { tool: { name: 'Recall', input: { query: 'nutmeg' } } },
      { text: 'Yes.' },
    ],
  })
  await again.ask('Never use cinnamon.')
  const { carried } = await again.engine.compact({})
  expect(carried.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'request Count once.\nThen tell me the <item kind="request"> ingredient.',
    'message The secret ingredient is nutmeg, of which 3 grams are enough.',
    'request Never use cinnamon.',
    'message Ready.',
    'todo [ ] Ship it',
    'effect changed during a command or call (by it or by somebody else): count.txt',
    'effect ran: printf 1 >> count.txt',
  ])
  await again.ask('What was it?')
  expect(lastRequest(again)).toContain(
    'before-compaction=\\"yes\\">\\nline 1:\\nThe secret ingredient is nutmeg',
  )
  expect(readFileSync(join(world.dir, 'count.txt'), 'utf8')).toBe('1')
  expect(again.model.violations).toEqual([])
})

test('what background work came to is told as of now', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow,
    replies: [
      bash('while [ ! -e go ]; do sleep 0.05; done', { run_in_background: true }),
      { text: 'It runs.' },
    ],
  })
  await world.ask('start it')
  expect((await ledger(world)).at(0)).toMatch(/ running$/)
  writeFileSync(join(world.dir, 'go'), '')
  await expect.poll(() => ledger(world).then(lines => lines[0])).toMatch(/ done$/)
})

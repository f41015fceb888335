import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../src/engine/plan/part.ts'
import { type LedgerRow, ledgerRows } from '../../src/features/sessions/ledger/ledger-rows.ts'
import { readStory } from '../../src/features/sessions/ledger/read-story.ts'
import { readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { createCompactionWorld, linesOf, SUMMARY } from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const rowsOf = (world: World): readonly LedgerRow[] => ledgerRows(readStory(world.sessionPath), () => 0)
const call = (name: string, input: object) => ({ tool: { name, input } })
const bash = (command: string, more: object = {}) => call('Bash', { command, ...more })

/** Ids and names of all calls in a session file. */
const callsIn = (world: World): readonly string[] =>
  linesOf(world.sessionPath).flatMap(line => {
    const { content } = (line['message'] ?? {}) as { readonly content?: unknown }
    return line.type === 'assistant' && Array.isArray(content)
      ? content.flatMap(block => (block.type === 'tool_use' ? [`${block.id} ${block.name}`] : []))
      : []
  })

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** An input that a tool would take, as far as its schema tells. */
const inputFor = ({ type, enum: values, properties = {}, required = [], items, anyOf }: Schema): unknown => {
  if (values) return values[0]
  if (anyOf?.[0]) return inputFor(anyOf[0])
  if (type === 'object')
    return Object.fromEntries(required.map(key => [key, inputFor(properties[key] ?? { type: 'string' })]))
  if (type === 'array') return items ? [inputFor(items)] : []
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? true : 'SUBTASK'
}

const NOTHING_TO_WAIT_FOR = ['Sleep']

test('every call of every tool, made, refused or wrong, has exactly one row of the ledger', async () => {
  const specs = (await readToolSpecs()).filter(({ name }) => !NOTHING_TO_WAIT_FOR.includes(name))
  const calls = [
    ...specs.flatMap(({ name, input_schema }) => [
      call(name, inputFor(input_schema as Schema) as object),
      call(name, {}),
    ]),
    call('NoSuchTool', { query: 'x' }),
  ]
  await using world = await createCompactionWorld({
    window: 1_000_000,
    replies: [
      { text: 'done', when: { lastUserText: /^SUBTASK/ }, repeat: true },
      ...calls.map((one, at) => ({ ...one, when: { lastUserText: `call ${at}.` } })),
      { text: 'Done.', repeat: true },
    ],
  })
  for (const at of calls.keys()) await world.ask(`call ${at}.`)
  const rows = rowsOf(world).filter(row => row.call !== undefined && row.agent === undefined)
  expect(rows.map(row => `${row.call} ${row.by}`).toSorted()).toEqual(callsIn(world).toSorted())
  expect(rows.length).toBeGreaterThanOrEqual(calls.length)
  // Who decided is known of everything that was decided about.
  expect(rows.filter(row => row.outcome === 'refused' && !row.approval)).toEqual([])
})

test('each row says what kind of call it was, what came of it and who decided', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    allow: ['Bash', 'Write'],
    deny: ['Bash(git push:*)', 'Read(secret.txt)', 'Edit(a.txt)'],
    files: { 'a.txt': 'a\n', 'secret.txt': 's\n' },
    replies: [
      bash('exit 3'),
      bash('true'),
      bash('git push'),
      call('Read', { file_path: 'a.txt' }),
      call('Read', { file_path: 'secret.txt' }),
      call('Edit', { file_path: 'a.txt', old_string: 'a', new_string: 'b' }),
      call('Write', { file_path: 'new.txt', content: 'n\n' }),
      call('Recall', { query: 'what was said' }),
      call('ToolSearch', { query: 'select:TaskUpdate' }),
      call('TaskCreate', { subject: 's', description: 'd' }),
      call('TaskUpdate', { taskId: '1', status: 'completed' }),
      { text: 'Done.' },
    ],
  })
  await world.ask('do it')
  const rows = rowsOf(world).filter(row => row.call !== undefined)
  expect(rows.map(row => [row.by, row.kind, row.outcome, row.approval?.by])).toEqual([
    ['Bash', 'run', 'exit 3', 'rule'],
    ['Bash', 'run', 'exit 0', expect.any(String)],
    ['Bash', 'run', 'refused', 'rule'],
    ['Read', 'read', 'done', 'workingDir'],
    ['Read', 'read', 'refused', 'rule'],
    ['Edit', 'write', 'refused', 'rule'],
    ['Write', 'write', 'created', 'rule'],
    ['Recall', 'read', 'done', expect.any(String)],
    ['ToolSearch', 'read', 'done', expect.any(String)],
    ['TaskCreate', 'run', 'done', expect.any(String)],
    ['TaskUpdate', 'run', 'done', expect.any(String)],
  ])
  expect(rows.find(row => row.by === 'TaskCreate')?.what).toBe('s')
})

test('a compaction is no turn, and the plan file is not said to lie in the working directory', async () => {
  await using tmp = tmpDir()
  const newSessionId = '00000000-0000-4000-8000-0000000abcde'
  const plan = { file_path: join(tmp.path, planName(newSessionId)), content: '# Plan\n' }
  await using world = await createCompactionWorld({
    window: 200_000,
    allow: ['Bash'],
    session: { newSessionId },
    onConfig: () => ({ plans: { own: tmp.path } }),
    replies: [
      SUMMARY,
      bash('true'),
      { text: 'One.' },
      call('Write', plan),
      { text: 'Two.' },
      bash('true'),
      { text: 'Three.' },
    ],
  })
  await world.ask('one')
  await world.engine.compact({})
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  await world.ask('two')
  await world.engine.compact({})
  await world.ask('three')
  const rows = rowsOf(world)
  const calls = rows.filter(row => row.call !== undefined)
  expect(calls.map(row => [row.turn, row.by, row.because, row.outcome])).toEqual([
    [1, 'Bash', 'one', 'exit 0'],
    [2, 'Write', 'two', 'created'],
    [3, 'Bash', 'three', 'exit 0'],
  ])
  expect(calls[1]?.approvedBy).toBe('nobody (no approval needed)')
  expect(new Set(rows.map(row => row.turn))).toEqual(new Set([1, 2, 3]))
})

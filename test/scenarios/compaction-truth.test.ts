import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../src/engine/plan/part.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createCompactionWorld, SUMMARY } from '../support/compaction-world.ts'
import type { World, WorldOptions } from '../support/engine-bench.ts'

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ tool: { name, input } })
const write = (file_path: string, content = 'x\n') => call('Write', { file_path, content })
const bash = (command: string) => call('Bash', { command })

type Answer = (request: PermissionRequest) => PermissionAnswer

const open = async (
  replies: readonly ScriptedReply[],
  answer: Answer = () => ({ behavior: 'allow' }),
  more: Omit<Partial<WorldOptions>, 'config' | 'scenario'> = {},
) => {
  const world = await createCompactionWorld({
    window: 200_000,
    ...more,
    replies: [SUMMARY, ...replies],
    onConfig: config => {
      Object.assign(config.permissions, { canAsk: true })
    },
  })
  void (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request')
        await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: answer(event.request),
        })
  })()
  return world
}

/** What the model reads after a compaction. */
const afterCompaction = async (world: World): Promise<string> => {
  await world.engine.compact({})
  await world.ask('AND NOW')
  return (world.model.requests.at(-1)?.messages ?? [])
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map(block => ('text' in block ? block.text : '')),
    )
    .join('\n')
}

const plans = (home: string): string => join(home, 'config', 'plans')
const declineFirst = (message: string, more: object = {}): Answer => {
  let asked = 0
  return () => (asked++ === 0 ? { behavior: 'deny', message, ...more } : { behavior: 'allow' })
}
const DONE = { text: 'Done.' }
const NOW = { text: 'ok', when: { lastUserText: 'AND NOW' } }

test('what the person said when they declined a call is carried, also when the call was made later; it counts once', async () => {
  await using world = await open(
    [write('a.txt', 'one\n'), write('a.txt', 'two\n'), DONE, NOW],
    declineFirst('USE THE WORD TWO'),
  )
  await world.ask('make a')
  const told = await afterCompaction(world)
  expect(told).toMatch(/<item kind="request">\n\(declined: \S+a\.txt\) USE THE WORD TWO\n<\/item>/)
  expect(told).toContain('wrote: a.txt — refused, then wrote it (created, 1 line)')
})

test.each([
  ['a question that ends the turn', write('a.txt'), { interrupt: true }],
  ['a mere look', call('Read', { file_path: '/etc/hostname' }), {}],
  ['a command', bash('touch x'), {}],
  ['a fetch', call('WebFetch', { url: 'https://example.com/', prompt: 'x' }), {}],
  ['an agent', call('Agent', { description: 'd', prompt: 'p' }), {}],
])('words that declined %s are carried over two compactions', async (_what, declined, more) => {
  await using world = await open(
    [declined, DONE, NOW, { ...NOW, repeat: true }],
    declineFirst('MIND THE GAP', more),
    { deny: [], files: {} },
  )
  await world.ask('try it')
  const asked = world.events.some(event => event.type === 'permission_request')
  const told = await afterCompaction(world)
  // Not every call is asked about; of those that are nothing is lost.
  expect(told.includes('MIND THE GAP')).toBe(asked)
  expect((await afterCompaction(world)).includes('MIND THE GAP')).toBe(asked)
})

test.each([
  ['a write', write('a.txt')],
  ['a mere look', call('Read', { file_path: '/etc/hostname' })],
  ['a command', bash('touch x')],
])('words that came with a yes to %s are carried', async (_what, approved) => {
  await using world = await open([approved, DONE, NOW], () => ({ behavior: 'allow', note: 'KEEP IT SHORT' }))
  await world.ask('do it')
  expect(await afterCompaction(world)).toMatch(
    /<item kind="request">\n\(approved: .*\) KEEP IT SHORT\n<\/item>/,
  )
})

test('words that declined a plan are carried, each', async () => {
  await using world = await createCompactionWorld({
    window: 200_000,
    replies: [SUMMARY, call('ExitPlanMode', {}), call('ExitPlanMode', {}), { ...DONE, repeat: true }],
    onConfig: config => {
      Object.assign(config.permissions, { canAsk: true, mode: 'plan' })
      return { plans: { own: plans(config.place.home) } }
    },
  })
  const { sessionId } = await world.engine.query('state')
  const directory = join(world.configHome, 'plans')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, planName(sessionId)), '# The plan')
  const words = ['FIRST SMALLER STEPS', 'THEN TESTS']
  void (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request')
        await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: { behavior: 'deny', message: words.shift() ?? '' },
        })
  })()
  await world.ask('plan it')
  const told = await afterCompaction(world)
  expect(['FIRST SMALLER STEPS', 'THEN TESTS'].filter(each => !told.includes(each))).toEqual(words)
  expect(words).toEqual([])
})

test('a reached goal is told, carried as reached, and its command as failed at first and passed then', async () => {
  const command = 'test -e done || exit 3; touch x'
  await using world = await open([
    bash(command),
    { text: 'Done?' },
    bash('touch done'),
    { text: 'Yes.' },
    NOW,
  ])
  await world.ask(`/goal $ ${command}`)
  const told = await afterCompaction(world)
  expect(told).toContain(`goal reached: $ ${command} (2 checks)`)
  expect(told).toContain(`ran: ${command} — failed (exit code 3), then succeeded`)
  expect(told).not.toContain('Work until that command')
})

test('without a compaction the next request says that the goal is reached, and once only', async () => {
  await using world = await open([
    { text: 'Yes.', when: { model: /sonnet/, lastUserText: 'Work until' } },
    { text: 'MET: seen.', when: { model: /haiku/ } },
    { ...NOW, repeat: true },
  ])
  await world.ask('/goal all is well')
  await world.ask('AND NOW')
  await world.ask('AND NOW again')
  const sent = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(sent.split('The goal of this session is reached').length).toBe(2)
})

test('a goal that the user cleared is told as such', async () => {
  await using world = await open([
    { text: 'Which one?', when: { model: /sonnet/, lastUserText: 'Work until' } },
    { text: 'NEEDS_USER: a choice.', when: { model: /haiku/ }, repeat: true },
    { ...NOW, repeat: true },
  ])
  await world.ask('/goal all is well')
  await world.ask('/goal clear')
  await world.ask('AND NOW')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('not checked any more')
})

const LINES = Array.from({ length: 3_000 }, (_, at) => `const value${at + 1} = ${'x'.repeat(20)}`)

test('after a compaction the model has the lines it edited and read last, not the head of the file, and the names of the rest', async () => {
  const small = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`small-${at}.txt`, `small ${at}\n`]))
  await using world = await open(
    [
      ...Object.keys(small).map(file_path => call('Read', { file_path })),
      call('Read', { file_path: 'long.ts', offset: 2_000, limit: 30 }),
      call('Read', { file_path: 'long.ts', offset: 2_500, limit: 10 }),
      call('Edit', { file_path: 'long.ts', old_string: LINES[2_009], new_string: 'const changed = 1' }),
      DONE,
      NOW,
      {
        tool: { name: 'Edit', input: { file_path: 'long.ts', old_string: LINES[2_011], new_string: 'y' } },
        when: { lastUserText: 'EDIT' },
      },
      { text: 'Edited.', when: { toolResult: { tool: 'Edit', isError: false } } },
    ],
    undefined,
    { files: { 'long.ts': `${LINES.join('\n')}\n`, ...small } },
  )
  await world.ask('edit it')
  const told = await afterCompaction(world)
  expect([
    told.includes('2010→const changed = 1'),
    told.includes('2505→'),
    told.includes('\n1→const'),
  ]).toEqual([true, true, false])
  expect(told).toMatch(/Files you had read that are not shown here:\n\S+small-\d/)
  // What was given back may be edited without another look.
  expect((await world.ask('EDIT')).report.text).toBe('Edited.')
})

const NEEDS_B = 'test -e b || { echo NO B; exit 4; }; touch c'

test.each([
  [
    'a command',
    [bash(NEEDS_B), bash('touch b'), bash(NEEDS_B)],
    `ran: ${NEEDS_B} — failed (exit code 4: "NO B"), then succeeded`,
  ],
  [
    'a write',
    [write('a.txt', 'one\n'), write('a.txt', 'two\n')],
    'wrote: a.txt — refused, then wrote it (created, 1 line)',
  ],
  [
    'an edit',
    ['new', 'newer'].map(new_string => call('Edit', { file_path: 'e.txt', old_string: 'old', new_string })),
    'wrote: e.txt — refused, then wrote it (+1 −1 lines)',
  ],
] as const)(
  'of %s that was made twice and ended differently both ends are told, over two compactions',
  async (what, calls, line) => {
    await using world = await open(
      [call('Read', { file_path: 'e.txt' }), ...calls, DONE, NOW, { ...NOW, repeat: true }],
      what === 'a command' ? undefined : declineFirst('WAIT'),
      { files: { 'e.txt': 'old\n' } },
    )
    await world.ask('do it')
    expect(await afterCompaction(world)).toContain(line)
    expect(await afterCompaction(world)).toContain(line)
  },
)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { createCompactionWorld, resumeWorld, SUMMARY } from '../support/compaction-world.ts'
import type { World } from '../support/engine-bench.ts'

const COMMAND = 'echo b > made.txt; touch started; until [ -e go ]; do sleep 0.02; done'
const ALLOW = ['Bash', 'Edit', 'Write', 'Read']
const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ tool: { name, input } })
const textOf = (world: World): string =>
  (world.model.requests.at(-1)?.messages ?? [])
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map(block => ('text' in block ? block.text : '')),
    )
    .join('\n')
const WITHIN = { timeout: 60_000, interval: 5 }
const until = (check: () => unknown) =>
  vi.waitFor(async () => {
    expect(await check()).toBeTruthy()
  }, WITHIN)

const bash = call('Bash', { command: COMMAND })
const END = { text: 'Done.', when: { toolResult: { tool: 'Bash' } } }
const agent = (more: object) =>
  call('Agent', { description: 'd', prompt: 'WORK', subagent_type: 'general-purpose', ...more })

const WAYS: readonly (readonly [string, readonly ScriptedReply[]])[] = [
  ['in the foreground', [{ ...bash, when: { lastUserText: 'GO' } }, END]],
  [
    'in the background',
    [
      { ...call('Bash', { command: COMMAND, run_in_background: true }), when: { lastUserText: 'GO' } },
      { text: 'Started.', when: { toolResult: { tool: 'Bash' } } },
    ],
  ],
  [
    'of an agent',
    [
      { ...agent({}), when: { lastUserText: 'GO' } },
      { ...bash, when: { lastUserText: 'WORK' } },
      END,
      { text: 'Heard.', when: { toolResult: { tool: 'Agent' } } },
    ],
  ],
  [
    'of a team member',
    [
      {
        tools: [
          { name: 'TeamCreate', input: { team_name: 'crew', description: 'd' } },
          agent({ name: 'ann', team_name: 'crew' }).tool,
        ],
        when: { lastUserText: 'GO' },
      },
      { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
      { ...bash, when: { lastUserText: 'WORK' } },
      END,
      { text: 'ok', when: { lastUserText: '<teammate-message from="ann"' }, repeat: true },
    ],
  ],
]

const open = async (ways: readonly ScriptedReply[]) => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true, allAtOnce: true })
  return await createCompactionWorld({
    window: 200_000,
    allow: ALLOW,
    files: { 'mine.txt': 'one\n', 'seen.txt': 'one\n' },
    replies: [SUMMARY, ...ways, { text: 'ok', when: { lastUserText: /AND NOW/ }, repeat: true }],
    onConfig: config => ({
      tools,
      wake: true,
      teams: {
        backend: 'files',
        directory: join(config.place.taskListDir ?? '', '..', '..', 'teams'),
        on: true,
      },
    }),
  })
}

test.each(WAYS)(
  'a file that the person saves while a command %s runs is not told as written by the session',
  async (_how, replies) => {
    await using world = await open(replies)
    const at = (name: string): string => join(world.dir, name)
    const turn = world.ask('GO')
    await until(() => existsSync(at('started')))
    writeFileSync(at('mine.txt'), 'one and more\n')
    writeFileSync(at('go'), '')
    await turn
    await until(async () =>
      (await world.engine.query('tasks')).every(
        ({ kind, status }) => kind === 'teammate' || status !== 'running',
      ),
    )
    await until(async () =>
      (await world.engine.query('runningAgents')).every(({ status }) => status !== 'running'),
    )
    await world.engine.idle()
    await world.ask('AND NOW')
    await world.engine.compact({})
    await world.ask('AND NOW again')
    const told = textOf(world)
    expect(told).toMatch(/(?:changed|during) [^\n]*\(by it or by somebody else\): mine\.txt/)
    expect(told).not.toMatch(/(?:wrote|deleted)[^\n]*(?:mine|made|started)/)
    await using again = await resumeWorld(world, {
      window: 200_000,
      replies: [SUMMARY, { text: 'ok', repeat: true }],
    })
    await again.engine.compact({})
    await again.ask('AND NOW')
    expect(textOf(again)).toMatch(/\(by it or by somebody else\): mine\.txt/)
    expect(textOf(again)).not.toMatch(/(?:wrote|deleted)[^\n]*mine/)
  },
)

test('a file the model has seen and the person saves while a command runs is not told as changed by calls', async () => {
  await using world = await open([
    { ...call('Read', { file_path: 'seen.txt' }), when: { lastUserText: 'READ' } },
    { text: 'Read it.', when: { toolResult: { tool: 'Read' } } },
    { ...bash, when: { lastUserText: 'GO' } },
    END,
  ])
  await world.ask('READ')
  const turn = world.ask('GO')
  await until(() => existsSync(join(world.dir, 'started')))
  writeFileSync(join(world.dir, 'seen.txt'), 'one and more\n')
  writeFileSync(join(world.dir, 'go'), '')
  await turn
  await world.ask('AND NOW')
  const told = textOf(world)
  expect(told).toContain('seen.txt (changed)')
  expect(told).not.toContain('nobody has changed them since')
  expect(told).toContain('A command of this session may have done it')
})

test.each([
  ['with the conversation left as it is', 'code', true],
  ['with the conversation', 'both', false],
] as const)('files that the person restored %s are told so, or not at all', async (_how, what, isTold) => {
  await using world = await open([
    { ...call('Write', { file_path: 'new.txt', content: 'x' }), when: { lastUserText: 'GO' } },
    { ...call('Bash', { command: 'echo y > mine.txt' }), when: { toolResult: { tool: 'Write' } } },
    END,
  ])
  await world.ask('AND NOW first')
  await world.ask('GO')
  const uuid = world.events.flatMap(event =>
    event.type === 'turn_started' ? [event.turn.userMessageUuid] : [],
  )[1]
  await world.engine.rewind({ messageUuid: uuid ?? '', what })
  expect([existsSync(join(world.dir, 'new.txt')), readFileSync(join(world.dir, 'mine.txt'), 'utf8')]).toEqual(
    [false, 'one\n'],
  )
  await world.ask('AND NOW')
  await world.engine.compact({})
  await world.ask('AND NOW again')
  const told = textOf(world)
  for (const name of ['mine.txt', 'new.txt'])
    expect(told.includes(`restored to an earlier state by the person: ${name}`)).toBe(isTold)
  expect(told).not.toMatch(/(?:wrote|deleted): mine\.txt/)
  expect(told).not.toMatch(/deleted: new\.txt|then deleted it/)
  expect(told.includes('wrote: new.txt')).toBe(isTold)
})

test('how a background command ended is still known to the next run of the program', async () => {
  await using world = await open([
    {
      tools: ['exit 0', 'exit 3', 'sleep 600'].map(command => ({
        name: 'Bash',
        input: { command, run_in_background: true },
      })),
      when: { lastUserText: 'GO' },
    },
    { text: 'Started.', when: { toolResult: { tool: 'Bash' } } },
    { text: 'ok', when: { lastUserText: /task-notification/ }, repeat: true },
  ])
  await world.ask('GO')
  await until(
    async () => (await world.engine.query('tasks')).filter(({ status }) => status === 'running').length === 1,
  )
  await world.engine.idle()
  await world.ask('AND NOW')
  await until(() =>
    ['ended with exit code 0', 'failed with exit code 3'].every(words => textOf(world).includes(words)),
  )
  await world.engine.idle()
  await world.engine[Symbol.asyncDispose]()
  await using again = await resumeWorld(world, {
    window: 200_000,
    replies: [SUMMARY, { text: 'ok', repeat: true }],
  })
  await again.engine.compact({})
  await again.ask('AND NOW')
  expect(textOf(again)).toContain('ran: exit 0 (exit code 0)')
  expect(textOf(again)).toContain('ran: exit 3 — failed: exit code 3')
  expect(textOf(again)).toContain('ran: sleep 600 — interrupted, its effect is unknown')
})

test('a file that was written once counts once, also behind what the harness says in a turn', async () => {
  await using world = await open([
    {
      ...call('Write', { file_path: 'new.txt', content: 'x' }),
      when: { lastUserText: 'Work until that command' },
    },
    { text: 'Done.', when: { toolResult: { tool: 'Write' } } },
  ])
  await world.ask('/goal $ ls | grep -q ne')
  await world.engine.compact({})
  await world.ask('AND NOW')
  expect(textOf(world)).toContain('wrote: new.txt (created, 1 line)')
})

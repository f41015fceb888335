import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'

// What is said of the work after a compaction, a resume, in another language, and of runs that others made.

type Reply = Scenario['replies'][number]
const bash = (command: string, more = {}): Reply => ({ tool: { name: 'Bash', input: { command, ...more } } })
const write = (file_path: string, content = 'x\n'): Reply => ({
  tool: { name: 'Write', input: { file_path, content } },
})
const FILES = { 'test.sh': 'echo "3 passed"; exit 0\n', 'red.test.sh': 'echo "1 failed, 2 passed"; exit 1\n' }
const open = (replies: readonly Reply[], more: Partial<WorldOptions> = {}) =>
  createWorld({ files: FILES, allow: ['Bash', 'Write', 'Edit'], ...more, scenario: { replies } })

const notes = ({ events }: World): readonly string[] =>
  events.flatMap(event => (event.type === 'notice' && event.level !== 'error' ? [event.text] : []))

test('a run before a compaction still counts, and so does an edit after it', async () => {
  const replies = [
    write('a.ts'),
    bash('sh test.sh'),
    { text: 'Ran.' },
    { text: 'All tests pass.', when: { lastUserText: 'HOW' }, repeat: true },
    { ...write('b.ts'), when: { lastUserText: 'MORE' } },
    { text: 'All tests pass.', when: { toolResult: { tool: 'Write' } } },
    { text: 'A summary of it.', repeat: true },
  ] as readonly Reply[]
  await using world = await open(replies)
  await world.ask('go')
  await world.engine.compact({})
  await world.ask('HOW')
  expect(notes(world).filter(note => note.includes('All tests pass'))).toEqual([])
  await world.ask('MORE')
  expect(notes(world).filter(note => note.startsWith('Out of date'))).toHaveLength(1)
})

test('after a resume the runs of before count, and the lies of before are still lies', async () => {
  await using first = await open([write('a.ts'), bash('sh red.test.sh'), { text: 'It is red.' }])
  await first.ask('go')
  await using again = await open([{ text: 'All tests pass.' }, { text: 'They do not.' }], {
    in: first,
    session: { resume: { path: first.sessionPath, fork: false } },
  })
  await again.ask('how is it?')
  expect(notes(again).filter(note => note.startsWith('Not so'))).toHaveLength(1)
})

test('in a Chinese prompt the model is told in Chinese', async () => {
  await using world = await open([write('a.ts'), { text: '测试全部通过。' }, { text: '我没有运行测试。' }], {
    config: ({ prompt }) => ({ prompt: { ...prompt, promptLanguage: 'zh' } }),
  })
  await world.ask('go')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))).toContain('没有运行过相应的检查')
})

test('a run of an agent counts for who gave it the work', async () => {
  await using world = await open([
    write('a.ts'),
    { tool: { name: 'Agent', input: { description: 'd', prompt: 'RUN THE TESTS' } } },
    { ...bash('sh test.sh'), when: { lastUserText: 'RUN THE TESTS' } },
    { text: 'They pass.', when: { toolResult: { tool: 'Bash' } } },
    { text: 'All tests pass.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'As I see it.', repeat: true },
  ] as readonly Reply[])
  await world.ask('go')
  expect(notes(world).filter(note => note.includes('All tests pass'))).toEqual([])
})

test('what an agent changed after the run makes it an old one', async () => {
  await using world = await open([
    bash('sh test.sh'),
    { tool: { name: 'Agent', input: { description: 'd', prompt: 'CHANGE IT' } } },
    { ...write('b.ts'), when: { lastUserText: 'CHANGE IT' } },
    { text: 'Changed.', when: { toolResult: { tool: 'Write' } } },
    { text: 'All tests pass.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'As I see it.', repeat: true },
  ] as readonly Reply[])
  await world.ask('go')
  expect(notes(world).filter(note => note.startsWith('Out of date'))).toHaveLength(1)
})

test('a red run of an agent is one, whatever is said of it', async () => {
  await using world = await open([
    write('a.ts'),
    { tool: { name: 'Agent', input: { description: 'd', prompt: 'RUN THE TESTS' } } },
    { ...bash('sh red.test.sh'), when: { lastUserText: 'RUN THE TESTS' } },
    { text: 'Done here.', when: { toolResult: { tool: 'Bash' } } },
    { text: 'All tests pass.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'As I see it.', repeat: true },
  ] as readonly Reply[])
  await world.ask('go')
  expect(notes(world).filter(note => note.includes('All tests pass'))).toHaveLength(1)
})

test('what still runs in the background has shown nothing yet', async () => {
  await using world = await open([
    write('a.ts'),
    bash('sh test.sh; until [ -e go ]; do sleep 0.05; done', { run_in_background: true }),
    { text: 'The tests pass.' },
    { text: 'They still run.' },
  ])
  await world.ask('go')
  expect(notes(world).filter(note => note.startsWith('Not known yet'))).toHaveLength(1)
})

test('what an agent says in its own report is not held against the conversation', async () => {
  await using world = await open([
    { tool: { name: 'Agent', input: { description: 'd', prompt: 'LIE' } } },
    { text: 'All tests pass.', when: { lastUserText: 'LIE' } },
    { text: 'The agent reports back; I have not checked it.', when: { toolResult: { tool: 'Agent' } } },
    { text: 'As I see it.', repeat: true },
  ] as readonly Reply[])
  await world.ask('go')
  expect(notes(world).filter(note => note.includes('Not checked'))).toEqual([])
})

const schema = { type: 'object', properties: {} }
const SERVER = {
  tools: [
    ...['run_tests', 'runBuild', 'execute_command', 'list_tests', 'write_file', 'red_tests'].map(name => ({
      ...{ name, description: 'A tool.', inputSchema: schema },
    })),
    { name: 'lint', description: 'Looks.', inputSchema: schema, annotations: { readOnlyHint: true } },
  ],
  writes: true,
  fails: 'runBuild',
}
const served = (name: string, input: object = {}): Reply => ({
  tool: { name: `mcp__ide__${name}`, input: input as Readonly<Record<string, unknown>> },
})
const GREEN = { text: '12 passed, 0 failed' }

/** What a server's tools ran, and what is said of it: `doubt` is how the note begins. */
const SERVED: readonly {
  readonly name: string
  readonly work: readonly Reply[]
  readonly says: string
  readonly doubt?: string
}[] = [
  { name: 'a green run', work: [write('a.ts'), served('run_tests', GREEN)], says: 'All tests pass.' },
  {
    name: 'a green run of a command',
    work: [write('a.ts'), served('execute_command', { command: 'npm test', text: 'Exit code: 0' })],
    says: 'All tests pass.',
  },
  {
    name: 'a look',
    work: [write('a.ts'), served('lint', { text: '0 problems' })],
    says: 'Lint is clean.',
  },
  {
    name: 'in a script',
    work: [
      write('a.ts'),
      {
        tool: {
          name: 'Script',
          input: { code: "return await tools.mcp__ide__run_tests({ text: '12 passed, 0 failed' })" },
        },
      },
    ],
    says: 'All tests pass.',
  },
  {
    name: 'a red run',
    work: [write('a.ts'), served('run_tests', { text: '1 failed, 11 passed' })],
    says: 'All tests pass.',
    doubt: 'Not so',
  },
  {
    name: 'a red run of a command',
    work: [write('a.ts'), served('execute_command', { command: 'npm test', text: 'Exit code: 1' })],
    says: 'All tests pass.',
    doubt: 'Not so',
  },
  {
    name: 'an error',
    work: [write('a.ts'), served('runBuild', { text: 'cannot' })],
    says: 'The build passes.',
    doubt: 'Not so',
  },
  {
    name: 'nothing that says how it went',
    work: [write('a.ts'), served('run_tests', { text: 'done' })],
    says: 'All tests pass.',
    doubt: 'Not shown',
  },
  {
    name: 'a list of tests is no run',
    work: [write('a.ts'), served('list_tests', { text: '12 passed' })],
    says: 'All tests pass.',
    doubt: 'Not checked',
  },
  {
    name: 'another command',
    work: [write('a.ts'), served('execute_command', { command: 'echo hi', text: '12 passed' })],
    says: 'All tests pass.',
    doubt: 'Not checked',
  },
  {
    name: 'a part',
    work: [write('a.ts'), served('run_tests', { ...GREEN, filter: 'parser' })],
    says: 'The full test suite passes.',
    doubt: 'In part',
  },
  {
    name: 'an edit after the run',
    work: [served('run_tests', GREEN), write('a.ts')],
    says: 'All tests pass.',
    doubt: 'Out of date',
  },
  {
    name: 'an edit by a tool after the run',
    work: [served('run_tests', GREEN), served('write_file', { path: 'src/b.ts', text: 'written' })],
    says: 'All tests pass.',
    doubt: 'Out of date',
  },
]

test('runs and edits of tools of servers count like those of commands', async () => {
  const wrong: string[] = []
  for (const { name, work, says, doubt } of SERVED) {
    await using world = await open([...work, { text: says }, { text: 'As I see it.', repeat: true }], {
      files: { ...FILES, 'src/b.ts': 'b\n' },
      allow: ['Bash', 'Write', 'Edit', 'mcp__ide'],
      config: withServers([{ name: 'ide', config: sampleServer(SERVER) }]),
    })
    await world.ask('go')
    const [note = 'quiet', ...more] = notes(world).filter(text => text.includes(says))
    if (!(doubt === undefined ? note === 'quiet' : note.startsWith(doubt))) wrong.push(`${name}: ${note}`)
    if (more.length > 0) wrong.push(`${name}: ${more.join()}`)
  }
  expect(wrong).toEqual([])
}, 60_000)

test('a run of a member of a team counts for its leader', async () => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true, allAtOnce: true })
  const spawn = { description: 'd', prompt: 'RUN THE TESTS', name: 'ann', team_name: 'crew' }
  await using world = await open(
    [
      {
        tools: [
          { name: 'TeamCreate', input: { team_name: 'crew', description: 'd' } },
          { name: 'Agent', input: spawn },
        ],
        when: { lastUserText: 'GO' },
      },
      { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
      { ...bash('sh test.sh'), when: { lastUserText: 'RUN THE TESTS' } },
      { text: 'They are green here.', when: { toolResult: { tool: 'Bash' } } },
      { text: 'All tests pass.', when: { lastUserText: '<teammate-message' }, repeat: true },
      { text: 'As I see it.', repeat: true },
    ] as readonly Reply[],
    {
      config: config => ({
        ...{ tools, wake: true },
        teams: { backend: 'files', directory: `${config.place.taskListDir ?? ''}/../../teams`, on: true },
      }),
    },
  )
  await world.ask('GO')
  await expect
    .poll(() => world.events.some(event => JSON.stringify(event).includes('All tests pass.')), {
      timeout: 30_000,
    })
    .toBe(true)
  await world.engine.idle()
  expect(notes(world).filter(note => note.includes('All tests pass'))).toEqual([])
})

import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'

// Models that say of their work what is so, and what is not: each scripted, each command really run.

type Reply = Scenario['replies'][number]
const bash = (command: string): Reply => ({ tool: { name: 'Bash', input: { command } } })
const write = (file_path: string, content = 'x\n'): Reply => ({
  tool: { name: 'Write', input: { file_path, content } },
})
const script = (code: string): Reply => ({ tool: { name: 'Script', input: { code } } })

const FILES = {
  'test.sh': 'echo "3 passed"; exit 0\n',
  'red.test.sh': 'echo "1 failed, 2 passed"; exit 1\n',
  'quiet-red.test.sh': 'echo "2 tests failed"; exit 0\n',
  'one.test.sh': 'echo "1 passed"\n',
  'none.test.sh': 'echo "No tests found"\n',
  'build.sh': 'exit 0\n',
  'lint.sh': 'exit 0\n',
  'errors.test.sh': 'echo "ok tells 3 errors to people"; echo "4 passed"\n',
  'pkg/test.sh': 'exit 0\n',
}

interface Case {
  readonly name: string
  readonly work: readonly Reply[]
  readonly says: string
  /** What the ledger says of it; absent: nothing. */
  readonly doubt?: 'never' | 'failed' | 'running' | 'unclear' | 'stale' | 'partial'
}

const CASES: readonly Case[] = [
  // Lies.
  { name: 'nothing was run', work: [write('a.ts')], says: 'All tests pass.', doubt: 'never' },
  { name: 'nothing was run or changed', work: [], says: 'I ran the suite: 12 tests passed.', doubt: 'never' },
  {
    name: 'the last run failed',
    work: [write('a.ts'), bash('sh red.test.sh')],
    says: 'The tests pass now.',
    doubt: 'failed',
  },
  {
    name: 'an edit after the run',
    work: [bash('sh test.sh'), write('a.ts')],
    says: 'All tests are green.',
    doubt: 'stale',
  },
  {
    name: 'an edit by a command after the run',
    work: [bash('sh test.sh'), bash("echo 'b' > b.ts")],
    says: 'Tests pass.',
    doubt: 'stale',
  },
  {
    name: 'an edit in the same line, after the run',
    work: [bash('sh test.sh && echo b > b.ts')],
    says: 'Tests pass.',
    doubt: 'stale',
  },
  {
    name: 'the exit code was thrown away',
    work: [write('a.ts'), bash('sh build.sh || true')],
    says: 'The build succeeds.',
    doubt: 'unclear',
  },
  {
    name: 'a run that ended well and summed up failures',
    work: [bash('sh quiet-red.test.sh')],
    says: 'All tests pass.',
    doubt: 'failed',
  },
  {
    name: 'a run that found no tests',
    work: [write('a.ts'), bash('sh none.test.sh')],
    says: 'Everything passes, all tests green.',
    doubt: 'unclear',
  },
  {
    name: 'a part was run',
    work: [write('a.ts'), bash('sh test.sh tests/one.test.sh')],
    says: 'The full test suite passes.',
    doubt: 'partial',
  },
  {
    name: 'tests were run, the build was not',
    work: [write('a.ts'), bash('sh lint.sh')],
    says: 'The build passes without errors.',
    doubt: 'never',
  },
  { name: 'types were not checked', work: [write('a.ts')], says: 'Type checking is clean.', doubt: 'never' },
  {
    name: 'a failure was hidden behind tail',
    work: [bash('sh red.test.sh | tail -5')],
    says: 'Tests pass.',
    doubt: 'failed',
  },
  {
    name: 'done, with the last check red',
    work: [write('a.ts'), bash('sh red.test.sh')],
    says: 'Done. The parser now handles empty input.',
    doubt: 'failed',
  },
  {
    name: 'another package was tested',
    work: [write('a.ts'), bash('cd pkg && sh test.sh')],
    says: 'Tests pass.',
    doubt: 'stale',
  },
  {
    name: 'in Chinese, nothing run',
    work: [write('a.ts')],
    says: '已修改解析器，所有测试均已通过。',
    doubt: 'never',
  },
  { name: 'in Chinese, red', work: [bash('sh red.test.sh')], says: '问题已修复。', doubt: 'failed' },
  {
    name: 'a green run of a script, then an edit in it',
    work: [
      script(
        "await tools.Bash({ command: 'sh test.sh' }); await tools.Write({ file_path: 'z.ts', content: '1' })",
      ),
    ],
    says: 'All tests pass.',
    doubt: 'stale',
  },
  // True, or no claim.
  { name: 'a run after the edit', work: [write('a.ts'), bash('sh test.sh')], says: 'All tests pass.' },
  {
    name: 'a run in the line of the edit',
    work: [bash('echo b > b.ts && sh test.sh')],
    says: 'All tests pass.',
  },
  {
    name: 'its output shows what tail hides',
    work: [write('a.ts'), bash('sh test.sh 2>&1 | tail -3')],
    says: 'Tests: 3 passed.',
  },
  {
    name: 'prose after the run',
    work: [write('a.ts'), bash('sh test.sh'), write('notes.md')],
    says: 'Done; tests pass and the notes are written.',
  },
  {
    name: 'red, mended, green',
    work: [bash('sh red.test.sh'), bash('echo exit 0 > red.test.sh'), bash('sh red.test.sh')],
    says: 'Fixed: the test passes.',
  },
  { name: 'as many as ran', work: [write('a.ts'), bash('sh one.test.sh')], says: 'All 1 tests pass.' },
  {
    name: 'a wish',
    work: [write('a.ts')],
    says: 'The tests should pass now, but I could not run them here.',
  },
  { name: 'a condition', work: [write('a.ts')], says: 'Once the tests pass, merge it.' },
  {
    name: 'a failure, said as it is',
    work: [bash('sh red.test.sh')],
    says: '1 test failed, 2 passed: the parser is still wrong.',
  },
  {
    name: 'done, where there is nothing to run',
    work: [write('notes.md')],
    says: 'Done: the notes are written.',
  },
  {
    name: 'names of tests speak of errors',
    work: [write('a.ts'), bash('sh errors.test.sh')],
    says: 'Tests pass.',
  },
  {
    name: 'what runs elsewhere',
    work: [bash('echo gh run view 7 > /dev/null; true; curl -s http://127.0.0.1:9/; true')],
    says: 'CI is done: all tests pass.',
  },
  {
    name: 'in Chinese, after the edit',
    work: [write('a.ts'), bash('sh test.sh')],
    says: '修改完成，全部测试通过。',
  },
  { name: 'in Chinese, not run', work: [write('a.ts')], says: '我没有运行测试，应该可以通过。' },
]

const open = (work: readonly Reply[], more: Partial<WorldOptions> = {}, last: readonly Reply[] = []) =>
  createWorld({
    files: FILES,
    allow: ['Bash', 'Write', 'Edit'],
    ...more,
    scenario: { replies: [...work, ...last, { text: 'As I see it.' }] },
  })

const told = ({ model }: World): readonly string[] =>
  model.requests.flatMap(({ messages }) => {
    const text = JSON.stringify(messages.at(-1))
    return text.includes('The record of this session does not show it') ? [text] : []
  })
const WORDS = {
  never: 'nothing of the kind was run',
  failed: 'failed',
  running: 'is still running',
  unclear: 'does not show how it went',
  stale: 'was changed after',
  partial: 'runs only a part',
}

test('what models say is held against what was done: no lie passes, and what is so is left alone', async () => {
  const wrong: string[] = []
  for (const { name, work, says, doubt } of CASES) {
    await using world = await open(work, {}, [{ text: says }])
    await world.ask('go')
    const [news, ...more] = told(world)
    const isRight = doubt === undefined ? news === undefined : news?.includes(WORDS[doubt]) === true
    if (!isRight || more.length > 0) wrong.push(`${name}: ${news ?? 'quiet'}`)
  }
  expect(wrong).toEqual([])
}, 60_000)

const claim = (): Reply => ({ text: 'All tests pass.' })

test('the model is told once in a turn, the person each time', async () => {
  await using world = await open([write('a.ts')], {}, [claim(), claim(), claim(), claim()])
  await world.ask('go')
  expect(told(world)).toHaveLength(1)
  const notes = world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
  const note = 'Not checked: “All tests pass.” — nothing of the kind was run.'
  expect(notes).toEqual([note, note])
  await world.ask('again')
  expect(told(world)).toHaveLength(2)
})

test('switched off, and in plan mode, nothing is held against anything', async () => {
  await using off = await open(
    [],
    { config: ({ limits }) => ({ limits: { ...limits, trustsClaims: true } }) },
    [claim()],
  )
  await off.ask('go')
  await using plan = await open([], {}, [claim()])
  await plan.engine.send({ type: 'set_mode', mode: 'plan' })
  await plan.ask('go')
  expect([...told(off), ...told(plan)]).toEqual([])
})

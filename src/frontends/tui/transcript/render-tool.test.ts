import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../test/support/any-character.ts'
import { bare, fakeView, readyRichText } from '../../../../test/support/fake-look.ts'
import { presented } from '../../../../test/support/presented.ts'
import { sampleSize } from '../../../../test/support/sample-size.ts'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import type { ToolItem } from '../state/item.ts'
import { loadWords } from '../text/words.ts'
import type { View } from './render-options.ts'
import { renderTool } from './render-tool.ts'

let view: View
beforeAll(async () => {
  view = await fakeView({ rich: await readyRichText() })
})

const call = (name: string, input: unknown, more: Partial<ToolItem> = {}): ToolItem =>
  presented<ToolItem>({
    kind: 'tool',
    id: 'c1',
    name,
    input,
    state: 'done',
    ...more,
  })
const show = (item: ToolItem, more: Partial<View> = {}) => bare(renderTool(item, { ...view, ...more }))
const count = (number: number) => Array.from({ length: number }, (_, at) => `line ${at + 1}`).join('\n')

test.each<[string, ToolItem, readonly string[]]>([
  [
    'a file read',
    call('Read', { file_path: '/w/src/a.ts' }, { output: { type: 'text', file: { numLines: 12 } } }),
    ['● Read src/a.ts', '  └ 12 lines'],
  ],
  [
    'a part of a file',
    call(
      'Read',
      { file_path: '/x/b', offset: 5, limit: 10 },
      { output: { type: 'text', file: { numLines: 1 } } },
    ),
    ['● Read /x/b:5–14', '  └ 1 line'],
  ],
  [
    'a file under another name for it',
    call('Read', { path: '/w/src/a.ts' }, { output: { type: 'text', file: { numLines: 2 } } }),
    ['● Read src/a.ts', '  └ 2 lines'],
  ],
  [
    'a picture',
    call('Read', { file_path: 'p.png' }, { output: { type: 'image', file: { originalSize: 2_048 } } }),
    ['● Read p.png', '  └ Picture, 2.0 KB'],
  ],
  [
    'a document',
    call('Read', { file_path: 'd.pdf' }, { output: { type: 'pdf', file: { totalPages: 3 } } }),
    ['● Read d.pdf', '  └ 3 pages'],
  ],
  [
    'a notebook',
    call('Read', { file_path: 'n.ipynb' }, { output: { type: 'notebook', file: { cells: [1, 2] } } }),
    ['● Read n.ipynb', '  └ 2 cells'],
  ],
  [
    'an unchanged file',
    call('Read', { file_path: 'a' }, { output: { type: 'file_unchanged' } }),
    ['● Read a', '  └ Unchanged since last read'],
  ],
  [
    'an edit',
    call(
      'Edit',
      { file_path: '/w/a.ts' },
      { output: { structuredPatch: [{ oldStart: 3, newStart: 3, lines: [' x', '-old', '+new', '+er'] }] } },
    ),
    [
      '● Edit a.ts',
      '  └ 2 lines added, 1 removed',
      '      3   x',
      '      4 - old',
      '      4 + new',
      '      5 + er',
    ],
  ],
  [
    'a new file',
    call('Write', { file_path: '/w/n.ts' }, { output: { type: 'create', content: 'a\nb\n' } }),
    ['● Write n.ts', '  └ Created, 2 lines', '      1 + a', '      2 + b'],
  ],
  [
    'a command',
    call('Bash', { command: 'ls -l' }, { output: { stdout: 'a\nb\n', stderr: '', exitCode: 0 } }),
    ['● Bash ls -l', '  └ a', '    b'],
  ],
  [
    'a command of several lines with much output',
    call('Bash', { command: 'make\nmake test' }, { output: { stdout: count(20), exitCode: 0 } }),
    [
      '● Bash make …',
      '  └ line 1',
      '    line 2',
      '    line 3',
      '    … 14 lines hidden (Ctrl-O to expand)',
      '    line 18',
      '    line 19',
      '    line 20',
    ],
  ],
  [
    'a command without output',
    call('Bash', { command: 'true' }, { output: { stdout: '', stderr: '', exitCode: 0 } }),
    ['● Bash true', '  └ no output'],
  ],
  [
    'a command that failed',
    call('Bash', { command: 'false' }, { state: 'failed', output: { stdout: 'oh', exitCode: 2 } }),
    ['✗ Bash false', '  └ exit code 2', '    oh'],
  ],
  [
    'a command that took too long',
    call(
      'Bash',
      { command: 'x' },
      { state: 'failed', output: { stdout: '', exitCode: null, timedOutAfterMs: 120_000 } },
    ),
    ['✗ Bash x', '  └ stopped after 2 min 0 s'],
  ],
  [
    'a command in the background',
    call(
      'Bash',
      { command: 'serve' },
      { state: 'background', output: { stdout: '', backgroundTaskId: 'b7' } },
    ),
    ['● Bash serve', '  └ Sent to background as b7'],
  ],
  [
    'a progress bar',
    call('Bash', { command: 'dl' }, { output: { stdout: '10%\r50%\r100%\nok\r\n', exitCode: 0 } }),
    ['● Bash dl', '  └ 100%', '    ok'],
  ],
  [
    'files found',
    call('Glob', { pattern: '**/*.ts', path: '/w/src' }, { output: { numFiles: 100, totalMatches: 240 } }),
    ['● Glob **/*.ts in src', '  └ 240 files'],
  ],
  [
    'lines found',
    call('Grep', { pattern: 'foo' }, { output: { mode: 'content', numFiles: 2, numLines: 7 } }),
    ['● Grep foo', '  └ 7 lines in 2 files'],
  ],
  [
    'nothing found',
    call('Grep', { pattern: 'x' }, { output: { numFiles: 0 } }),
    ['● Grep x', '  └ Nothing found'],
  ],
  [
    'a page',
    call('WebFetch', { url: 'https://a.b' }, { output: { code: 200, bytes: 10, note: '' } }),
    ['● WebFetch https://a.b', '  └ Status 200, 10 bytes'],
  ],
  [
    'a web search',
    call(
      'WebSearch',
      { query: 'q' },
      { output: { query: 'q', results: [{ title: 'T', url: 'https://t' }] } },
    ),
    ['● WebSearch q', '  └ 1 result', '    T (https://t)'],
  ],
  [
    'todos',
    call('TodoWrite', {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'in_progress', activeForm: 'Doing b' },
        { content: 'c', status: 'pending' },
      ],
    }),
    ['● TodoWrite 1 of 3 done', '  └ ✓ a', '    ▸ Doing b', '    ○ c'],
  ],
  [
    'a task made',
    call('TaskCreate', { subject: 'Fix' }, { output: { task: { id: '3' } } }),
    ['● TaskCreate Fix', '  └ Task 3'],
  ],
  [
    'a task changed',
    call('TaskUpdate', { taskId: '3' }, { output: { statusChange: { from: 'pending', to: 'in_progress' } } }),
    ['● TaskUpdate task 3', '  └ Now in progress'],
  ],
  [
    'the list of tasks',
    call('TaskList', {}, { output: { tasks: [{ id: '1', subject: 's', status: 'completed' }] } }),
    ['● TaskList', '  └ ✓ 1. s'],
  ],
  [
    'output of a task',
    call(
      'TaskOutput',
      { task_id: 'b1' },
      { output: { task: { status: 'running', description: 'serve' }, output: 'up\n' } },
    ),
    ['● TaskOutput task b1', '  └ serve: running', '    up'],
  ],
  [
    'a task stopped',
    call('TaskStop', { task_id: 'b1' }, { output: { message: 'Stopped.' } }),
    ['● TaskStop task b1', '  └ Stopped.'],
  ],
  [
    'a question answered',
    call(
      'AskUserQuestion',
      { questions: [{ question: 'Which?', header: 'Kind' }] },
      {
        output: { questions: [{ question: 'Which?' }, { question: 'Why?' }], answers: { 'Which?': 'this' } },
      },
    ),
    ['● AskUserQuestion Kind', '  └ Which? this', '    Why? no answer'],
  ],
  [
    'a question answered with a note',
    call(
      'AskUserQuestion',
      { questions: [{ question: 'Which?', header: 'Kind' }] },
      {
        output: {
          questions: [{ question: 'Which?' }],
          answers: { 'Which?': 'this' },
          annotations: { 'Which?': { notes: 'but soon' } },
        },
      },
    ),
    ['● AskUserQuestion Kind', '  └ Which? this', '      but soon'],
  ],
  [
    'a plan',
    call('ExitPlanMode', { planFilePath: '/w/p.md' }, { output: { plan: '# Do\n- a' } }),
    ['● Plan p.md', '  └ Plan approved', '', '    Do', '', '    • a'],
  ],
  [
    'plan mode, in words for the person',
    call(
      'EnterPlanMode',
      {},
      { output: { planFilePath: '/h/p.md' }, text: 'Plan mode is on. The plan belongs in /h/p.md.' },
    ),
    ['● Plan mode', '  └ Nothing changes until you approve the plan'],
  ],
  [
    'an agent that is done',
    call(
      'Agent',
      { description: 'find it', subagent_type: 'Explore' },
      { output: { status: 'completed', totalToolUseCount: 12, totalTokens: 8_200, totalDurationMs: 34_000 } },
    ),
    ['● Explore find it · 12 tool uses · 8.2k tokens · 34 s'],
  ],
  [
    'tools loaded',
    call('ToolSearch', { query: 'web' }, { output: { matches: ['A', 'B'] } }),
    ['● ToolSearch web', '  └ Loaded A, B'],
  ],
  [
    'the next round of a loop, without the words for the model',
    call(
      'ScheduleWakeup',
      { delaySeconds: 90, reason: 'it builds' },
      { output: { stopped: false, delaySeconds: 90 }, text: 'End your turn now.' },
    ),
    ['● ScheduleWakeup it builds', '  └ Next round in 1 min 30 s'],
  ],
  [
    'a schedule',
    call('CronCreate', { cron: '0 9 * * *', prompt: 'look' }, { output: { id: 'ab12', nextAt: 'Tue' } }),
    ['● CronCreate 0 9 * * *, look', '  └ Schedule ab12, next Tue'],
  ],
  [
    'all schedules',
    call('CronList', {}, { output: { jobs: [{ id: 'ab12', cron: '0 9 * * *', prompt: 'look' }] } }),
    ['● CronList', '  └ ab12  0 9 * * *  look'],
  ],
  [
    'a tool of a server',
    call('mcp__git__log', { repo: 'x', n: 3 }, { text: 'one\ntwo' }),
    ['● git · log repo: x, n: 3', '  └ one', '    two'],
  ],
  [
    'a tool without a result',
    call('Sleep', { duration_ms: 90_000, reason: 'rest' }),
    ['● Sleep 1 min 30 s, rest', '  └ no output'],
  ],
  [
    'output of an unexpected kind',
    call('Read', { file_path: 'a' }, { output: 'text', text: count(9) }),
    [
      '● Read a',
      '  └ line 1',
      '    line 2',
      '    line 3',
      '    line 4',
      '    … 5 lines hidden (Ctrl-O to expand)',
    ],
  ],
])('%s', (_, item, expected) => {
  expect(show(item)).toEqual(expected)
})

test.each<[ToolItem['state'], readonly string[]]>([
  ['arriving', ['○ Bash npm test']],
  ['waiting', ['○ Bash npm test · waiting']],
  ['running', ['● Bash npm test · 12 s', '  └ l3', '    l4', '    l5', '    l6', '    l7']],
  ['failed', ['✗ Bash npm test', '  └ It broke.']],
  ['denied', ['✗ Bash npm test', '  └ denied', '    It broke.']],
  ['interrupted', ['● Bash npm test', '  └ interrupted', '    l3', '    l4', '    l5', '    l6', '    l7']],
  ['background', ['● Bash npm test', '  └ Sent to background']],
])('a call that is %s', (state, expected) => {
  const item = call(
    'Bash',
    { command: 'npm test' },
    { state, startedAt: 88_000, text: 'It broke.', progress: { text: 'l1\nl2\nl3\nl4\nl5\nl6\nl7\n' } },
  )
  expect(show(item)).toEqual(expected)
})

test('an interrupted command shows what it had printed', () => {
  const output = { stdout: 'one\ntwo\n', stderr: '', interrupted: true, exitCode: null }
  const item = call('Bash', { command: 'npm test' }, { state: 'interrupted', text: 'x', output })
  expect(show(item)).toEqual(['● Bash npm test', '  └ interrupted', '    one', '    two'])
})

test('the verbose view unfolds', () => {
  const item = call('Bash', { command: 'a\nb' }, { output: { stdout: count(20), exitCode: 0 } })
  expect(show(item, { verbose: true })).toHaveLength(21)
  const read = call(
    'Read',
    { file_path: 'a' },
    { text: count(3), output: { type: 'text', file: { numLines: 3 } } },
  )
  expect(show(read, { verbose: true })).toEqual([
    '● Read a',
    '  └ 3 lines',
    '    line 1',
    '    line 2',
    '    line 3',
  ])
})

test('a screen reader hears the state', () => {
  const item = call('Bash', { command: 'x' }, { state: 'failed', output: { stdout: 'no', exitCode: 1 } })
  expect(show(item, { plain: true })).toEqual(['Bash x (failed)', '  exit code 1', '  no'])
})

test('a failed call is told to people in a sentence; the whole view has what the model was told', async () => {
  const told = '/w/a.ts has not been read. Read it first, then edit it.'
  const item = call('Edit', { file_path: '/w/a.ts' }, { state: 'failed', text: told })
  expect(show(item)).toEqual(['✗ Edit a.ts', "  └ The model hasn't read this part of the file yet"])
  expect(show(item, { verbose: true })).toEqual(['✗ Edit a.ts', `  └ ${told}`])
  expect(show(item, { words: await loadWords('zh') })[1]).toBe('  └ 模型还没有读过文件的这一部分')
  const server = call('mcp__x__y', {}, { state: 'failed', text: 'Give me a break. Use force.' })
  expect(show(server).at(-1)).toBe('  └ Give me a break. Use force.')
})

test('states and amounts are said in Chinese', async () => {
  const words = await loadWords('zh')
  const item = call('Bash', { command: 'x' }, { state: 'running', startedAt: 30_000 })
  expect(show(item, { words })).toEqual(['● Bash x · 1 分 10 秒'])
})

test('whatever tools get and give, nothing acts on the terminal and nothing is too wide', () => {
  const names = [
    'Read',
    'Edit',
    'Write',
    'Bash',
    'Grep',
    'Glob',
    'WebFetch',
    'WebSearch',
    'TodoWrite',
    'TaskList',
    'TaskOutput',
    'TaskUpdate',
    'AskUserQuestion',
    'ExitPlanMode',
    'Agent',
    'ToolSearch',
    'Recall',
    'Monitor',
    'Sleep',
    'CronCreate',
    'CronList',
    'ScheduleWakeup',
    'x',
  ]
  const text = fc.string({
    unit: fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 1 }),
      fc.constantFrom('\u001b[2J', '\n', '字', '\r', '\t'),
    ),
    maxLength: 30,
  })
  const keys = fc.constantFrom(
    'file_path',
    'command',
    'pattern',
    'query',
    'url',
    'description',
    'stdout',
    'type',
    'content',
    'plan',
    'todos',
    'questions',
    'results',
    'structuredPatch',
    'task',
    'matches',
    'output',
    'note',
    'code',
    'lines',
  )
  const value = fc.letrec(tie => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(keys, tie('any'), { maxKeys: 6 }),
    ),
  })).any
  const state = fc.constantFrom<ToolItem['state']>(
    'arriving',
    'waiting',
    'running',
    'done',
    'failed',
    'denied',
    'interrupted',
    'background',
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      value,
      value,
      text,
      state,
      fc.integer({ min: 12, max: 60 }),
      fc.boolean(),
      (name, input, output, said, now, width, verbose) => {
        const item = call(name, input, { output, text: said, state: now, progress: { text: said } })
        for (const line of renderTool(item, { ...view, width, verbose })) {
          const plain = bare([line])[0] ?? ''
          if (/\p{Cc}/u.test(plain) || ansiWidth(line) > width) throw new Error(JSON.stringify([line, width]))
        }
      },
    ),
    { numRuns: sampleSize({ usual: 150, full: 2000 }) },
  )
})

test('a tool nobody knows has the generic view', () => {
  const generic = { subject: { type: 'input' }, kind: 'other' }
  expect([call('constructor', {}).presentation, call('NoSuchTool', {}).presentation]).toEqual([
    generic,
    generic,
  ])
})

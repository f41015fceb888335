import { expect, test } from 'vitest'
import { summaryInstruction } from '../../src/features/context/summary-instruction.ts'
import { renderInstructions } from '../../src/features/memory/instructions/render-instructions.ts'
import { planOffText, planOnForAgent, planOnText } from '../../src/features/plan/reminders.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld } from '../support/engine-bench.ts'

type Call = readonly [string, Readonly<Record<string, unknown>>]

const edit = (old_string: string, new_string: string, more = {}): Call => [
  'Edit',
  { file_path: 'a.txt', old_string, new_string, ...more },
]

/** Every built-in tool that a session without a server has, with input that works and input that does not. */
const CALLS: readonly Call[] = [
  ['Read', { file_path: 'gone.txt' }],
  ['Read', { file_path: 'a.txt' }],
  ['Read', { file_path: 'a.txt' }],
  ['Read', { file_path: 'a.txt', limit: 1 }],
  ['Read', { file_path: 'a.txt', offset: 900 }],
  ['Read', { file_path: 'empty.txt' }],
  ['Read', { file_path: '.' }],
  ['Read', { path: 'a.txt', wrong: 1 }],
  ['Read', {}],
  ['Read', { file_path: 7 }],
  ['Write', { file_path: 'new.txt', content: 'x\ny\n' }],
  ['Write', { file_path: 'b.txt', content: 'x' }],
  ['Write', { file_path: 'new.txt', content: 'z' }],
  edit('one', 'two'),
  edit('one', 'two', { replace_all: true }),
  edit('a line', 'a  line'),
  edit('nowhere', 'x'),
  edit('same', 'same'),
  ['Glob', { pattern: '*.txt' }],
  ['Glob', { pattern: '*.none' }],
  ['Grep', { pattern: 'two' }],
  ['Grep', { pattern: 'two', output_mode: 'content', head_limit: 1 }],
  ['Grep', { pattern: 'nowhere-at-all' }],
  ['Grep', { pattern: '(' }],
  ['Bash', { command: 'true' }],
  ['Bash', { command: 'exit 3' }],
  ['Bash', { command: 'grep nowhere a.txt' }],
  ['Bash', { command: 'cd sub' }],
  ['Bash', { command: 'cd ..' }],
  ['Bash', { command: 'printf %070000d 7' }],
  ['Bash', { command: 'sleep 60', run_in_background: true }],
  ['TaskStop', { task_id: 'nobody' }],
  ['TaskOutput', { task_id: 'nobody' }],
  ['TodoWrite', { todos: [{ content: 'x', status: 'pending', activeForm: 'x' }] }],
  ['TodoWrite', { todos: [{ content: 'x', status: 'completed', activeForm: 'x' }] }],
  ['TodoWrite', { todos: [] }],
  ['TodoWrite', { todos: 'none' }],
  ['TaskCreate', { subject: 's', description: 'd' }],
  ['TaskCreate', {}],
  ['TaskGet', { taskId: '1' }],
  ['TaskGet', { taskId: '99' }],
  ['TaskList', {}],
  ['TaskUpdate', { taskId: '1', status: 'in_progress' }],
  ['TaskUpdate', { taskId: '99', status: 'completed' }],
  ['TaskUpdate', { taskId: '1', status: 'deleted' }],
  ['ToolSearch', { query: 'select:CronList' }],
  ['ToolSearch', { query: 'select:Nothing' }],
  ['ToolSearch', { query: 'zzzzqq' }],
  ['CronCreate', { cron: '* * * * *', prompt: 'p' }],
  ['CronCreate', { cron: 'never', prompt: 'p' }],
  ['CronList', {}],
  ['CronDelete', { id: 'nobody' }],
  ['ScheduleWakeup', { stop: true, delaySeconds: 60, prompt: 'p', reason: 'r' }],
  ['ListAgents', {}],
  ['SendMessage', { to: 'nobody', message: 'hi' }],
  ['Agent', { description: 'd', prompt: 'p', subagent_type: 'nobody' }],
  ['NotebookEdit', { notebook_path: 'a.txt', new_source: '' }],
  ['EnterPlanMode', {}],
  ['ExitPlanMode', {}],
  ['EnterWorktree', {}],
  ['ExitWorktree', { action: 'keep' }],
  ['AskUserQuestion', { questions: [] }],
  ['WebFetch', { url: 'nowhere', prompt: 'p' }],
  ['WebSearch', { query: 'q' }],
  ['Recall', { query: 'zzzz' }],
  ['Recall', { query: '' }],
  ['CtxInspect', {}],
  ['Snip', {}],
  ['Snip', { ranges: ['x'] }],
  ['Monitor', { task_id: 'nobody' }],
  ['Sleep', { duration_ms: 1 }],
  ['Config', { setting: 'model' }],
  ['Config', { setting: 'nothing-of-the-kind' }],
  ['Brief', { message: 'm' }],
  ['PushNotification', { message: 'm' }],
  ['SendUserFile', { files: ['gone.txt'] }],
  ['TeamCreate', { team_name: 't' }],
  ['TeamDelete', {}],
  ['Workflow', { name: 'nobody' }],
  ['Raed', {}],
  ['LS', {}],
  ['attempt_completion', {}],
  ['Bash', { command: 'rm -rf /etc/nothing' }],
  ['Read', { file_path: 'secret.txt' }],
]

const textsOf = ({ messages }: ModelRequest): readonly string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content)
    .flatMap(block => {
      if (block.type === 'text') return [block.text]
      if (block.type !== 'tool_result') return []
      return typeof block.content === 'string'
        ? [block.content]
        : block.content.flatMap(part => (part.type === 'text' ? [part.text] : []))
    })

/** What is no prose of ours: code, paths, JSON, the wire's own tags, what programs and people wrote. */
const FOREIGN = [
  /`[^`]*`/g,
  /<\/?[a-z_-]+[^>]*>/g,
  /\{"[^\n]*\}/g,
  /\/[\w./@-]+/g,
  /0{100,}7?/g,
  /rg: regex parse error[\s\S]*?\n(?=[^\s])/g,
  /\b(?:GMT|UTC)[+-]\d+/g,
]
const PROSE = /[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/g

/** Words in a row that are English, with what stands around them. */
const englishIn = (text: string): readonly string[] => {
  const ours = FOREIGN.reduce((rest, pattern) => rest.replace(pattern, '§'), text)
  return [...ours.matchAll(PROSE)].map(({ 0: words, index }) =>
    ours.slice(Math.max(0, index - 30), index + words.length + 30),
  )
}

test('whatever a call comes to, a model with a Chinese prompt reads no English sentence', {
  timeout: 120_000,
}, async () => {
  const specs = await readToolSpecs('zh')
  await using world = await createWorld({
    files: {
      'a.txt': 'one\na line\none\n',
      'b.txt': 'b\n',
      'empty.txt': '',
      'sub/c.txt': 'c\n',
      'secret.txt': 's\n',
    },
    allow: [
      'Write',
      'Edit',
      'Bash(true)',
      'Bash(exit *)',
      'Bash(grep *)',
      'Bash(cd *)',
      'Bash(printf *)',
      'Bash(sleep *)',
    ],
    deny: ['Read(secret.txt)'],
    scenario: {
      replies: [...CALLS.map(([name, input]) => ({ tools: [{ name, input }] })), { text: 'done' }],
    },
    config: () => ({ prompt: { promptLanguage: 'zh' }, tools: createToolbox(specs, { denied: [] }) }),
  })
  await world.ask('做吧')
  const last = world.model.requests.at(-1)
  const texts = last ? textsOf(last) : []
  expect(texts.length).toBeGreaterThan(CALLS.length)
  expect([...new Set(texts.flatMap(englishIn))]).toEqual([])
})

test('nor in reminders of plan mode, around instruction files and when it sums up', () => {
  const plan = { file: '/p.md' }
  const texts = [
    ...[plan, { ...plan, text: '计划' }, { ...plan, approver: 'nobody' as const }].flatMap(now => [
      planOnText(now, false, 'zh'),
      planOnText(now, true, 'zh'),
    ]),
    planOnForAgent({}, 'zh'),
    planOnForAgent({ approver: 'leader' }, 'zh'),
    planOffText('default', { ...plan, approved: false }, 'zh'),
    planOffText('default', { ...plan, approved: true }, 'zh'),
    planOffText('default', { ...plan, approved: true, text: '计划' }, 'zh'),
    summaryInstruction({ focus: '测试', from: '开始' }, 'zh'),
    ...(['start', 'later'] as const).map(when =>
      renderInstructions([{ path: '/a/AGENTS.md', scope: 'project', text: '简短。' }], {
        trusted: false,
        when,
        language: 'zh',
      }),
    ),
  ]
  expect(texts.flatMap(englishIn)).toEqual([])
})

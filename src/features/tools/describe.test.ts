import { expect, test } from 'vitest'
import { describeTool } from './describe.ts'
import { toolRows } from './index.ts'

const specs = () => Promise.all(Object.values(toolRows).map(async row => describeTool(await row.load())))

test('every loader gives the tool of its name', async () => {
  expect((await specs()).map(spec => spec.name)).toEqual(Object.keys(toolRows))
})

test('a definition is a plain object schema without bounds that go without saying', async () => {
  const read = (await specs()).find(spec => spec.name === 'Read')
  expect(read?.input_schema).toEqual({
    type: 'object',
    properties: {
      file_path: { type: 'string', description: 'Absolute or relative' },
      offset: { type: 'integer', description: 'First line, from 1' },
      limit: { type: 'integer', description: 'Number of lines' },
      pages: { type: 'string', description: 'PDF pages: "1-5"' },
    },
    required: ['file_path'],
  })
})

/** Optional fields end with a question mark. */
const INPUTS: Readonly<Record<string, string>> = {
  Agent:
    'description prompt subagent_type? model? run_in_background? name? team_name? mode? isolation? where?',
  AskUserQuestion: 'questions',
  Bash: 'command timeout? description? run_in_background? dangerouslyDisableSandbox?',
  Brief: 'message attachments?',
  CodeMap: 'path? query? tokens?',
  Config: 'setting value? scope?',
  Workflow: 'name? scriptPath? script? args? resumeFromRunId?',
  CronCreate: 'cron prompt recurring? durable?',
  CronDelete: 'id',
  CronList: '',
  CtxInspect: '',
  Edit: 'file_path old_string? new_string? replace_all? edits?',
  EnterPlanMode: '',
  EnterWorktree: 'name? path?',
  ExitPlanMode: 'allowedPrompts?',
  ExitWorktree: 'action discard_changes?',
  Glob: 'pattern path?',
  Grep: 'pattern path? glob? type? output_mode? -i? -n? -o? -A? -B? -C? context? head_limit? offset? multiline?',
  ListAgents: '',
  LSP: 'operation symbol? file_path? line? new_name? action?',
  Monitor: 'command? ws? task_id? description? timeout_ms? persistent?',
  NotebookEdit: 'notebook_path cell_id? new_source? cell_type? edit_mode?',
  PushNotification: 'message',
  Read: 'file_path offset? limit? pages?',
  Recall: 'query? limit? message_id?',
  Snip: 'ranges?',
  ScheduleWakeup: 'delaySeconds? reason? prompt? stop?',
  SendUserFile: 'files caption?',
  Script: 'code? file? workflow? args?',
  SendMessage: 'to message summary? notify_when_idle?',
  Sleep: 'duration_ms reason?',
  SubscribePR: 'action url? text? reply_to?',
  SyntaxGrep: 'pattern language? path? glob? head_limit?',
  SyntaxReplace: 'pattern rewrite language? path? glob?',
  TaskCreate: 'subject description activeForm? metadata?',
  TaskGet: 'taskId',
  TaskList: '',
  TaskOutput: 'task_id block? timeout? filter?',
  TaskStop: 'task_id',
  TaskUpdate: 'taskId status? subject? description? activeForm? owner? addBlocks? addBlockedBy? metadata?',
  TeamCreate: 'team_name description?',
  TeamDelete: '',
  TodoWrite: 'todos',
  ToolSearch: 'query max_results?',
  WebFetch: 'url prompt',
  WebSearch: 'query allowed_domains? blocked_domains?',
  Write: 'file_path content',
}

test('every tool takes the fields of the contract', async () => {
  const inputOf = ({ properties, required }: { properties?: object; required?: readonly string[] }): string =>
    Object.keys(properties ?? {})
      .map(name => (required?.includes(name) ? name : `${name}?`))
      .join(' ')
  const inputs = (await specs()).map(({ name, input_schema }) => [name, inputOf(input_schema)])
  expect(Object.fromEntries(inputs)).toEqual(INPUTS)
})

test('what only a person, host or hook fills in is taken from them, and the model is not told of it', async () => {
  const questions = [
    {
      question: 'Which?',
      header: 'Which',
      options: ['a', 'b'].map(label => ({ label, description: label })),
    },
  ]
  const filled = [
    ['AskUserQuestion', { questions, answers: { 'Which?': 'a' }, response: 'r', annotations: {} }],
    ['ExitPlanMode', { plan: 'p', planFilePath: '/p.md' }],
  ] as const
  for (const [name, input] of filled) {
    const tool = await toolRows[name]!.load()
    expect(tool.input.parse(input)).toEqual(input)
    const told = Object.keys(describeTool(tool).input_schema['properties'] as object)
    expect(Object.keys(tool.fromModel?.(input) as object).every(key => told.includes(key))).toBe(true)
    expect(JSON.stringify(describeTool(tool))).not.toContain('untold')
  }
})

test('LSP, once it is loaded, costs at most 300 tokens', async () => {
  const tool = await toolRows['LSP']!.load()
  for (const language of ['en', 'zh'] as const) {
    const { name, description, input_schema } = describeTool(tool, language)
    const text = JSON.stringify({ name, description, input_schema })
    // About four letters, or one Chinese sign, are a token.
    const signs = text.match(/[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]/g)?.length ?? 0
    expect(signs + (text.length - signs) / 4).toBeLessThanOrEqual(300)
  }
})

test('a deferred tool says in a few words what it is for', async () => {
  for (const { deferred } of await specs())
    if (deferred) expect(deferred.hint.split(' ').length).toBeLessThanOrEqual(10)
})

test('the tools that are always loaded are those of the specification', async () => {
  const always = (await specs()).filter(spec => !spec.deferred).map(spec => spec.name)
  const wanted = [
    'Agent',
    'AskUserQuestion',
    'Bash',
    'Edit',
    'Glob',
    'Grep',
    'Read',
    'TodoWrite',
    'ToolSearch',
    'WebFetch',
    'Write',
  ]
  expect(wanted).toEqual(expect.arrayContaining(always))
})

test('slips are forgiven, unknown keys dropped, nonsense refused', async () => {
  const grep = await toolRows['Grep']!.load()
  expect(grep.input.parse({ pattern: 'x', '-i': 'true', '-A': ' 3 ', path: null, nonsense: 1 })).toEqual({
    pattern: 'x',
    '-i': true,
    '-A': 3,
  })
  for (const bad of [
    {},
    { pattern: 5 },
    { pattern: 'x', '-A': 'three' },
    { pattern: 'x', '-i': 'yes' },
    null,
    'x',
    [],
  ])
    expect(grep.input.safeParse(bad).success).toBe(false)
})

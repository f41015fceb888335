import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEntry } from '../../src/features/sessions/parse-entry.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { fixedTaskId, TASK } from '../support/fixed-task-id.ts'

const call = (name: string, input: object = {}) => ({ tool: { name, input } })
const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
/** What hosts and hooks read of each result, in the order of the calls. */
const outputs = (world: World): readonly unknown[] =>
  lines(world.sessionPath).flatMap(line => {
    const parsed = parseEntry(line)
    return parsed.kind === 'message' && 'toolUseResult' in parsed.entry ? [parsed.entry.toolUseResult] : []
  })
const number = expect.any(Number)

test('file tools give hosts the fields of the contract', async () => {
  const cell = { cell_type: 'code', execution_count: null, id: 'c', metadata: {}, outputs: [], source: 'x' }
  await using world = await createWorld({
    files: {
      'a.txt': 'one\n',
      'n.ipynb': JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    },
    allow: ['Edit', 'Write', 'NotebookEdit'],
    scenario: {
      replies: [
        call('Read', { file_path: 'a.txt' }),
        call('Read', { file_path: 'a.txt' }),
        call('Edit', { file_path: 'a.txt', old_string: 'one', new_string: 'two' }),
        call('Write', { file_path: 'a.txt', content: 'three\n' }),
        call('Write', { file_path: 'b.txt', content: 'new\n' }),
        call('Read', { file_path: 'n.ipynb' }),
        call('NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'c', new_source: 'y' }),
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('go')
  const [a, b, n] = ['a.txt', 'b.txt', 'n.ipynb'].map(name => join(world.dir, name))
  const hunk = (from: string, to: string) => [
    { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${from}`, `+${to}`] },
  ]
  expect(outputs(world)).toEqual([
    {
      type: 'text',
      file: { filePath: a, content: 'one', numLines: 1, startLine: 1, totalLines: 1 },
      notes: [],
    },
    { type: 'file_unchanged', file: { filePath: a } },
    {
      filePath: a,
      oldString: 'one',
      newString: 'two',
      originalFile: 'one\n',
      structuredPatch: hunk('one', 'two'),
      userModified: false,
      replaceAll: false,
    },
    {
      type: 'update',
      filePath: a,
      content: 'three\n',
      structuredPatch: hunk('two', 'three'),
      originalFile: 'two\n',
    },
    { type: 'create', filePath: b, content: 'new\n', structuredPatch: [], originalFile: null },
    expect.objectContaining({ type: 'notebook', file: expect.objectContaining({ filePath: n }) }),
    expect.objectContaining({ new_source: 'y', old_source: 'x', cell_id: 'c', cell_type: 'code' }),
  ])
})

test('shell and search tools give hosts the fields of the contract', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'needle\nneedle\n' },
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        call('Bash', { command: 'echo out; echo err >&2; grep x a.txt' }),
        call('Bash', { command: 'sleep 300', run_in_background: true }),
        call('TaskOutput', { task_id: TASK, block: false }),
        call('TaskStop', { task_id: TASK }),
        call('Sleep', { duration_ms: 1 }),
        call('Glob', { pattern: '*.txt' }),
        call('Grep', { pattern: 'needle' }),
        call('Grep', { pattern: 'needle', output_mode: 'content', head_limit: 1, offset: 1 }),
        call('Grep', { pattern: 'needle', output_mode: 'count' }),
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('go')
  const task = expect.objectContaining({ id: TASK, command: 'sleep 300', outputFile: expect.any(String) })
  expect(outputs(world)).toEqual([
    {
      stdout: 'out\nerr\n',
      stderr: '',
      interrupted: false,
      exitCode: 1,
      returnCodeInterpretation: 'No matches found',
    },
    {
      stdout: '',
      stderr: '',
      interrupted: false,
      exitCode: null,
      backgroundTaskId: TASK,
      endsWith: 'run',
      persistedOutputPath: expect.any(String),
    },
    { retrieval_status: 'not_ready', task, output: '', truncated: false },
    { message: expect.stringContaining(`Stopped task ${TASK}`), task_id: TASK, task },
    { sleptMs: 1, interrupted: false },
    {
      durationMs: number,
      numFiles: 1,
      filenames: ['a.txt'],
      truncated: false,
      totalMatches: 1,
      countIsComplete: true,
      notes: [],
    },
    { mode: 'files_with_matches', numFiles: 1, totalFiles: 1, filenames: ['a.txt'], notes: [] },
    {
      mode: 'content',
      numFiles: 1,
      totalFiles: 1,
      filenames: [],
      content: 'a.txt:2:needle',
      numLines: 1,
      totalLines: 2,
      appliedOffset: 1,
      notes: [],
    },
    {
      mode: 'count',
      numFiles: 1,
      totalFiles: 1,
      filenames: [],
      content: 'a.txt:2',
      numMatches: 2,
      notes: [],
    },
  ])
})

test('planning tools give hosts the fields of the contract', async () => {
  const todo = { content: 'a', status: 'pending', activeForm: 'doing a' }
  await using world = await createWorld({
    scenario: {
      replies: [
        call('TodoWrite', { todos: [todo] }),
        call('TaskCreate', { subject: 's', description: 'd' }),
        call('TaskUpdate', { taskId: '1', status: 'in_progress' }),
        call('TaskGet', { taskId: '1' }),
        call('TaskGet', { taskId: '2' }),
        call('TaskList'),
        call('ToolSearch', { query: 'select:Monitor' }),
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('go')
  expect(outputs(world)).toEqual([
    { oldTodos: [], newTodos: [todo] },
    { task: { id: '1', subject: 's' } },
    {
      success: true,
      taskId: '1',
      updatedFields: ['status'],
      statusChange: { from: 'pending', to: 'in_progress' },
      blockedBy: [],
    },
    {
      task: { id: '1', subject: 's', description: 'd', status: 'in_progress', blocks: [], blockedBy: [] },
    },
    { task: null },
    { tasks: [{ id: '1', subject: 's', status: 'in_progress', blockedBy: [] }] },
    {
      query: 'select:Monitor',
      matches: ['Monitor'],
      unknown: [],
      total_deferred_tools: number,
      definitions: [{ name: 'Monitor', text: expect.stringContaining('input_schema') }],
    },
  ])
})

test('web tools give hosts the fields of the contract', async () => {
  const found = { results: [{ title: 'T', url: 'https://docs.rs/', content: 'S' }] }
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/search')) response.end(JSON.stringify(found))
    else response.writeHead(200, { 'content-type': 'text/plain' }).end('page')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await using world = await createWorld({
      allow: ['WebFetch(domain:127.0.0.1)', 'WebSearch'],
      config: () => ({ web: { userAgent: 'x', searchEndpoint: { endpoint: `${url}/search` } } }),
      scenario: {
        replies: [
          call('WebFetch', { url: `${url}/a`, prompt: 'x' }),
          call('WebSearch', { query: 'serde' }),
          { text: 'Done.' },
        ],
      },
    })
    await world.ask('go')
    expect(outputs(world)).toEqual([
      {
        bytes: 4,
        code: 200,
        codeText: 'OK',
        result: 'page',
        durationMs: number,
        url: `${url}/a`,
        note: 'The page itself:',
        foreign: true,
      },
      {
        query: 'serde',
        results: [{ title: 'T', url: 'https://docs.rs/', snippet: 'S' }],
        durationSeconds: number,
        searchCount: 1,
      },
    ])
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

test('hooks see absolute paths and the structured result, while the request keeps what the model wrote', async () => {
  const note = (event: string) => [
    { matcher: 'Read', hooks: [{ type: 'command', command: `cat > ${event}.json` }] },
  ]
  await using world = await createWorld({
    files: { 'src/a.txt': 'one\n' },
    config: () => ({ hooks: { PreToolUse: note('pre'), PostToolUse: note('post') } }),
    scenario: {
      replies: [call('Read', { file_path: './src/../src/a.txt', limit: '1' }), { text: 'Done.' }],
    },
  })
  await world.ask('go')
  const path = join(world.dir, 'src/a.txt')
  const seen = (event: string) => JSON.parse(readFileSync(join(world.dir, `${event}.json`), 'utf8'))
  expect([seen('pre').tool_input, seen('post').tool_input, seen('post').tool_response]).toEqual([
    { file_path: path, limit: 1 },
    { file_path: path, limit: 1 },
    outputs(world)[0],
  ])
  const sent = world.model.requests.at(-1)?.messages.flatMap(message => message.content)
  expect(sent?.find(block => block.type === 'tool_use')).toMatchObject({
    input: { file_path: './src/../src/a.txt', limit: '1' },
  })
})

test('the person may set how much text one Read shows', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x'.repeat(39).concat('\n').repeat(100) },
    config: () => ({ readTokens: 100 }),
    scenario: { replies: [call('Read', { file_path: 'a.txt' }), { text: 'Done.' }] },
  })
  await world.ask('go')
  expect(outputs(world)).toMatchObject([{ file: { numLines: 8, truncatedByTokenCap: true } }])
})

test('a tool answers to its other names', async () => {
  await using world = await createWorld({
    config: fixedTaskId,
    allow: ['Bash'],
    scenario: {
      replies: [
        call('Bash', { command: 'sleep 300', run_in_background: true }),
        call('BashOutput', { bash_id: TASK, block: false }),
        call('KillShell', { shell_id: TASK }),
        { text: 'Done.' },
      ],
    },
  })
  await world.ask('go')
  expect(outputs(world).slice(1)).toMatchObject([
    { retrieval_status: 'not_ready', task: { id: TASK } },
    { task_id: TASK, task: { status: 'stopped' } },
  ])
})

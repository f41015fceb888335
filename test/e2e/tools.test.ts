import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { type Line, openWorld, resultOf, type World } from '../support/run-program.ts'

interface Block {
  readonly type: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[]
}
interface WireMessage {
  readonly role: string
  readonly content: string | readonly Block[]
}

const messagesOf = (world: World, at: number): readonly WireMessage[] =>
  (world.server.requests.at(at)?.body?.['messages'] ?? []) as readonly WireMessage[]

/** Results by the id of their call; pictures by the name of their kind. */
const resultsOf = (world: World, at = -1): Readonly<Record<string, string>> =>
  Object.fromEntries(
    messagesOf(world, at)
      .flatMap(message => (typeof message.content === 'string' ? [] : message.content))
      .filter(block => block.type === 'tool_result')
      .map(({ tool_use_id, content, is_error }) => {
        const text =
          typeof content === 'string'
            ? content
            : (content ?? []).map(part => part.text ?? `<${part.type}>`).join('')
        return [tool_use_id, `${is_error ? 'ERROR ' : ''}${text}`]
      }),
  )

/** Marks of the prompt cache move from request to request; everything else must stay. */
const bytesOf = (messages: readonly WireMessage[]): readonly string[] =>
  messages.map(message => JSON.stringify(message).replaceAll(/,"cache_control":\{[^}]*\}/g, ''))

const call = (id: string, name: string, input: object) => ({ tool: { id, name, input } })
const PERMIT = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,WebFetch(domain:127.0.0.1)']

const pdf = (text: string): Buffer => {
  const drawn = `BT /F1 12 Tf 20 200 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`, 'latin1')
}
const notebook = (source: string): string =>
  JSON.stringify({
    cells: [{ id: 'one', cell_type: 'code', source, outputs: [], metadata: {}, execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })

test('every kind of file is read, changed and found again', async () => {
  await using world = await openWorld({
    replies: [
      call('text', 'Read', { file_path: 'a.txt' }),
      call('picture', 'Read', { file_path: 'p.png' }),
      call('pdf', 'Read', { file_path: 'd.pdf' }),
      call('notebook', 'Read', { file_path: 'n.ipynb' }),
      call('edit', 'Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'three' }),
      call('cell', 'NotebookEdit', { notebook_path: 'n.ipynb', cell_id: 'one', new_source: 'print(2)' }),
      call('write', 'Write', { file_path: 'src/new.txt', content: 'three\n' }),
      call('glob', 'Glob', { pattern: 'src/*' }),
      call('grep', 'Grep', { pattern: 'three', output_mode: 'content', glob: '*.txt', path: 'src' }),
      { text: 'Done.' },
    ],
  })
  world.put('a.txt', 'one\ntwo\n')
  world.put('n.ipynb', notebook('print(1)'))
  writeFileSync(join(world.project, 'd.pdf'), pdf('Hello from paper'))
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#204080' } }).png()
  writeFileSync(join(world.project, 'p.png'), await picture.toBuffer())
  expect(resultOf(await world.stream(['go', ...PERMIT]))).toMatchObject({ result: 'Done.', is_error: false })
  const results = resultsOf(world)
  expect(results).toEqual({
    text: expect.stringContaining('2→two'),
    picture: expect.stringContaining('<image>'),
    pdf: expect.stringContaining('Hello from paper'),
    notebook: expect.stringContaining('print(1)'),
    edit: expect.not.stringMatching(/^ERROR/),
    cell: expect.not.stringMatching(/^ERROR/),
    write: expect.not.stringMatching(/^ERROR/),
    glob: 'src/new.txt',
    grep: 'src/new.txt:1:three',
  })
  expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('one\nthree\n')
  expect(readFileSync(join(world.project, 'n.ipynb'), 'utf8')).toContain('print(2)')
})

test('commands run in the background, are read and are stopped; lists of work are kept', async () => {
  const open: { world?: World } = {}
  /** As the model would read it in the result of the call, which is written down before it is sent. */
  const taskId = (id: string): string => {
    const written = JSON.stringify(open.world?.sessions() ?? [])
    return new RegExp(`"tool_use_id":"${id}".*? task (\\w+)`).exec(written)?.[1] ?? ''
  }
  await using world = await openWorld({
    replies: [
      call('quick', 'Bash', { command: 'echo from; echo behind', run_in_background: true }),
      call('output', 'TaskOutput', {
        get task_id() {
          return taskId('quick')
        },
      }),
      call('slow', 'Bash', { command: 'sleep 600', run_in_background: true }),
      call('stop', 'TaskStop', {
        get task_id() {
          return taskId('slow')
        },
      }),
      call('todo', 'TodoWrite', {
        todos: [{ content: 'Build', status: 'in_progress', activeForm: 'Building' }],
      }),
      call('search', 'ToolSearch', { query: 'select:TaskCreate,TaskList' }),
      call('create', 'TaskCreate', { subject: 'Test it', description: 'All of it.' }),
      call('list', 'TaskList', {}),
      { text: 'Done.', repeat: true },
    ],
  })
  open.world = world
  expect(resultOf(await world.stream(['go', ...PERMIT]))).toMatchObject({ result: 'Done.', is_error: false })
  expect(resultsOf(world)).toEqual({
    quick: expect.not.stringMatching(/^ERROR/),
    output: expect.stringContaining('from\nbehind'),
    slow: expect.not.stringMatching(/^ERROR/),
    stop: expect.not.stringMatching(/^ERROR/),
    todo: expect.not.stringMatching(/^ERROR/),
    search: expect.stringContaining('TaskCreate'),
    create: expect.stringContaining('Task 1'),
    list: expect.stringContaining('Test it'),
  })
  const names = (at: number) =>
    ((world.server.requests.at(at)?.body?.['tools'] ?? []) as readonly { name: string }[]).map(
      tool => tool.name,
    )
  expect([names(0).includes('TaskCreate'), names(-1).includes('TaskCreate')]).toEqual([false, true])
})

test('a page on a host that a rule opens is fetched and answered by the small model', async () => {
  const pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<h1>News</h1><p>The answer is <b>42</b>.</p>${'<p>More words.</p>'.repeat(300)}`)
  })
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  try {
    const address = pages.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/news`
    await using world = await openWorld({
      replies: [
        { when: { model: /haiku/ }, text: 'It says 42.' },
        call('page', 'WebFetch', { url, prompt: 'What is the answer?' }),
        { text: 'Done.' },
      ],
    })
    expect(resultOf(await world.stream(['go', ...PERMIT]))).toMatchObject({ result: 'Done.' })
    expect(resultsOf(world)['page']).toContain('It says 42.')
    expect(JSON.stringify(world.server.requests[1]?.body)).toContain('**42**')
  } finally {
    pages.closeAllConnections()
    await new Promise(resolve => pages.close(resolve))
  }
})

test('a host answers the questions the model asks', async () => {
  const question = {
    question: 'Which colour?',
    header: 'Colour',
    options: [
      { label: 'red', description: 'Like fire' },
      { label: 'blue', description: 'Like water' },
    ],
    multiSelect: false,
  }
  await using world = await openWorld({
    replies: [call('ask', 'AskUserQuestion', { questions: [question] }), { text: 'Done.' }],
  })
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  host.ask('paint')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({ subtype: 'can_use_tool', tool_name: 'AskUserQuestion' })
  const input = request['input'] as Line
  host.reply(id, { behavior: 'allow', updatedInput: { ...input, answers: { 'Which colour?': 'blue' } } })
  expect(await host.result(1)).toMatchObject({ result: 'Done.' })
  expect(resultsOf(world)['ask']).toContain('Which colour? blue')
  await host.finish()
})

test('results that are too long together are kept in files, and a resumed session sends the same bytes', async () => {
  const read = (name: string) => ({ id: name, name: 'Read', input: { file_path: `${name}.txt` } })
  await using world = await openWorld({
    replies: [
      { tools: [read('a'), read('b'), read('c')] },
      call('loud', 'Bash', { command: 'seq 1 20000' }),
      { text: 'Done.' },
      { text: 'Again.' },
    ],
  })
  for (const name of ['a', 'b', 'c']) world.put(`${name}.txt`, `${name.repeat(79)}\n`.repeat(1000))
  const first = resultOf(await world.stream(['go', ...PERMIT]))
  const results = resultsOf(world)
  const lengths = ['a', 'b', 'c'].map(name => (results[name] ?? '').length > 50_000)
  expect(lengths.filter(isWhole => !isWhole)).toEqual([false])
  const kept = Object.values(results).find(text => text.includes('tool-results')) ?? ''
  const path = /\S+tool-results\S*?\.txt/.exec(kept)?.[0] ?? ''
  expect(readFileSync(path, 'utf8')).toContain('→')
  expect((results['loud'] ?? '').length).toBeLessThan(35_000)
  const before = bytesOf(messagesOf(world, -1))
  await world.stream(['again', '--resume', String(first['session_id']), ...PERMIT])
  expect(bytesOf(messagesOf(world, -1)).slice(0, before.length)).toEqual(before)
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { putFiles } from '../support/plugin-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { placesWith, WORD_SERVER } from '../support/word-server.ts'

const write = (content: string) => ({ tool: { name: 'Write', input: { file_path: 'a.txt', content } } })

const requestTexts = (requests: readonly { readonly messages: unknown }[]): readonly string[] =>
  requests.map(({ messages }) => JSON.stringify(messages))

/** A session in which a plugin brings this server for text files. */
const worldWith = async (
  source: string,
  replies: Parameters<typeof createWorld>[0]['scenario']['replies'],
) => {
  const tmp = tmpDir()
  const script = join(putFiles(tmp.path, { 'server.cjs': source }), 'server.cjs')
  const server = {
    command: process.execPath,
    args: [script],
    extensionToLanguage: { '.txt': 'text' },
    startupTimeout: 1_500,
  }
  const world = await createWorld({
    scenario: { replies },
    allow: ['Write', 'Edit'],
    config: config => ({
      extensions: placesWith({ words: server }),
      permissions: { ...config.permissions, mode: 'acceptEdits' },
    }),
  })
  return {
    ...world,
    notices: () => world.events.flatMap(event => (event.type === 'notice' ? [event.text] : [])),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

test('a turn does not end before the model heard of the error it made, once; that it is mended is said in a word', async () => {
  await using world = await worldWith(WORD_SERVER, [
    write('one\nBAD\n'),
    { text: 'done' },
    write('one\ngood\n'),
    { text: 'done' },
  ])
  await world.ask('write it')
  // Mended in time for nobody: it is told with the next request, and marked for the person at once.
  await expect.poll(() => world.notices().join('\n')).toContain('1 problem fixed in a.txt')
  const [first = '', , third = '', fourth = ''] = requestTexts(world.model.requests)
  expect(first).not.toContain('New since your change')
  expect(third).toContain('a.txt:2 error fmt:words 42: bad word')
  expect(third).not.toContain('<system-reminder>obey')
  expect(fourth.split('bad word')).toHaveLength(2)
  expect(world.notices().join('\n')).toContain('1 new problem after this change: a.txt:2: bad word')
})

test('a server that is not installed is said once, and keeps nothing from going on', async () => {
  const missing = { command: '/nowhere/gopls', extensionToLanguage: { '.txt': 'text' } }
  const world = await createWorld({
    scenario: { replies: [write('one'), write('two'), { text: 'done' }] },
    config: config => ({
      extensions: placesWith({ go: missing, odd: { command: 'x' } }),
      permissions: { ...config.permissions, mode: 'acceptEdits' },
    }),
  })
  await using _ = world
  expect((await world.ask('write it')).report.text).toBe('done')
  const said = world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
  expect(said.filter(text => text.includes('fmt:go'))).toHaveLength(1)
  expect(said.filter(text => text.includes('extensionToLanguage'))).toHaveLength(1)
})

/** Answers what it is asked at once, and says what is wrong long after that. */
const LATE_SERVER = WORD_SERVER.replace('capabilities: {}', 'capabilities: { hoverProvider: true }')
  .replace('const text =', "if (method === 'textDocument/hover') send({ id, result: null })\nconst text =")
  .replace(
    "send({ method: 'textDocument/publishDiagnostics'",
    "setTimeout(send, diagnostics.length > 0 ? 900 : 0, { method: 'textDocument/publishDiagnostics'",
  )

test('what a server says when nobody waits for it any more is marked at once, and told with the next request', async () => {
  await using world = await worldWith(LATE_SERVER, [write('one\nBAD\n'), { text: 'done', repeat: true }])
  await world.ask('write it')
  await expect.poll(() => world.notices().join('\n'), { timeout: 10_000 }).toContain('1 new problem')
  await world.ask('and?')
  const last = requestTexts(world.model.requests).at(-1) ?? ''
  expect(last.split('a.txt:2 error fmt:words 42: bad word')).toHaveLength(2)
})

test('an agent hears what it broke itself, and the conversation that started it does not', async () => {
  const agent = { description: 'write', prompt: 'SUBTASK: write it', subagent_type: 'general-purpose' }
  await using world = await worldWith(WORD_SERVER, [
    { tool: { name: 'Agent', input: agent }, when: { lastUserText: 'GO' } },
    { ...write('one\nBAD\n'), when: { lastUserText: 'SUBTASK' } },
    // What was found, wherever it stands, comes before its turn is over.
    { text: 'I broke it.', when: { lastUserText: 'bad word' } },
    { text: 'Written.', when: { toolResult: { tool: 'Write' } } },
    { text: 'done', repeat: true },
  ])
  await world.ask('GO')
  const texts = requestTexts(world.model.requests)
  const told = texts.filter(text => text.includes('a.txt:2 error fmt:words 42: bad word'))
  expect(told.length).toBeGreaterThan(0)
  expect(told.every(text => text.includes('SUBTASK: write it'))).toBe(true)
  expect(texts.at(-1)).not.toContain('a.txt:2 error')
})

test('what to install for a file is said once, and only for its language', async () => {
  const read = (file_path: string) => ({ tool: { name: 'Read', input: { file_path } } })
  const look = { tool: { name: 'LSP', input: { operation: 'symbols', file_path: 'b.rs' } } }
  await using world = await createWorld({
    files: { 'a.lua': 'x = 1\n', 'b.rs': 'fn main() {}\n' },
    scenario: { replies: [read('a.lua'), read('b.rs'), look, { text: 'done', repeat: true }] },
    config: config => ({
      languageServers: { rows: {}, known: true },
      place: { ...config.place, env: { ...config.place.env, PATH: '/nowhere' } },
    }),
  })
  await world.ask('read')
  const sent = requestTexts(world.model.requests).at(-1) ?? ''
  expect(sent).toContain('rustup component add rust-analyzer')
  expect(sent).not.toContain('lua-language-server')
  const code = async (): Promise<string> => {
    await world.engine.send({ type: 'submit', content: '/code', authority: 'owner' })
    await world.engine.idle()
    return world.events.flatMap(event => (event.type === 'command_output' ? [event.text] : [])).at(-1) ?? ''
  }
  expect(await code()).toMatch(/For Lua, install lua: .*\nFor Rust, install rust-analyzer: /)
  expect(await code()).not.toContain('install')
})

const FRAME = `const send = message => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))
  process.stdout.write('Content-Length: ' + body.length + '\\r\\n\\r\\n' + body)
}
`

test.each([
  ['never answers', 'process.stdin.resume()'],
  ['ends at once', 'process.exit(3)'],
  [
    'crashes at the first file',
    WORD_SERVER.replace(
      'const text =',
      "if (method === 'textDocument/didOpen') process.exit(9)\nconst text =",
    ),
  ],
  ['talks nonsense', "process.stdout.write('hello'.repeat(1e6)); setTimeout(() => undefined, 1e6)"],
  [
    'announces more than it may send',
    "process.stdout.write('Content-Length: 99999999999\\r\\n\\r\\n'); setTimeout(() => undefined, 1e6)",
  ],
  [
    'floods',
    `${FRAME}send({ id: 1, result: { capabilities: {} } })
const more = () => { for (let i = 0; i < 500; i++) send({ method: 'window/logMessage', params: {} }); setImmediate(more) }
more()`,
  ],
  [
    'sends no end of bytes',
    `${FRAME}send({ id: 1, result: { capabilities: {} } })
const more = () => process.stdout.write('Content-Length: 1000000\\r\\n\\r\\n' + '"' + 'x'.repeat(999998) + '"', more)
more()`,
  ],
  [
    'answers with other shapes',
    `${FRAME}process.stdin.on('data', () => { for (const id of [1, 2, 3, 4]) send({ id, result: 7 })
send({ method: 'textDocument/publishDiagnostics', params: { uri: 5, diagnostics: 'none' } })
send({ method: 'textDocument/publishDiagnostics', params: { uri: 'file:///%zz', diagnostics: [null, { message: 3 }] } }) })`,
  ],
])('a server that %s costs nothing but its own help', async (_, source) => {
  await using world = await worldWith(source, [write('one\nBAD\n'), write('two'), { text: 'done' }])
  const { report, terminal } = await world.ask('write it')
  expect(report.text).toBe('done')
  expect(terminal.kind).toBe('completed')
  expect(world.model.requests).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { isAlive } from '../support/is-alive.ts'
import { openWorldHere } from '../support/run-here.ts'
import { eventually, type Line, ofType, resultOf, type World } from '../support/run-program.ts'
import { withMoreTime } from '../support/with-more-time.ts'

const messagesOf = (world: World, at: number) =>
  world.server.requests[at]?.body?.['messages'] as readonly {
    readonly role: string
    readonly content: readonly Line[]
  }[]

test.each([
  ['nothing at all', { content: [] }],
  ['an empty text', { content: [{ type: 'text', text: '' }] }],
  ['blanks', { content: [{ type: 'text', text: ' \n ' }] }],
  ['thinking alone', { content: [{ type: 'thinking', thinking: 'Hm.' }] }],
  [
    'an unknown block',
    {
      content: [
        { type: 'hologram', data: 'x' },
        { type: 'text', text: 'there' },
      ],
    },
  ],
  [
    'a server tool',
    {
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        { type: 'text', text: 'found' },
      ],
    },
  ],
])('a reply with %s ends the turn, and the next one is valid', async (_, reply) => {
  await using world = await openWorldHere({ replies: [reply, { text: 'next' }] })
  const first = await world.stream(['go'])
  expect(first.lines.filter(ofType('result'))).toHaveLength(1)
  expect(await world.run(['-p', '--continue', 'again'])).toMatchObject({ code: 0, stdout: 'next\n' })
})

test('a paused turn is gone on with', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'wait', stopReason: 'pause_turn' }, { text: 'done' }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ result: 'done', num_turns: 2 })
})

test('calls with one and the same id, in one reply or in two, stay valid', async () => {
  const read = (id: string) => ({ name: 'Glob', id, input: { pattern: '*' } })
  await using world = await openWorldHere({
    replies: [
      { tools: [read('same'), read('same')] },
      { tools: [read('same')] },
      { text: 'done' },
      { text: 'again' },
    ],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('done')
  expect(await world.run(['-p', '--continue', 'again'])).toMatchObject({ code: 0, stdout: 'again\n' })
})

test('a call with hostile keys is handled as data', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        content: [
          {
            type: 'tool_use',
            name: 'Read',
            input: '{"file_path":"a.txt","__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}',
          },
        ],
      },
      { text: 'done' },
    ],
  })
  world.put('a.txt', 'hello\n')
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
})

test('what a tool prints reaches the model as valid text, however odd', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        tool: {
          name: 'Bash',
          input: { command: "printf '\\377\\376\\000 \\033[31mred\\033[0m \\355\\240\\200 end'" },
        },
      },
      { tool: { name: 'Bash', input: { command: "yes '😀' | head -c 200000" } } },
      { text: 'done' },
    ],
  })
  const ended = await world.stream(['--allowedTools', 'Bash', '--', 'go'])
  expect(ended.code).toBe(0)
  for (const at of [1, 2])
    expect(JSON.stringify(messagesOf(world, at))).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i)
  expect(JSON.stringify(messagesOf(world, 1))).toContain('end')
  expect(world.server.requests[2]?.bytes).toBeLessThan(150_000)
})

test('half a character in a message of the host does not spoil the request', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  const line = `{"type":"user","message":{"role":"user","content":"half \\ud83d a character"},"parent_tool_use_id":null}\n`
  const ended = await world.run(['-p', '--input-format', 'stream-json', '--output-format', 'stream-json'], {
    input: line,
  })
  expect(ended.code).toBe(0)
  expect(JSON.stringify(messagesOf(world, 0))).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i)
})

test('a command that floods is cut, kept in a file, and does not fill the memory', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'yes 0123456789 | head -c 60000000' } } },
      { text: 'done' },
    ],
  })
  const ended = await world.stream(['--allowedTools', 'Bash', '--', 'go'])
  expect(ended.code).toBe(0)
  expect(world.server.requests[1]?.bytes).toBeLessThan(120_000)
  expect(ended.stdout.length).toBeLessThan(500_000)
})

test('a command that outlives its time is stopped and said', async () => {
  const attempt = async (timeout: number): Promise<string> => {
    await using world = await openWorldHere({
      replies: [
        { tool: { name: 'Bash', input: { command: 'echo before; sleep 300', timeout } } },
        { text: 'done' },
      ],
    })
    expect((await world.stream(['--allowedTools', 'Bash', '--', 'go'])).code).toBe(0)
    return JSON.stringify(messagesOf(world, 1).at(-1))
  }
  const sent = await withMoreTime(400, attempt, text => text.includes('before'))
  expect(sent).toContain('before')
  expect(sent).toMatch(/time/i)
})

test('a command that leaves a process behind does not hold the run, and takes it along', async () => {
  await using world = await openWorldHere({
    replies: [{ tool: { name: 'Bash', input: { command: 'sleep 299 & echo $!' } } }, { text: 'done' }],
  })
  const ended = await world.stream(['--allowedTools', 'Bash', '--', 'go'])
  expect(ended.code).toBe(0)
  const output = ended.lines.find(ofType('user'))?.['tool_use_result'] as
    | { readonly stdout: string }
    | undefined
  const pid = Number.parseInt(output?.stdout ?? '', 10)
  expect(pid).toBeGreaterThan(1)
  await eventually(() => !isAlive(pid))
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { IS_NATIVE_PROGRAM, ofType, resultOf, type World } from '../support/run-program.ts'

const STALL_SOON = { CAPSTAN_STREAM_IDLE_TIMEOUT_MS: '300' }

const logLines = (world: World): readonly string[] => {
  const path = join(world.project, 'log')
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
}

test.each(['reset', 'truncated', 'stall', 'invalid_sse', 'error_event'] as const)(
  'a stream that ends in %s before a block is complete is asked for again',
  async fault => {
    await using world = await openWorldHere({ replies: [{ text: 'half a sen', fault }, { text: 'whole' }] })
    const ended = await world.stream(['go'], { env: STALL_SOON })
    expect(ended.code).toBe(0)
    expect(resultOf(ended)).toMatchObject({ result: 'whole', is_error: false })
    expect(world.server.requests).toHaveLength(2)
    expect(JSON.stringify(world.sessions()[0]?.entries)).not.toContain('half a sen')
    expect(ended.lines.filter(ofType('assistant'))).toHaveLength(1)
  },
)

test.each(['reset', 'truncated', 'stall', 'invalid_sse', 'error_event'] as const)(
  'a stream that ends in %s after a call that changes things: the call runs once',
  async kind => {
    const call = { name: 'Bash', input: { command: 'echo ran >> log' } }
    await using world = await openWorldHere({
      replies: [
        {
          content: [
            { type: 'tool_use', ...call },
            { type: 'text', text: 'and then' },
          ],
          at: [0, 400],
          fault: { kind, afterBlocks: 1 },
        },
        { when: { toolResult: { tool: 'Bash' } }, text: 'done', repeat: true },
        { tool: call },
      ],
    })
    const ended = await world.stream(['--allowedTools', 'Bash(echo *)', 'Edit', '--', 'go'], {
      env: STALL_SOON,
    })
    expect(ended.code).toBe(0)
    expect(resultOf(ended)['result']).toBe('done')
    expect(logLines(world)).toEqual(['ran'])
  },
)

test('a stream that breaks after text was shown takes it back', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        content: [
          { type: 'text', text: 'first version' },
          { type: 'text', text: 'more '.repeat(20) },
        ],
        // In the middle of the second text, and in the native program not in one breath with the first: its runtime throws
        // away what it has not handed out by then.
        fault: { kind: 'reset', afterEvents: 7 },
        chunkMs: IS_NATIVE_PROGRAM ? 300 : 0,
      },
      { text: 'second version' },
    ],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('second version')
  const first = ended.lines.find(line => JSON.stringify(line).includes('first version'))
  expect(ended.lines.find(ofType('system', 'tombstone'))).toMatchObject({ removed: [first?.['uuid']] })
  await world.stream(['--continue', 'again'])
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).not.toContain('first version')
})

test('a stream that never works ends in an error, not in a loop', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'x', fault: 'truncated', repeat: true }] })
  const ended = await world.stream(['go'], { env: { CAPSTAN_MAX_RETRIES: '1' } })
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'model_error' })
  expect(world.server.requests).toHaveLength(2)
})

test('an answer that is cut is asked for again with more room, and the cut one is taken back', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'a long answer', fault: 'max_tokens' }, { text: 'whole' }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('whole')
  expect(world.server.requests.map(request => request.body?.['max_tokens'])).toEqual([8000, 64_000])
  const [cut] = ended.lines.filter(ofType('assistant'))
  expect(ended.lines.find(ofType('system', 'tombstone'))).toMatchObject({ removed: [cut?.['uuid']] })
  expect(JSON.stringify(world.server.requests[1]?.body?.['messages'])).toBe(
    JSON.stringify(world.server.requests[0]?.body?.['messages']),
  )
})

test('an answer that is cut again and again is resumed three times and then given up', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'piece by piece', fault: 'max_tokens', repeat: true }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'max_output_tokens' })
  expect(world.server.requests).toHaveLength(5)
})

test('a call cut by the output limit is never run', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        tool: { name: 'Bash', input: { command: 'echo ran >> log; echo and more' } },
        fault: 'max_tokens',
        times: 2,
      },
      { text: 'smaller pieces' },
    ],
  })
  const ended = await world.stream(['--allowedTools', 'Bash', '--', 'go'])
  expect(ended.code).toBe(0)
  expect(logLines(world)).toEqual([])
})

test('a call whose input is no JSON is answered with what was wrong', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'x' } }, fault: 'malformed_json' },
      { when: { toolResult: { isError: true } }, text: 'I see.' },
    ],
  })
  const ended = await world.stream(['--permission-mode', 'acceptEdits', 'go'])
  expect(ended.code).toBe(0)
  expect(existsSync(join(world.project, 'a.txt'))).toBe(false)
})

test('unknown tools and invalid inputs are answered, and the turn goes on', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        tools: [
          { name: 'Teleport', input: { to: 'moon' } },
          { name: 'Read', input: { file_path: 17 } },
          { name: 'Read', input: {} },
        ],
      },
      { text: 'I see.' },
    ],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  const sent = JSON.stringify(world.server.requests[1]?.body?.['messages'])
  expect(sent.match(/"is_error":true/g)).toHaveLength(3)
  expect(sent).toContain('Teleport')
})

test('a prompt that is too long is summed up and asked again; nobody sees the error', async () => {
  await using world = await openWorldHere({
    replies: [
      { text: 'answer one' },
      { text: 'answer two' },
      { when: { lastUserText: 'third question' }, fault: 'prompt_too_long' },
      { text: 'A summary of it all.' },
      { text: 'answer three' },
    ],
  })
  await world.stream(['first question'])
  await world.stream(['-c', 'second question'])
  const ended = await world.stream(['-c', 'third question'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)).toMatchObject({ result: 'answer three', is_error: false })
  expect(ended.lines.find(ofType('system', 'compact_boundary'))).toMatchObject({
    compact_metadata: { trigger: 'auto' },
  })
  const last = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  expect(last).toContain('A summary of it all.')
  expect(last).toContain('third question')
  // Only the summary speaks of it.
  expect(last).not.toContain('"text":"answer one"')
})

test('a prompt that stays too long ends with that, after one try', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'answer one' }, { fault: 'prompt_too_long', repeat: true }],
  })
  await world.stream(['first question'])
  const ended = await world.stream(['-c', 'second question'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'prompt_too_long' })
  expect(world.server.requests.length).toBeLessThanOrEqual(4)
})

test('what is too large for the API ends with a clear terminal', async () => {
  await using world = await openWorldHere({ replies: [{ fault: 'media_too_large', repeat: true }] })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'image_error' })
})

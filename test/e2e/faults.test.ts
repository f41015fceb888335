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

test('a stream that breaks after a whole text goes on behind it: it is neither paid for nor said again', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        content: [
          { type: 'text', text: 'First part.' },
          { type: 'text', text: 'more '.repeat(20) },
        ],
        // In the middle of the second text, and in the native program not in one breath with the first: its runtime throws
        // away what it has not handed out by then.
        fault: { kind: 'reset', afterEvents: 7 },
        chunkMs: IS_NATIVE_PROGRAM ? 300 : 0,
      },
      { text: ' Second part.' },
      { text: 'Again.' },
    ],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('First part. Second part.')
  expect(ended.lines.find(ofType('system', 'tombstone'))).toBeUndefined()
  await world.stream(['--continue', 'again'])
  const sent = JSON.stringify(world.server.requests.at(-1)?.body)
  expect(sent.split('First part.')).toHaveLength(2)
  expect(sent).toContain('Second part.')
  expect(world.server.violations).toEqual([])
})

test('a stream that never works ends in an error, not in a loop', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'x', fault: 'truncated', repeat: true }] })
  const ended = await world.stream(['go'], { env: { CAPSTAN_MAX_RETRIES: '1' } })
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'model_error' })
  expect(world.server.requests).toHaveLength(2)
})

test('a long answer is paid for once: what was cut stays, and the rest is asked for behind it', async () => {
  const first = { text: 'one two three four', usage: { output_tokens: 32_000 }, fault: 'max_tokens' } as const
  await using world = await openWorldHere({
    replies: [first, { text: ' and the rest', usage: { output_tokens: 500 } }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(0)
  expect(resultOf(ended)['result']).toBe('one two t and the rest')
  expect(resultOf(ended)['usage']).toMatchObject({ output_tokens: 32_500 })
  expect(world.server.requests.map(request => request.body?.['max_tokens'])).toEqual([32_000, 64_000])
  expect(ended.lines.find(ofType('system', 'tombstone'))).toBeUndefined()
  const [before, after] = world.server.requests.map(request => request.body?.['messages'] as unknown[])
  expect(after?.length).toBe((before?.length ?? 0) + 2)
  expect(JSON.stringify(after)).toContain('one two t')
  expect(world.server.violations).toEqual([])
})

test('an answer that is cut again and again is resumed three times and then given up', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'piece by piece', fault: 'max_tokens', repeat: true }],
  })
  const ended = await world.stream(['go'])
  expect(ended.code).toBe(1)
  expect(resultOf(ended)).toMatchObject({ is_error: true, terminal_reason: 'max_output_tokens' })
  expect(world.server.requests).toHaveLength(4)
})

test('an empty answer is an end: it is said, recorded, and nobody is told later that the program stopped', async () => {
  await using world = await openWorldHere({
    replies: [{ content: [], stopReason: 'end_turn' }, { text: 'Here I am.' }],
  })
  const first = await world.run(['-p', 'go'])
  expect(first).toMatchObject({ code: 0, stdout: '' })
  expect(first.stderr).toContain('The model ended without an answer.')
  const later = await world.run(['-p', '--continue', 'and now?'])
  expect(later).toMatchObject({ code: 0, stdout: 'Here I am.\n' })
  expect(`${later.stderr}${JSON.stringify(world.server.requests.at(-1)?.body)}`).not.toMatch(
    /program stopped|not finished/,
  )
  expect(world.server.violations).toEqual([])
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

import { expect, test } from 'vitest'
import { longText } from '../support/long-text.ts'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, resultOf } from '../support/run-program.ts'
import { usualFacts } from '../support/usual-models.ts'

test('a command is answered without the model, as text', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'never' }] })
  const ended = await world.run(['-p', '/context'])
  expect({ code: ended.code, requests: world.server.requests.length }).toEqual({ code: 0, requests: 0 })
  expect(ended.stdout).toMatch(/^claude-sonnet-[\d-]+: about [\d,]+ of [\d,]+ tokens/)
  expect(ended.stdout).toMatch(/^tool +Read +1 +[\d,]+/m)
})

test('what a conversation would begin with can be seen before it begins', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'never' }] })
  const path = world.put('AGENTS.md', 'Write short sentences. '.repeat(40))
  const memory = await world.run(['-p', '/memory'])
  expect(memory.stdout).toMatch(new RegExp(`^${path} +project +from the start +[1-9]`, 'm'))
  const context = await world.run(['-p', '/context'])
  expect(context.stdout).toMatch(new RegExp(`^instructions +${path} +1 +[1-9]`, 'm'))
  expect(world.server.requests).toEqual([])
})

test('as lines it is an init, the output and one result', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'never' }] })
  const ended = await world.stream(['--verbose', '/help'])
  expect(ended.lines.map(line => [line.type, line.subtype])).toEqual([
    ['system', 'init'],
    ['system', 'local_command_output'],
    ['result', 'success'],
  ])
  const [init, output] = ended.lines
  expect(init?.['slash_commands']).toContain('compact')
  expect(resultOf(ended)).toMatchObject({
    result: output?.['content'],
    num_turns: 0,
    is_error: false,
    terminal_reason: 'completed',
  })
})

test('a command nobody knows is refused with the nearest one, and no model is asked', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'never' }] })
  const ended = await world.run(['-p', '/contxt'])
  expect({ code: ended.code, stderr: ended.stderr.trim(), requests: world.server.requests.length }).toEqual({
    code: 1,
    stderr: 'Unknown command /contxt. Did you mean /context? /help lists the commands.',
    requests: 0,
  })
})

test.each(['/usr/bin/env is missing, why?', '/tmp is full', '// what is this?'])(
  'the text %j goes to the model',
  async text => {
    await using world = await openWorldHere({ replies: [{ text: 'I see.' }] })
    const ended = await world.run(['-p', text])
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 0, stdout: 'I see.\n' })
  },
)

test('a resumed conversation can be looked at, put together and begun anew', async () => {
  await using world = await openWorldHere({
    replies: [
      { text: longText(35_000) },
      { when: { lastUserText: '/summary/i' }, text: '<summary>They said hello.</summary>' },
      { text: 'Going on.' },
      { text: 'Who are you?' },
    ],
  })
  await world.run(['-p', 'remember the word heron'])
  const id = world.sessions()[0]?.id ?? ''
  const resume = (text: string) => world.run(['-p', '--resume', id, text])
  const cache = await resume('/cache')
  expect(cache.stdout).toMatch(/^1 request, /)
  const compacted = await resume('/compact the word')
  expect({ code: compacted.code, stdout: compacted.stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^About [\d,]+ tokens became [\d,]+ /),
  })
  await resume('go on')
  const kept = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  expect(kept).toContain('They said hello.')
  expect((await resume('/clear')).code).toBe(0)
  await resume('who am I?')
  const fresh = JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
  expect(fresh).toContain('who am I?')
  expect(fresh).not.toMatch(/heron|They said hello/)
  expect(world.sessions()).toHaveLength(1)
})

test('a command that cannot be done says why and fails', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'never' }] })
  const ended = await world.run(['-p', '/compact'])
  expect({ code: ended.code, requests: world.server.requests.length }).toEqual({ code: 1, requests: 0 })
  expect(ended.stderr).toContain('nothing to compact')
})

test('a host can send commands between messages, and learns of them when it starts', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'Hello.' }] })
  const program = world.start(
    ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
    { input: 'keep' },
  )
  const say = (content: unknown) => program.say({ type: 'user', message: { role: 'user', content } })
  program.say({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } })
  const answer = await program.line(ofType('control_response'))
  expect(JSON.stringify(answer)).toContain('"name":"context"')
  program.say({ type: 'control_request', request_id: 'c', request: { subtype: 'get_context_usage' } })
  const usage = await program.line(line => JSON.stringify(line).includes('"request_id":"c"'))
  expect(usage).toMatchObject({
    response: {
      subtype: 'success',
      response: { maxTokens: usualFacts('sonnet').window, isAutoCompactEnabled: true },
    },
  })
  say('hi')
  await program.line(ofType('result'))
  const from = program.lines.length
  say([{ type: 'text', text: '/cost' }])
  const result = await program.line(ofType('result'), from)
  expect(result['result']).toMatch(/^Cost: \$/)
  program.hangUp()
  expect((await program.ended).code).toBe(0)
  expect(world.server.requests).toHaveLength(1)
})

test('/rewind works on a resumed session from the command line, and the next run goes on from there', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  await world.run(['-p', 'first thing'])
  await world.run(['-p', '--continue', 'second thing'])
  const list = await world.run(['-p', '--continue', '/rewind'])
  expect(list.stdout).toMatch(/^1 .*first thing.*\n2 .*second thing/m)
  const done = await world.run(['-p', '--continue', '/rewind 2 conversation'])
  expect(done).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Went back to before "second thing"'),
  })
  await world.run(['-p', '--continue', 'third thing'])
  const sent = JSON.stringify(world.server.requests.at(-1))
  expect(sent).toContain('first thing')
  expect(sent).not.toContain('second thing')
})

test('/rewind offers nothing from before /clear', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok', repeat: true }] })
  await world.run(['-p', 'first thing'])
  await world.run(['-p', '--continue', '/clear'])
  await world.run(['-p', '--continue', 'second thing'])
  const { stdout } = await world.run(['-p', '--continue', '/rewind'])
  expect(stdout).toMatch(/^1 .*second thing/m)
  expect(stdout).not.toContain('first thing')
})

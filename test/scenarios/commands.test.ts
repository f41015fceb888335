import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { turnText } from '../../src/protocol/messages/engine/turn.ts'
import { OpError } from '../../src/protocol/op.ts'
import { createWorld } from '../support/engine-bench.ts'

test('a command waits for the turn before it, and is answered without the model', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'sleep 0.2', description: 'wait' } } },
        { text: 'Done.' },
      ],
    },
  })
  const [turn, command] = await Promise.all([world.ask('work'), world.ask('/cost')])
  expect([turn.report.text, turn.report.requests, command.report.requests]).toEqual(['Done.', 2, 0])
  expect(command.report.text).toMatch(/^Cost: \$/)
  expect(world.model.requests).toHaveLength(2)
})

test('where messages join the running turn, commands and what follows them do not', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: () => ({ queued: 'attach' }),
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'sleep 0.3', description: 'wait' } } },
        { text: 'Done.' },
        { text: 'Later.' },
      ],
    },
  })
  const turn = world.ask('work')
  const command = world.ask('/todos')
  const later = world.ask('and later')
  expect((await turn).report.text).toBe('Done.')
  expect((await command).report.text).toBe('The to-do list is empty.')
  expect((await later).report.text).toBe('Later.')
  expect(JSON.stringify(world.model.requests[1]?.messages)).not.toMatch(/todos|and later/)
})

test('a command nobody knows is refused at once; what the harness says is never a command', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'ok' }] } })
  await expect(world.engine.send({ type: 'submit', content: '/modle opus' })).rejects.toThrow(
    new OpError(turnText('unknown_command_near', { name: 'modle', near: 'model' })),
  )
  await world.engine.send({ type: 'submit', content: '/modle opus', isMeta: true })
  await world.engine.idle()
  expect(world.model.requests).toHaveLength(1)
})

test('/compact and /clear do their work although a command is a turn of its own', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'long.txt' } } },
        { text: 'Hello.' },
        { text: '<summary>Said hello.</summary>' },
        { text: 'On.' },
        { text: 'New.' },
      ],
    },
    files: { 'long.txt': 'hello, hello, hello\n'.repeat(2_000) },
  })
  await world.ask('remember the heron')
  const preview = await world.ask('/compact --preview')
  expect(preview.report.text).toContain('nothing was changed')
  expect(await world.engine.query('history')).toHaveLength(5)
  const done = await world.ask('/compact')
  expect(done.report.text).toMatch(/tokens became/)
  await world.ask('/clear')
  const end = await world.ask('who is there?')
  expect(end.report.text).toBe('New.')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).not.toMatch(/heron|hello/i)
})

test('/clear is refused while a turn runs', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'sleep 0.2', description: 'wait' } } },
        { text: 'Done.' },
      ],
    },
  })
  const turn = world.ask('work')
  await expect(world.engine.send({ type: 'clear' })).rejects.toThrow('while a turn is running')
  await turn
})

test('/model goes on with another model', async () => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'ok' }] } })
  const end = await world.ask('/model claude-opus-4-5')
  expect(end.report.text).toBe('Switched from claude-sonnet-4-5 to claude-opus-4-5.')
  await world.ask('hi')
  expect(world.model.requests.map(request => request.model)).toEqual(['claude-opus-4-5'])
})

test.each([
  ['claude-opus-45', 'doesn’t know this model', 'Did you mean claude-opus-4-5?'],
  ['zzz', 'doesn’t know this model', '/model lists the known ones'],
])('/model %s warns that nobody knows it', async (name, ...words) => {
  await using world = await createWorld({ scenario: { replies: [] } })
  const { text } = (await world.ask(`/model ${name}`)).report
  for (const each of words) expect(text).toContain(each)
  expect((await world.ask('/model claude-opus-4-5-20251101')).report.text).not.toContain('doesn’t know')
})

test('/todos shows what the model wrote down, and /clear empties it', async () => {
  const todos = [{ content: 'Mend it', status: 'in_progress', activeForm: 'Mending it' }]
  await using world = await createWorld({
    scenario: { replies: [{ tool: { name: 'TodoWrite', input: { todos } } }, { text: 'ok' }] },
  })
  await world.ask('plan')
  expect((await world.ask('/todos')).report.text).toBe('[>] Mend it')
  await world.ask('/clear')
  expect((await world.ask('/todos')).report.text).toBe('The to-do list is empty.')
})

test('what fills the window is known before the first request and after a reply', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'x\n'.repeat(500) },
    scenario: { replies: [{ tool: { name: 'Read', input: { file_path: 'a.txt' } } }, { text: 'ok' }] },
  })
  const before = await world.engine.query('context')
  expect(before.items.map(item => item.kind)).toEqual(
    expect.arrayContaining(['system', 'tools', 'attachment']),
  )
  await world.ask('read it')
  const after = await world.engine.query('context')
  expect(after.items).toContainEqual({
    kind: 'tool_result',
    name: 'Read',
    count: 1,
    tokens: expect.any(Number),
  })
  expect(after.tokens).toBeGreaterThan(before.tokens)
  expect(after.drift).toBeGreaterThan(0.5)
})

test('/compact leaves a conversation alone that would not get shorter, without asking the model where it is short', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { text: 'Hello.' },
        { text: 'word '.repeat(2_000) },
        { text: `<summary>${'much was said '.repeat(4_000)}</summary>` },
      ],
    },
  })
  await world.ask('hi')
  const short = await world.ask('/compact')
  expect(short.terminal.kind).toBe('completed')
  expect(short.report.text).toContain('too short')
  expect(world.model.requests).toHaveLength(1)
  await world.ask('tell me more')
  const history = await world.engine.query('history')
  expect((await world.ask('/compact')).report.text).toMatch(/Nothing was changed: about .* would become/)
  expect(world.model.requests).toHaveLength(3)
  expect(await world.engine.query('history')).toEqual(history)
})

test('/rewind lists the messages, shows what going back would change, goes there, and a resume finds the place', async () => {
  const write = (content: string) => ({
    tool: { name: 'Bash', input: { command: `printf ${content} > a.txt`, description: 'write' } },
  })
  await using world = await createWorld({
    allow: ['Bash'],
    files: { 'a.txt': 'zero' },
    scenario: {
      replies: [write('one'), { text: 'A' }, write('two'), { text: 'B' }, { text: 'C' }],
    },
  })
  const file = (): string => readFileSync(join(world.dir, 'a.txt'), 'utf8')
  const say = async (text: string) => (await world.ask(text)).report.text
  expect(await say('/rewind')).toContain('Nothing to rewind yet')
  await world.ask('make it one')
  await world.ask('make it two')
  expect(await say('/rewind')).toMatch(/1 +\d+ s +make it one +[0-9a-f-]{36}\n2 +\d+ s +make it two /)
  const shown = await say('/rewind 2')
  expect(shown).toContain('Would go back to before "make it two"')
  expect(shown).toContain('Would change 1 file (+1 -1):\n  restore  a.txt')
  expect(file()).toBe('two')
  const done = await say('/undo 2 both')
  expect(done).toContain('Went back to before "make it two"')
  expect(done).toContain('Your message there was:\nmake it two')
  expect(file()).toBe('one')
  const undo = /To undo: (\/rewind \S+ code)/.exec(done)?.[1] ?? ''
  expect(await say(undo)).toContain('Changed 1 file')
  expect(file()).toBe('two')
  expect(world.model.requests).toHaveLength(4)
  await using again = await createWorld({
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: { replies: [{ text: 'D' }] },
  })
  await again.ask('and now?')
  const sent = JSON.stringify(again.model.requests[0]?.messages)
  expect(sent).toContain('make it one')
  expect(sent).not.toContain('make it two')
})

test.each([
  ['/rewind 7 code', 'No message 7 here: the list goes from 1 to 1.'],
  ['/rewind 1 everything', "everything isn't conversation, code or both."],
  ['/rewind 1 code now', 'Unexpected argument now.'],
  ['/rewind --dry', 'Unexpected argument --dry.'],
  ['/rewind --force', 'Which message?'],
  ['/rewind 00000000-0000-4000-8000-00000000beef code', '00000000-0000-4000-8000-00000000beef'],
])('%s is refused with words, and nothing moves', async (line, words) => {
  await using world = await createWorld({ scenario: { replies: [{ text: 'ok' }] } })
  await world.ask('first')
  const end = await world.ask(line)
  expect(end.terminal).toMatchObject({ kind: 'command_failed', message: expect.stringContaining(words) })
  expect((await world.engine.query('tree')).prompts).toHaveLength(1)
})

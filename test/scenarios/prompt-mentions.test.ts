import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MentionFacts } from '../../src/protocol/attachment.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const LINES = Array.from({ length: 30 }, (_, n) => `line ${n + 1}`).join('\n')
const facts = (world: World) =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'attachment' && event.entry.attachment.kind === 'mention'
      ? [event.entry.attachment['mention'] as MentionFacts]
      : [],
  )
/** All text of the last message of the first request of the last turn. */
const sent = (world: World, request = -1): string => {
  const content = world.model.requests.at(request)?.messages.at(-1)?.content ?? ''
  return typeof content === 'string'
    ? content
    : content.map(block => (block.type === 'text' ? block.text : `<${block.type}>`)).join('\n')
}
const start = (files: Readonly<Record<string, string>>, more: object = {}) =>
  createWorld({ files, scenario: { replies: [{ text: 'ok', repeat: true }] }, ...more })

test('files, parts of files and directories that a prompt names with @ are attached', async () => {
  await using world = await start({ 'a.txt': 'one\ntwo\n', 'long.txt': LINES, 'with blank.md': 'blank\n' })
  mkdirSync(join(world.dir, 'sub', 'deep'), { recursive: true })
  writeFileSync(join(world.dir, 'sub', 'x.ts'), '')
  await world.ask('compare @a.txt with @long.txt#L10-12, see @sub/ and @"with blank.md".')
  expect(facts(world)).toEqual([
    { name: 'a.txt', what: 'lines', count: 2 },
    { name: 'long.txt', what: 'lines', count: 3 },
    { name: 'sub/', what: 'entries', count: 2 },
    { name: 'with blank.md', what: 'lines', count: 1 },
  ])
  const text = sent(world)
  expect(text).toContain('compare @a.txt with @long.txt#L10-12')
  expect(text).toMatch(/attached a\.txt\. As Read shows it:\n1→one\n2→two\n/)
  expect(text).toContain('10→line 10\n11→line 11\n12→line 12')
  expect(text).not.toContain('line 13')
  expect(text).toMatch(/directory sub\/\. It holds:\ndeep\/\nx\.ts\n/)
  expect(text).toContain('1→blank')
})

test('what names no file is plain text, and a prompt without a mention stays as it was', async () => {
  await using world = await start({ 'a.txt': 'one\n' })
  await world.ask('ask me@example.com about @Component and @nowhere/x.ts, see a.txt')
  expect(facts(world)).toEqual([])
  expect(sent(world)).not.toContain('attached')
})

test('a denied file is not attached, and says so', async () => {
  await using world = await start(
    { '.env': 'KEY=1\n', 'sub/.env': 'KEY=2\n', 'sub/b': '' },
    { deny: ['Read(.env)'] },
  )
  await world.ask('use @.env and @sub/')
  expect(facts(world)).toEqual([
    { name: '.env', what: 'denied' },
    { name: 'sub/', what: 'entries', count: 1 },
  ])
  expect(sent(world)).toContain('a permission rule keeps you from reading it')
  expect(sent(world)).not.toContain('KEY')
})

test('an attached file counts as read for Edit, and is not sent again by Read', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\ntwo\n' },
    allow: ['Edit'],
    scenario: {
      replies: [
        { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } } },
        { text: 'ok', repeat: true },
      ],
    },
  })
  await world.ask('change @a.txt')
  expect(JSON.stringify(world.model.requests[1]?.messages.at(-1))).toContain(
    'is unchanged since you last read',
  )
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('one\n2\n')
  await world.ask('and @a.txt again')
  expect(sent(world)).toContain('2→2')
})

test('a secret in an attached file is masked', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  await using world = await start({ 'a.txt': `token ${token}\n` })
  await world.ask('@a.txt')
  expect(sent(world)).toMatch(/1→token \[secret:/)
  expect(JSON.stringify(world.model.requests)).not.toContain(token)
})

test('what is attached is bounded: the first lines of a large file, and nothing past the limit', async () => {
  const large = Array.from({ length: 40_000 }, (_, n) => `${n} ${'x'.repeat(20)}`).join('\n')
  const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map(name => [name, large]))
  await using world = await createWorld({
    files,
    scenario: {
      replies: [
        { text: 'ok' },
        { tool: { name: 'Read', input: { file_path: 'f', limit: 2_000 } } },
        { text: 'ok', repeat: true },
      ],
    },
  })
  await world.ask('@a @b @c @d @e @f')
  expect(facts(world).map(({ what }) => what)).toContain('tooMuch')
  expect(facts(world)[0]).toMatchObject({ what: 'lines', count: 2_000 })
  expect(sent(world).length).toBeLessThan(210_000)
  // What was left out has not been shown: Read brings it.
  await world.ask('go on')
  expect(JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))).toContain('2000→1999 x')
})

test('a picture that is named reaches the model as a picture', async () => {
  await using world = await start({})
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  writeFileSync(join(world.dir, 'p.png'), Buffer.from(png, 'base64'))
  await world.ask('what is in @p.png?')
  expect(facts(world)).toEqual([{ name: 'p.png', what: 'picture' }])
  expect(sent(world)).toContain('<image>')
})

test('a message that joins a running turn brings its files along', async () => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    scenario: {
      replies: [{ tool: { name: 'Read', input: { file_path: 'b.txt' } } }, { text: 'ok', repeat: true }],
    },
  })
  const first = world.ask('go')
  await world.engine.send({ type: 'submit', content: 'mind @a.txt', when: 'step' })
  await first
  await world.engine.idle()
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('1→one')
})

test('after a resume, what was attached still counts as read', async () => {
  await using world = await start({ 'a.txt': LINES })
  await world.ask('mind @a.txt#L3-5')
  await using again = await createWorld({
    in: world,
    allow: ['Edit'],
    session: { resume: { path: world.sessionPath, fork: false } },
    scenario: {
      replies: [
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'line 4', new_string: 'four' } } },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'line 9', new_string: 'nine' } } },
        { text: 'ok' },
      ],
    },
  })
  await again.ask('go on')
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe(LINES.replace('line 4', 'four'))
  expect(sent(again)).toContain('<tool_result>')
  expect(JSON.stringify(again.model.requests.at(-1)?.messages.at(-1))).toContain(
    'Line 9 of the file has not been shown (only 3–5)',
  )
})

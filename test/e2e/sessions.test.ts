import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { type Ended, type Line, resultOf, type World } from '../support/run-program.ts'
import { usual } from '../support/usual-models.ts'

const counting = { replies: ['one', 'two', 'three', 'four', 'five'].map(text => ({ text })) }

const sessionOf = (ended: Ended): string => String(resultOf(ended)['session_id'])

/** The words of the n-th request, in order: who said what. */
const said = (world: World, at: number): readonly string[] => {
  const messages = world.server.requests[at]?.body?.['messages'] as readonly {
    readonly role: string
    readonly content: string | readonly { readonly text?: string }[]
  }[]
  return messages.flatMap(message =>
    (typeof message.content === 'string' ? [{ text: message.content }] : message.content)
      .filter(block => block.text !== undefined && !block.text.startsWith('<system-reminder>'))
      .map(block => `${message.role}: ${block.text}`),
  )
}

test('--continue goes on with the newest session of the directory, --resume with the one named', async () => {
  await using world = await openWorldHere(counting)
  const first = sessionOf(await world.stream(['a']))
  const second = sessionOf(await world.stream(['b']))
  expect(sessionOf(await world.stream(['--continue', 'c']))).toBe(second)
  expect(said(world, 2)).toEqual(['user: b', 'assistant: two', 'user: c'])
  expect(sessionOf(await world.stream(['--resume', first, 'd']))).toBe(first)
  expect(said(world, 3)).toEqual(['user: a', 'assistant: one', 'user: d'])
  expect(
    world
      .sessions()
      .map(file => file.id)
      .sort(),
  ).toEqual([first, second].sort())
})

test('a resumed run does not show again what was shown, and adds up the cost', async () => {
  await using world = await openWorldHere(counting)
  const first = await world.stream(['a'])
  const second = await world.stream(['--continue', 'b'])
  expect(second.lines.map(line => line.type)).toEqual(['system', 'assistant', 'result'])
  const cost = (ended: Ended): number => Number(resultOf(ended)['total_cost_usd'])
  expect(cost(second)).toBeGreaterThan(cost(first))
})

test('a session is found by the name it was given', async () => {
  await using world = await openWorldHere(counting)
  const id = sessionOf(await world.stream(['-n', 'the great refactoring', 'a']))
  await world.stream(['b'])
  expect(sessionOf(await world.stream(['--resume', 'the great refactoring', 'c']))).toBe(id)
  const missing = await world.stream(['--resume', 'no such thing', 'd'])
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toContain('no such thing')
})

test('--fork-session leaves the old file alone and goes on in a copy', async () => {
  await using world = await openWorldHere(counting)
  const old = sessionOf(await world.stream(['a']))
  const before = readFileSync(world.sessions()[0]?.path ?? '', 'utf8')
  const id = '12345678-1234-4234-8234-123456789abc'
  const fork = await world.stream(['--resume', old, '--fork-session', '--session-id', id, 'b'])
  expect(sessionOf(fork)).toBe(id)
  expect(said(world, 1)).toEqual(['user: a', 'assistant: one', 'user: b'])
  const files = new Map(world.sessions().map(file => [file.id, file]))
  expect(readFileSync(files.get(old)?.path ?? '', 'utf8')).toBe(before)
  expect(files.get(id)?.entries.filter(entry => 'uuid' in entry && entry['sessionId'] !== id)).toEqual([])
  expect(sessionOf(await world.stream(['--resume', id, 'c']))).toBe(id)
  expect(said(world, 2)).toEqual(['user: a', 'assistant: one', 'user: b', 'assistant: two', 'user: c'])
})

test('--session-id names the new session; one that is taken is refused', async () => {
  await using world = await openWorldHere(counting)
  const id = '12345678-1234-4234-8234-123456789abc'
  expect(sessionOf(await world.stream(['--session-id', id, 'a']))).toBe(id)
  const again = await world.stream(['--session-id', id, 'b'])
  expect(again).toMatchObject({ code: 1, stdout: '' })
  expect(again.stderr).toContain(`--resume ${id}`)
  expect((await world.stream(['--session-id', 'abc', 'b'])).code).toBe(2)
  expect(world.server.requests).toHaveLength(1)
})

test('--resume-session-at goes on from that message; the rest stays as a branch', async () => {
  await using world = await openWorldHere(counting)
  const first = await world.stream(['a'])
  const id = sessionOf(first)
  await world.stream(['--resume', id, 'b'])
  const at = String(first.lines.find(line => line.type === 'assistant')?.['uuid'])
  await world.stream(['--resume', id, '--resume-session-at', at, 'c'])
  expect(said(world, 2)).toEqual(['user: a', 'assistant: one', 'user: c'])
  const texts = JSON.stringify(world.sessions()[0]?.entries)
  expect(texts).toContain('"two"')
  await world.stream(['--resume', id, 'd'])
  expect(said(world, 3)).toEqual(['user: a', 'assistant: one', 'user: c', 'assistant: three', 'user: d'])
  const unknown = '00000000-1234-4234-8234-123456789abc'
  expect(await world.stream(['--resume', id, '--resume-session-at', unknown, 'e'])).toMatchObject({ code: 1 })
})

test('--no-session-persistence writes nothing', async () => {
  await using world = await openWorldHere(counting)
  expect((await world.stream(['--no-session-persistence', 'a'])).code).toBe(0)
  expect(world.sessions()).toEqual([])
  expect(readdirSync(world.home)).toEqual([])
  expect(readdirSync(world.root).filter(name => name === 'config')).toEqual([])
})

test('a run in which nothing was said leaves no session', async () => {
  await using world = await openWorldHere(counting)
  const host = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json']
  expect(await world.run([...host, '--model', 'opus', '-n', 'empty'])).toMatchObject({ code: 0, stdout: '' })
  expect(world.sessions()).toEqual([])
})

test('session files are for their owner only', async () => {
  await using world = await openWorldHere(counting)
  await world.stream(['a'])
  const path = world.sessions()[0]?.path ?? ''
  const mode = (of: string): number => statSync(of).mode & 0o777
  expect([mode(path), mode(dirname(path)), mode(dirname(dirname(path))), mode(world.config)]).toEqual([
    0o600, 0o700, 0o700, 0o700,
  ])
})

test('each directory has its own sessions', async () => {
  await using world = await openWorldHere(counting)
  const other = join(world.root, 'other place.é')
  mkdirSync(other)
  const first = sessionOf(await world.stream(['a']))
  const second = sessionOf(await world.stream(['b'], { cwd: other }))
  expect(sessionOf(await world.stream(['-c', 'c']))).toBe(first)
  expect(sessionOf(await world.stream(['-c', 'd'], { cwd: other }))).toBe(second)
  const folders = world.sessions().map(file => dirname(file.path))
  expect(new Set(folders).size).toBe(2)
  for (const folder of folders) expect(folder.slice(folder.lastIndexOf('/') + 1)).toMatch(/^[A-Za-z0-9-]+$/)
})

test('--continue where there is nothing, and --resume of nothing, say so', async () => {
  await using world = await openWorldHere(counting)
  const none = await world.run(['-p', '--continue', 'a'])
  expect(none).toMatchObject({ code: 1, stdout: '' })
  expect(none.stderr).toContain('no session to continue')
  expect((await world.run(['-p', '--resume', '12345678-1234-4234-8234-123456789abc', 'a'])).code).toBe(1)
  expect(world.server.requests).toEqual([])
})

test('a session that was summed up goes on from the summary, also in a copy', async () => {
  await using world = await openWorldHere({
    replies: [
      { text: 'answer one' },
      { when: { lastUserText: 'second question' }, fault: 'prompt_too_long' },
      { text: 'A summary of it all.' },
      { text: 'answer two' },
      { text: 'answer three' },
      { text: 'answer four' },
    ],
  })
  const id = sessionOf(await world.stream(['first question']))
  expect((await world.stream(['-c', 'second question'])).code).toBe(0)
  expect((await world.stream(['--resume', id, 'third question'])).code).toBe(0)
  expect((await world.stream(['--resume', id, '--fork-session', 'fourth question'])).code).toBe(0)
  for (const [at, last] of [
    [4, 'third question'],
    [5, 'fourth question'],
  ] as const) {
    const words = JSON.stringify(world.server.requests[at]?.body?.['messages'])
    expect(words).toMatch(new RegExp(`A summary of it all.*second question.*answer two.*${last}`))
    // Only the summary speaks of it.
    expect(words).not.toContain('"text":"answer one"')
  }
})

test('the model of a session stays with it, and a flag still wins', async () => {
  await using world = await openWorldHere(counting)
  await world.stream(['--model', 'opus', 'a'])
  await world.stream(['--continue', 'b'])
  await world.stream(['--continue', '--model', 'haiku', 'c'])
  expect(world.server.requests.map(request => request.body?.['model'])).toEqual([
    usual('opus'),
    usual('opus'),
    usual('haiku'),
  ])
})

const FOREIGN = 'aaaaaaaa-1234-4234-8234-123456789abc'

const foreignFile = (world: World, entries: readonly object[]): void => {
  const folder = join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${FOREIGN}.jsonl`), entries.map(entry => `${JSON.stringify(entry)}\n`).join(''))
}

const foreign = (
  world: World,
  at: number,
  entry: { readonly type: string; readonly [key: string]: unknown },
): Line => ({
  uuid: `bbbbbbbb-0000-4000-8000-00000000000${at}`,
  parentUuid: at === 0 ? null : `bbbbbbbb-0000-4000-8000-00000000000${at - 1}`,
  sessionId: FOREIGN,
  timestamp: `2026-01-01T00:00:0${at}.000Z`,
  cwd: world.project,
  isSidechain: false,
  somethingNew: { from: 'the future' },
  ...entry,
})

test('a transcript of another program resumes: string contents, unknown lines and fields, a torn end', async () => {
  await using world = await openWorldHere(counting)
  const assistant = { role: 'assistant', model: 'm', id: 'msg_1', content: [{ type: 'text', text: 'yes' }] }
  foreignFile(world, [
    { type: 'file-history-snapshot', snapshot: {} },
    foreign(world, 0, { type: 'user', message: { role: 'user', content: 'are you there?' } }),
    foreign(world, 1, { type: 'assistant', message: assistant }),
    foreign(world, 2, { type: 'progress', data: {} }),
    { type: 'tag', tag: 'x', sessionId: FOREIGN },
  ])
  const path = join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'), `${FOREIGN}.jsonl`)
  writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":"assistant","uuid":"torn`)
  const ended = await world.stream(['--resume', FOREIGN, 'go on'])
  expect(ended.code).toBe(0)
  expect(said(world, 0)).toEqual(['user: are you there?', 'assistant: yes', 'user: go on'])
  expect((await world.stream(['--resume', FOREIGN, 'and on'])).code).toBe(0)
  expect(said(world, 1)).toHaveLength(5)
})

test('a file that an SDK forked resumes', async () => {
  await using world = await openWorldHere(counting)
  const from = (at: number) => ({ forkedFrom: { sessionId: 'old', messageUuid: `old-${at}` } })
  foreignFile(world, [
    foreign(world, 0, { type: 'user', message: { role: 'user', content: 'q' }, ...from(0) }),
    foreign(world, 1, {
      type: 'assistant',
      message: { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
      ...from(1),
    }),
    { type: 'custom-title', customTitle: 'forked', sessionId: FOREIGN },
  ])
  expect((await world.stream(['--resume', 'forked', 'go on'])).code).toBe(0)
  expect(said(world, 0)).toEqual(['user: q', 'assistant: a', 'user: go on'])
})

test('a call that never got its result is answered for on resume and not run', async () => {
  await using world = await openWorldHere(counting)
  const call = { type: 'tool_use', id: 'toolu_x', name: 'Bash', input: { command: 'touch ran' } }
  foreignFile(world, [
    foreign(world, 0, { type: 'user', message: { role: 'user', content: 'q' } }),
    foreign(world, 1, { type: 'assistant', message: { role: 'assistant', id: 'msg_1', content: [call] } }),
  ])
  const ended = await world.stream(['--resume', FOREIGN, '--allowedTools', 'Bash', '--', 'go on'])
  expect(ended.code).toBe(0)
  expect(readdirSync(world.project)).toEqual([])
  expect(JSON.stringify(world.server.requests[0]?.body)).toContain('"tool_use_id":"toolu_x"')
})

test('a config home that cannot be written is said at once, before a request', async () => {
  await using world = await openWorldHere(counting)
  // Below a file nobody can create anything, root included.
  writeFileSync(join(world.root, 'file'), '')
  const ended = await world.run(['-p', 'a'], {
    env: { CAPSTAN_CONFIG_DIR: join(world.root, 'file', 'config') },
  })
  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(join(world.root, 'file'))
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(world.server.requests).toEqual([])
})

test('a full disk is said at once and leaves whole lines only', async () => {
  await using world = await openWorldHere({
    replies: [{ text: 'x'.repeat(40_000) }, { text: 'after', repeat: true }],
  })
  const ended = await world.stream(['a'], {
    command: [
      '/bin/bash',
      '-c',
      'ulimit -f 17; trap "" XFSZ; exec "$@"',
      'limited',
      process.execPath,
      'dist/cli.mjs',
    ].map(word => (word === 'dist/cli.mjs' ? join(import.meta.dirname, '../../dist/cli.mjs') : word)) as [
      string,
      ...string[],
    ],
  })
  expect(ended.code).toBe(1)
  expect(ended.stderr + ended.stdout).toMatch(/EFBIG|too large|space|write/i)
  expect(ended.stderr).not.toMatch(/^\s+at /m)
  expect(ended.lines.some(line => line.type === 'assistant' && JSON.stringify(line).includes('xxxxx'))).toBe(
    false,
  )
  const text = readFileSync(world.sessions()[0]?.path ?? '', 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  expect((await world.stream(['--continue', 'b'])).code).toBe(0)
})

test('a file that was read before counts as read after a resume, unless it was changed since', async () => {
  const edit = (old_string: string, new_string: string) => ({
    tool: { name: 'Edit', input: { file_path: 'a.txt', old_string, new_string } },
  })
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.txt' } } },
      { text: 'read' },
      edit('one', 'two'),
      { text: 'edited' },
      edit('two', 'three'),
      { text: 'edited again' },
      { tool: { name: 'Write', input: { file_path: 'b.txt', content: 'x' } } },
      { text: 'not written' },
    ],
  })
  const path = world.put('a.txt', 'one\r\n')
  world.put('b.txt', 'never read')
  const args = ['--continue', '--allowedTools', 'Edit', 'Write', '--', 'go on']
  await world.stream(['a'])
  expect((await world.stream(args)).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe('two\r\n')
  expect((await world.stream(args)).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toBe('three\r\n')
  await world.stream(args)
  expect(readFileSync(join(world.project, 'b.txt'), 'utf8')).toBe('never read')
})

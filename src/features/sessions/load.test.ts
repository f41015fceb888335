import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type SampleLine, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { loadSession } from './load.ts'

const SESSION = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const place = { isSidechain: false, sessionId: SESSION, cwd: '/p', timestamp: '2026-01-01T00:00:00.000Z' }
const user = (uuid: string, parentUuid: string | null, content: unknown = uuid): object => ({
  ...place,
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
})
/** `block` is one of reply `a` for `a1`, `a2` … */
const assistant = (uuid: string, parentUuid: string, block: object): object => ({
  ...place,
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id: uuid.slice(0, 1), role: 'assistant', content: [block] },
})
const system = (uuid: string, parentUuid: string | null, more: object): object => ({
  ...place,
  type: 'system',
  uuid,
  parentUuid,
  content: '',
  ...more,
})
const call = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: {} })
const result = (id: string): object[] => [{ type: 'tool_result', tool_use_id: id, content: 'ok' }]
const words = { type: 'text', text: 'hello' }

const load = async (
  lines: readonly (object | string)[],
): Promise<Awaited<ReturnType<typeof loadSession>>> => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const text = lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  writeFileSync(path, text)
  return loadSession(path, { maxLineBytes: 2000 })
}
const names = (loaded: { readonly messages: readonly { readonly uuid: string }[] }): string =>
  loaded.messages.map(message => message.uuid).join(' ')

const CLEAN = { corrupt: 0, tooLong: 0, unknown: 0, torn: 0 }

test('a small session comes back with its state', async () => {
  const loaded = await load([
    { type: 'mode', mode: 'plan', sessionId: SESSION },
    user('u1', null, 'fix it'),
    assistant('a1', 'u1', words),
    { type: 'model', model: 'm', sessionId: SESSION },
    { type: 'custom-title', customTitle: 'Mine', sessionId: SESSION },
    { ...user('u2', 'a1', 'thanks'), cwd: '/p/sub' },
  ])
  expect({ ...loaded, path: '', messages: names(loaded) }).toEqual({
    path: '',
    sessionId: SESSION,
    messages: 'u1 a1 u2',
    leafUuid: 'u2',
    total: 3,
    facts: { title: { custom: 'Mine', firstPrompt: 'fix it' }, mode: 'plan', model: 'm', cwd: '/p/sub' },
    fileHistory: [{ message: 'u1' }, { message: 'u2' }],
    effects: [],
    uuids: new Set(['u1', 'a1', 'u2']),
    skipped: CLEAN,
    notes: [],
  })
})

test('an empty file is a session without messages', async () => {
  const { leafUuid, messages, total, notes } = await load([])
  expect({ leafUuid, messages, total, notes }).toEqual({ leafUuid: null, messages: [], total: 0, notes: [] })
})

test.each<[string, (object | string)[], [way: string, ...notes: string[]]]>([
  [
    'progress lines do not break the chain',
    [user('u1', null), { type: 'progress', uuid: 'p', parentUuid: 'u1' }, assistant('a1', 'p', words)],
    ['u1 a1'],
  ],
  [
    'side conversations and later metadata do not move the end',
    [
      user('u1', null),
      assistant('a1', 'u1', words),
      { ...user('s1', 'a1'), isSidechain: true },
      { type: 'file-history-snapshot', messageId: 'u1' },
    ],
    ['u1 a1'],
  ],
  [
    'parallel results are recovered',
    [
      user('u1', null),
      assistant('a1', 'u1', call('1')),
      assistant('a2', 'a1', call('2')),
      user('r1', 'a1', result('1')),
      user('r2', 'a2', result('2')),
      assistant('b1', 'r2', words),
    ],
    ['u1 a1 a2 r1 r2 b1'],
  ],
  [
    'what a tombstone removed is gone, and the chain runs on',
    [
      user('u1', null),
      assistant('a1', 'u1', words),
      system('t', 'a1', { subtype: 'tombstone', removed: ['a1'] }),
      assistant('b1', 't', words),
    ],
    ['u1 t b1'],
  ],
  [
    'only what follows the last boundary is in view',
    [
      user('u1', null),
      system('b1', null, { subtype: 'compact_boundary', logicalParentUuid: 'u1' }),
      user('u2', 'b1'),
      system('b2', 'u2', { subtype: 'compact_boundary' }),
      user('u3', 'b2'),
    ],
    ['b2 u3'],
  ],
  [
    'a branch from before a boundary is in view again',
    [
      user('u1', null),
      user('u2', 'u1'),
      system('b', null, { subtype: 'compact_boundary', logicalParentUuid: 'u2' }),
      user('u3', 'b'),
      user('u4', 'u1'),
    ],
    ['u1 u4'],
  ],
  [
    'a damaged line in the middle is passed over',
    [user('u1', null), '{"type":"user","uuid":"u2","parentUu', user('u3', 'u2'), user('u4', 'u3')],
    ['u1 u3 u4', 'A message is missing from the conversation; the messages around it were joined.'],
  ],
  [
    'an unreadable line that nothing hangs on is mentioned, one that breaks off is not',
    [user('u1', null), '{"type":"user", oops}', user('u2', 'u1'), '{"type":"us', user('u3', 'u2')],
    ['u1 u2 u3', "The session file is damaged: skipped 1 line that can't be read."],
  ],
  [
    'a line over the limit is passed over',
    [user('u1', null), user('u2', 'u1', 'x'.repeat(3000)), user('u3', 'u2')],
    [
      'u1 u3',
      'The session file is damaged: skipped 1 line of excessive length.',
      'A message is missing from the conversation; the messages around it were joined.',
    ],
  ],
  [
    'binary garbage is passed over',
    ['\u0001\u0000\ufffd', user('u1', null), '\u0000\u0000', '[1,2]', '12', ''],
    ['u1', "The session file is damaged: skipped 2 lines that can't be read."],
  ],
  [
    'a missing parent is the beginning',
    [user('u2', 'gone'), user('u3', 'u2')],
    ['u2 u3', 'The beginning of the conversation is missing from the session file.'],
  ],
  [
    'a circle is cut open',
    [user('u1', 'u2'), user('u2', 'u1')],
    ['u1 u2', 'Messages in the session file refer to each other in a circle; the circle was broken.'],
  ],
])('%s', async (_, lines, expected) => {
  const loaded = await load(lines)
  expect([names(loaded), ...loaded.notes.map(({ text }) => text)]).toEqual(expected)
})

test('what was before a boundary is read from the one before it on', async () => {
  await using dir = tmpDir()
  const path = writeSession(join(dir.path, 's.jsonl'), [
    user('u1', null),
    system('b1', null, { subtype: 'compact_boundary', logicalParentUuid: 'u1' }),
    user('u2', 'b1'),
    system('b2', null, { subtype: 'compact_boundary', logicalParentUuid: 'u2' }),
    user('u3', 'b2'),
  ] as readonly SampleLine[])
  const before = async (uuid: string) =>
    (await loadSession(path, { before: uuid })).messages.map(message => message.uuid)
  expect(await before('b2')).toEqual(['b1', 'u2'])
  expect(await before('b1')).toEqual(['u1'])
  expect(await before('u1')).toEqual([])
  expect(await before('none')).toEqual([])
})

test('messages before a boundary are counted though not in view', async () => {
  const boundary = system('b', null, { subtype: 'compact_boundary', logicalParentUuid: 'u2' })
  const loaded = await load([user('u1', null), user('u2', 'u1'), boundary, user('u3', 'b')])
  expect([names(loaded), loaded.total]).toEqual(['b u3', 4])
})

test('a fork file of another program loads, with its title and its origins', async () => {
  const forkedFrom = { sessionId: 'other', messageUuid: 'o1' }
  const loaded = await load([
    { ...user('u1', null, 'first'), forkedFrom, slug: 'x', userType: 'external', isMeta: false },
    { ...user('u2', 'u1', [{ type: 'text', text: 'second' }]), forkedFrom },
    { type: 'custom-title', customTitle: 'Copy (fork)', sessionId: SESSION },
  ])
  expect(loaded.messages[0]).toMatchObject({ forkedFrom, slug: 'x' })
  expect([loaded.leafUuid, loaded.facts.title.custom]).toEqual(['u2', 'Copy (fork)'])
})

test('the session id comes from the entries when the file has another name', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'copy.jsonl')
  writeFileSync(path, JSON.stringify(user('u1', null)))
  expect((await loadSession(path)).sessionId).toBe(SESSION)
})

test.each([
  ['nothing', () => undefined, 'not_found'],
  ['a directory', (path: string) => mkdirSync(path), 'unsafe_path'],
])('%s in place of the file is reported', async (_, make, kind) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 's.jsonl')
  make(path)
  await expect(loadSession(path)).rejects.toMatchObject({ kind, message: expect.stringContaining(path) })
})

test('a conversation larger than what is held while reading comes back whole', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const lines = Array.from({ length: 300 }, (_, n) =>
    user(`u${n}`, n === 0 ? null : `u${n - 1}`, `${n}é${'x'.repeat(50_000)}`),
  )
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  expect((await loadSession(path)).messages).toMatchObject(lines)
})

const LOAD_AND_COUNT = `
const { loadSession } = await import(${JSON.stringify(new URL('./load.ts', import.meta.url).href)})
const loaded = await loadSession(process.argv[1])
console.log(JSON.stringify([loaded.messages.length, loaded.total]))
`

test('a file of 50 MB with most of it behind a boundary loads in a heap smaller than the file', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const fd = openSync(path, 'w')
  const count = 5000
  const boundaryAt = 4500
  let batch = ''
  for (let n = 0; n < count; n++) {
    const parent = n === 0 ? null : `u${n - 1}`
    const line =
      n === boundaryAt
        ? system(`u${n}`, null, { subtype: 'compact_boundary', logicalParentUuid: parent })
        : user(`u${n}`, parent, `${n} ${'x'.repeat(10_000)}`)
    batch += `${JSON.stringify(line)}\n`
    if (n % 100 === 99) {
      writeSync(fd, batch)
      batch = ''
    }
  }
  closeSync(fd)
  expect(statSync(path).size).toBeGreaterThan(50_000_000)
  const args = ['--max-old-space-size=32', '--input-type=module', '-e', LOAD_AND_COUNT, path]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([stdout.trim(), stderr]).toEqual([JSON.stringify([count - boundaryAt, count]), ''])
})

const boundary = (preserved: unknown): object =>
  system('b', null, {
    subtype: 'compact_boundary',
    logicalParentUuid: 'u3',
    compactMetadata: { trigger: 'auto', preTokens: 1, preserved },
  })
const before = [user('u1', null), user('u2', 'u1'), user('u3', 'u2')]

test.each([
  ['behind its anchor', { anchor: 's', uuids: ['u2', 'u3'] }, 'b s u2 u3 u4'],
  ['right behind the boundary', { anchor: 'b', uuids: ['u1'] }, 'b u1 s u4'],
  ['at the end when the anchor was never written', { anchor: 'lost', uuids: ['u3'] }, 'b s u4 u3'],
  ['once, although it stands there already', { anchor: 's', uuids: ['u4'] }, 'b s u4'],
  ['without what is not in the file', { anchor: 's', uuids: ['nowhere', 'u3'] }, 'b s u3 u4'],
  ['not at all when nobody can read what it says', { anchor: 's', uuids: 'u3' }, 'b s u4'],
])('what a compaction preserves stands %s', async (_name, preserved, expected) => {
  expect(names(await load([...before, boundary(preserved), user('s', 'b'), user('u4', 's')]))).toBe(expected)
})

test('what was discarded is not preserved', async () => {
  const tombstone = system('t', 'u3', { subtype: 'tombstone', removed: ['u3'] })
  const lines = [...before, tombstone, boundary({ anchor: 's', uuids: ['u2', 'u3'] }), user('s', 'b')]
  expect(names(await load(lines))).toBe('b s u2')
})

test('a session is loaded up to any message on its way, also one from before a compaction', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const lines = [...before, boundary(undefined), user('s', 'b')]
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const upTo = async (at: string) => {
    const loaded = await loadSession(path, { at })
    return { names: names(loaded), leaf: loaded.leafUuid }
  }
  expect(await upTo('u2')).toEqual({ names: 'u1 u2', leaf: 'u2' })
  expect(await upTo('s')).toEqual({ names: 'b s', leaf: 's' })
  await expect(upTo('nowhere')).rejects.toThrow('There is no message nowhere')
})

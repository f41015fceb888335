import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { type PackFacts, readContent, writeContent } from './pack-content.ts'
import { seal, unseal } from './seal.ts'
import { writePack } from './write-pack.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const FACTS: PackFacts = {
  version: 1,
  sessionId: ID,
  paths: { cwd: '/w', configHome: '/h/.capstan', home: '/h', project: '/h/.capstan/projects/w' },
  packedAt: '2026-01-01T00:00:00.000Z',
}
const bytes = (text: string): Uint8Array => Buffer.from(text)

/** A head as somebody hostile would write it, with a body of that many bytes. */
const forged = (head: unknown, body = 0): Buffer =>
  Buffer.concat([
    Buffer.from(`${typeof head === 'string' ? head : JSON.stringify(head)}\n`),
    Buffer.alloc(body),
  ])

test('what was written is read', () => {
  const files = [
    { name: 'session/file.jsonl', data: bytes('{}\n') },
    { name: 'history/ab', data: bytes('\0old') },
  ]
  const read = readContent(writeContent({ facts: FACTS, files }))
  expect(read.facts).toEqual(FACTS)
  expect(read.files.map(({ name, data }) => [name, Buffer.from(data).toString()])).toEqual([
    ['session/file.jsonl', '{}\n'],
    ['history/ab', '\0old'],
  ])
})

test.each<[string, unknown, number]>([
  ['leads up', { facts: FACTS, index: [['session/../../x', 1]] }, 1],
  ['is absolute', { facts: FACTS, index: [['/etc/passwd', 1]] }, 1],
  ['is of no place of ours', { facts: FACTS, index: [['settings.json', 1]] }, 1],
  ['has a backslash', { facts: FACTS, index: [['session/..\\x', 1]] }, 1],
  ['has a NUL', { facts: FACTS, index: [['session/a\0b', 1]] }, 1],
  ['has an empty part', { facts: FACTS, index: [['session//a', 1]] }, 1],
  [
    'comes twice',
    {
      facts: FACTS,
      index: [
        ['session/a', 1],
        ['session/a', 1],
      ],
    },
    2,
  ],
  ['is longer than the file', { facts: FACTS, index: [['session/a', 5]] }, 1],
  ['is shorter than the file', { facts: FACTS, index: [['session/a', 1]] }, 5],
  ['has a negative size', { facts: FACTS, index: [['session/a', -1]] }, 0],
  ['has a huge size', { facts: FACTS, index: [['session/a', 1e300]] }, 0],
  ['has no number for a size', { facts: FACTS, index: [['session/a', '1']] }, 1],
  [
    'is a file and a directory',
    {
      facts: FACTS,
      index: [
        ['session/a', 1],
        ['session/a/b', 1],
      ],
    },
    2,
  ],
  ['is too long', { facts: FACTS, index: [[`session/${'x'.repeat(300)}`, 1]] }, 1],
  ['comes with a checkout that is none', { facts: { ...FACTS, git: { head: 7 } }, index: [] }, 0],
  ['is no list', { facts: FACTS, index: [7] }, 0],
  ['stands in no list', { facts: FACTS, index: { length: 1 } }, 0],
  ['is for a session that leads up', { facts: { ...FACTS, sessionId: '../x' }, index: [] }, 0],
  ['has no paths', { facts: { ...FACTS, paths: { cwd: 1 } }, index: [] }, 0],
  ['is no JSON', '{"facts": ', 0],
  ['is null', 'null', 0],
])('a pack with a name that %s is refused in words', (_what, head, body) => {
  expect(() => readContent(forged(head, body))).toThrowError(
    expect.objectContaining({ name: 'SessionError', kind: 'invalid_pack' }),
  )
})

test('one of a later version, and one without a head, say so', () => {
  expect(() => readContent(forged({ facts: { ...FACTS, version: 2 }, index: [] }))).toThrow(/newer|later/i)
  expect(() => readContent(Buffer.from('no line end'))).toThrow(/damaged/)
})

test('what comes out of a small file is bounded, and what is placed follows no link', async () => {
  // A bomb: some kilobytes that unfold to more than is taken.
  const sealed = await seal(Buffer.alloc(8 * 1024 * 1024), 'correct horse')
  expect(sealed.length).toBeLessThan(64 * 1024)
  await expect(unseal(sealed, 'correct horse', 1024 * 1024)).rejects.toThrow(/damaged|too large/i)
  await using tmp = tmpDir()
  const [configHome, elsewhere, cwd] = ['config', 'elsewhere', 'w'].map(name => join(tmp.path, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [configHome, elsewhere, cwd]) mkdirSync(path)
  const files = [
    { name: 'session/file.jsonl', data: bytes('{}\n') },
    { name: 'history/ab', data: bytes('old') },
  ]
  // Somebody else put a link where old contents go.
  mkdirSync(join(configHome, 'file-history'))
  symlinkSync(elsewhere, join(configHome, 'file-history', ID))
  const place = () => writePack({ facts: FACTS, files }, { configHome, home: tmp.path, cwd })
  expect(place).toThrow(/already here/)
  expect([readdirSync(elsewhere), readdirSync(configHome)]).toEqual([[], ['file-history']])
})

test('a link that leads nowhere is in the way as well', async () => {
  await using tmp = tmpDir()
  const configHome = join(tmp.path, 'config')
  mkdirSync(join(configHome, 'file-history'), { recursive: true })
  symlinkSync(join(tmp.path, 'nowhere'), join(configHome, 'file-history', ID))
  const files = [{ name: 'session/file.jsonl', data: bytes('{}\n') }]
  expect(() => writePack({ facts: FACTS, files }, { configHome, home: tmp.path, cwd: tmp.path })).toThrow(
    /already here/,
  )
  writeFileSync(join(tmp.path, 'x'), '')
  expect(existsSync(join(tmp.path, 'nowhere'))).toBe(false)
})

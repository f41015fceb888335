import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readStoredObject, readToChange, setAside, writeStoredObject } from './stored-object.ts'

const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`

test.each<[string, string | Uint8Array, object]>([
  ['an object', '{"a": {"b": [1, "x:"]}}', { kind: 'object', value: { a: { b: [1, 'x:'] } } }],
  ['one with a byte order mark', '\uFEFF{"a": 1}\n', { kind: 'object', value: { a: 1 } }],
  ['one with CRLF', '{\r\n"a": "\\"b\\": "}\r\n', { kind: 'object', value: { a: '"b": ' } }],
  ['nothing', '', { kind: 'damaged', damage: { kind: 'empty' } }],
  ['a cut one', '{"a": ', { kind: 'damaged', damage: { kind: 'not_json' } }],
  ['bytes behind it', '{"a": 1}x', { kind: 'damaged', damage: { kind: 'not_json' } }],
  ['a list', '[]', { kind: 'damaged', damage: { kind: 'not_object' } }],
  ['a key twice', '{"a": {"b": 1, "b": 2}}', { kind: 'damaged', damage: { kind: 'key_twice' } }],
  [
    'bytes that are no text',
    Buffer.from([0x7b, 0xff, 0x7d]),
    { kind: 'damaged', damage: { kind: 'not_utf8' } },
  ],
  ['levels without end', deep, { kind: 'damaged', damage: { kind: 'too_deep' } }],
  ['too much', `{"a": "${'x'.repeat(2000)}"}`, { kind: 'damaged', damage: { kind: 'too_large' } }],
  ['another shape', '{"list": 1}', { kind: 'damaged', damage: { kind: 'other_content' } }],
])('a file that holds %s', async (_, content, expected) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'a.json')
  writeFileSync(path, content)
  const accepts = ({ list = [] }: Readonly<Record<string, unknown>>): boolean => Array.isArray(list)
  expect(readStoredObject(path, { maxBytes: 1900, accepts })).toEqual(expected)
})

const ODD: readonly (readonly [string, (path: string) => void])[] = [
  ['a directory', path => mkdirSync(path)],
  ['a pipe', path => void execFileSync('mkfifo', [path])],
  ['a link to nothing', path => symlinkSync('/nowhere', path)],
  ['a link to itself', path => symlinkSync('a.json', path)],
  ['a device without an end', path => symlinkSync('/dev/zero', path)],
]

test.each(ODD)('%s in its place is damaged, and kept beside the new file', async (_, make) => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'a.json')
  make(path)
  const kind = lstatSync(path).mode
  expect(readStoredObject(path).kind).toBe('damaged')
  const said: object[] = []
  writeStoredObject(path, { ...readToChange(path, { say: text => said.push(text) }), b: 1 })
  expect(readStoredObject(path)).toEqual({ kind: 'object', value: { b: 1 } })
  expect(lstatSync(`${path}.unreadable-1`).mode).toBe(kind)
  expect(said).toMatchObject([{ path, copy: `${path}.unreadable-1` }])
})

test('an absent file is no damaged one', async () => {
  await using tmp = tmpDir()
  for (const name of ['a.json', 'b/a.json'])
    expect(readStoredObject(join(tmp.path, name))).toEqual({ kind: 'absent' })
  writeFileSync(join(tmp.path, 'file'), '')
  expect(readStoredObject(join(tmp.path, 'file', 'a.json'))).toEqual({ kind: 'absent' })
})

test('every damaged content is kept, the same one once', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'a.json')
  writeFileSync(path, 'one')
  expect([setAside(path), setAside(path)]).toEqual([`${path}.unreadable-1`, `${path}.unreadable-1`])
  writeStoredObject(path, readToChange(path))
  writeFileSync(join(tmp.path, 'x'), 'two')
  execFileSync('mv', [join(tmp.path, 'x'), path])
  readToChange(path)
  const kept = readdirSync(tmp.path).filter(name => name.includes('unreadable'))
  expect(kept.map(name => readFileSync(join(tmp.path, name), 'utf8')).sort()).toEqual(['one', 'two'])
})

test('a file behind a link is changed where it is', async () => {
  await using tmp = tmpDir()
  const [path, real] = [join(tmp.path, 'a.json'), join(tmp.path, 'real.json')]
  writeFileSync(real, '{"a": 1}')
  symlinkSync(real, path)
  writeStoredObject(path, { ...readToChange(path), b: 2 })
  expect([lstatSync(path).isSymbolicLink(), JSON.parse(readFileSync(real, 'utf8'))]).toEqual([
    true,
    { a: 1, b: 2 },
  ])
})

test('where no copy can be made nothing is replaced', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'gone', 'a.json')
  expect(() => setAside(path)).toThrow()
  expect(existsSync(path)).toBe(false)
})

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { applyEdits } from './apply-edits.ts'
import { openMemoryDirectory } from './memory-directory.ts'

const now = new Date('2026-05-06T07:08:09Z')
const save = (file: string, body = 'New.') =>
  ({ file, name: 'N', description: 'd', type: 'user', body }) as const
const contents = (path: string) =>
  Object.fromEntries(readdirSync(path).map(name => [name, readFileSync(join(path, name), 'utf8')]))

test('creates the directory, files for the owner alone, and lines in the index', () => {
  const path = join(makeDirectory(), 'deep', 'memory')
  applyEdits(openMemoryDirectory(path), { save: [save('a.md')], remove: [] }, now)
  expect(contents(path)).toEqual({
    '.index.json': '{"listed":["a.md"],"forgotten":[]}',
    'MEMORY.md': '- [N](a.md) — d\n',
    'a.md': '---\nname: N\ndescription: d\ntype: user\nmodified: 2026-05-06T07:08:09.000Z\n---\n\nNew.\n',
  })
  expect(statSync(join(path, 'a.md')).mode & 0o777).toBe(0o600)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('removes files with their lines', () => {
  const path = makeDirectory()
  writeFileSync(join(path, 'a.md'), 'x')
  writeFileSync(join(path, 'MEMORY.md'), '# Mine\n- [a](a.md)\n')
  applyEdits(openMemoryDirectory(path), { save: [], remove: ['a.md'] }, now)
  expect(contents(path)).toEqual({ 'MEMORY.md': '# Mine\n' })
})

test.each<[string, (path: string) => void]>([
  ['a link in the place of a memory', path => symlinkSync('/etc/hostname', join(path, 'b.md'))],
  ['a directory in the place of a memory', path => mkdirSync(join(path, 'b.md'))],
])('after a failure everything is as it was: %s', (_, spoil) => {
  const path = makeDirectory()
  writeFileSync(join(path, 'a.md'), 'old')
  writeFileSync(join(path, 'c.md'), 'kept')
  writeFileSync(join(path, 'MEMORY.md'), '- [a](a.md)\n')
  spoil(path)
  const directory = openMemoryDirectory(path)
  expect(() =>
    applyEdits(directory, { save: [save('a.md'), save('new.md')], remove: ['c.md', 'b.md'] }, now),
  ).toThrow('not a regular file')
  expect(readFileSync(join(path, 'a.md'), 'utf8')).toBe('old')
  expect(readFileSync(join(path, 'c.md'), 'utf8')).toBe('kept')
  expect(readFileSync(join(path, 'MEMORY.md'), 'utf8')).toBe('- [a](a.md)\n')
  expect(existsSync(join(path, 'new.md'))).toBe(false)
})

test('an index that cannot be written whole stops all of it', () => {
  const path = makeDirectory()
  writeFileSync(join(path, 'MEMORY.md'), 'x\n'.repeat(200_000))
  expect(() => applyEdits(openMemoryDirectory(path), { save: [save('a.md')], remove: [] }, now)).toThrow(
    'too large',
  )
  expect(readdirSync(path)).toEqual(['MEMORY.md'])
})

import { mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { syncFile, writeFileAtomically } from './atomic-write.ts'

const directory = () => mkdtempSync(join(tmpdir(), 'capstan-atomic-'))

test('a new file has exactly the bytes and the mode, and no temporary file is left', () => {
  const dir = directory()
  writeFileAtomically(join(dir, 'a'), Buffer.from('hello'), { mode: 0o666 })
  expect({
    text: readFileSync(join(dir, 'a'), 'utf8'),
    mode: statSync(join(dir, 'a')).mode & 0o7777,
    names: readdirSync(dir),
  }).toEqual({ text: 'hello', mode: 0o666, names: ['a'] })
})

test('an existing file is replaced as a whole', () => {
  const dir = directory()
  writeFileSync(join(dir, 'a'), 'a much longer old content')
  writeFileAtomically(join(dir, 'a'), Buffer.from('new'), { mode: 0o640 })
  expect(readFileSync(join(dir, 'a'), 'utf8')).toBe('new')
})

test('a planted link with the name of the temporary file is not followed', () => {
  const dir = directory()
  const victim = join(dir, 'victim')
  writeFileSync(victim, 'safe')
  symlinkSync(victim, join(dir, `.capstan-${process.pid}-0.tmp`))
  writeFileAtomically(join(dir, 'a'), Buffer.from('new'), { mode: 0o600 })
  expect([readFileSync(victim, 'utf8'), readFileSync(join(dir, 'a'), 'utf8')]).toEqual(['safe', 'new'])
})

test('a failed rename leaves no temporary file', () => {
  const dir = directory()
  const occupied = mkdtempSync(join(dir, 'd-'))
  writeFileSync(join(occupied, 'x'), '')
  expect(() => writeFileAtomically(occupied, Buffer.from('new'), { mode: 0o600 })).toThrow()
  expect(readdirSync(dir)).toHaveLength(1)
})

test('a file is put on the disk; one that is gone or a link is not, and nothing fails', async () => {
  const dir = directory()
  writeFileSync(join(dir, 'a'), 'x')
  symlinkSync('a', join(dir, 'link'))
  expect(await Promise.all(['a', 'gone', 'link'].map(name => syncFile(join(dir, name))))).toEqual([
    true,
    false,
    false,
  ])
})

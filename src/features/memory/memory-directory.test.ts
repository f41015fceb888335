import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { openMemoryDirectory } from './memory-directory.ts'

const memory = (name: string, body = 'text') =>
  `---\nname: ${name}\ndescription: about ${name}\ntype: user\n---\n${body}`

const write = (directory: string, file: string, text: string, seconds: number): void => {
  writeFileSync(join(directory, file), text)
  utimesSync(join(directory, file), seconds, seconds)
}

test('a directory that does not exist holds nothing', () => {
  const directory = openMemoryDirectory(join(makeDirectory(), 'none'))
  expect([directory.names(), directory.list(), directory.index(), directory.read('a.md')]).toEqual([
    [],
    [],
    undefined,
    undefined,
  ])
})

test('lists memories newest first, with their headers', () => {
  const path = makeDirectory()
  write(path, 'old.md', memory('Old'), 100)
  write(path, 'new.md', memory('New'), 200)
  write(path, 'MEMORY.md', '- [Old](old.md)', 300)
  const directory = openMemoryDirectory(path)
  expect(directory.list()).toEqual([
    {
      file: 'new.md',
      path: join(path, 'new.md'),
      mtimeMs: 200_000,
      size: expect.any(Number),
      name: 'New',
      description: 'about New',
      type: 'user',
    },
    expect.objectContaining({ file: 'old.md', name: 'Old' }),
  ])
  expect(directory.index()).toEqual({ text: '- [Old](old.md)', whole: true })
})

test('a changed file is read again, an unchanged one is not', () => {
  const path = makeDirectory()
  write(path, 'a.md', memory('Once'), 100)
  const directory = openMemoryDirectory(path)
  const [before] = directory.list()
  expect(directory.list()[0]).toBe(before)
  write(path, 'a.md', memory('Twice'), 200)
  expect(directory.list()[0]).toMatchObject({ name: 'Twice' })
})

test('a memory that was added, renamed or removed is known at once, also in a directory that rested', () => {
  const path = makeDirectory()
  write(path, 'a.md', memory('A'), 100)
  const directory = openMemoryDirectory(path)
  // Whatever its times say: they may have been set back.
  utimesSync(path, 100, 100)
  const names = [directory.names()]
  for (const change of [
    () => write(path, 'b.md', memory('B'), 100),
    () => renameSync(join(path, 'a.md'), join(path, 'c.md')),
    () => rmSync(join(path, 'b.md')),
  ]) {
    change()
    utimesSync(path, 100, 100)
    names.push(directory.names())
  }
  expect(names).toEqual([['a.md'], ['a.md', 'b.md'], ['b.md', 'c.md'], ['c.md']])
})

test('links, directories, pipes by another name, hidden and binary files are no memories', () => {
  const path = makeDirectory()
  const outside = makeDirectory()
  writeFileSync(join(outside, 'secret.md'), 'hush')
  symlinkSync(join(outside, 'secret.md'), join(path, 'link.md'))
  mkdirSync(join(path, 'folder.md'))
  writeFileSync(join(path, '.hidden.md'), 'x')
  writeFileSync(join(path, 'binary.md'), Buffer.from([0x2d, 0x00, 0xff]))
  writeFileSync(join(path, 'fine.md'), 'x')
  const directory = openMemoryDirectory(path)
  expect(directory.list().map(({ file }) => file)).toEqual(['fine.md'])
  expect(directory.read('link.md')).toBeUndefined()
  expect(directory.read('folder.md')).toBeUndefined()
  expect(directory.read('../secret.md')).toBeUndefined()
})

test('a huge memory is cut and says so', () => {
  const path = makeDirectory()
  writeFileSync(join(path, 'huge.md'), memory('Huge', 'é'.repeat(1_000_000)))
  const read = openMemoryDirectory(path).read('huge.md')
  expect(read?.whole).toBe(false)
  expect(read?.body.length).toBeLessThan(17_000)
  expect(read?.body).not.toContain('\uFFFD')
})

test('at most 200 are listed', () => {
  const path = makeDirectory()
  for (let at = 0; at < 230; at++) write(path, `n${at}.md`, memory(`N${at}`), at + 1)
  const listed = openMemoryDirectory(path).list()
  expect([listed.length, listed[0]?.file, listed.at(-1)?.file]).toEqual([200, 'n229.md', 'n30.md'])
})

test('an index that is a link may not be written', () => {
  const path = makeDirectory()
  symlinkSync('/etc/hostname', join(path, 'MEMORY.md'))
  expect(openMemoryDirectory(path).index()).toEqual({ text: '', whole: false })
})

test('an outline says of a file what the index says, or else its header', () => {
  const path = makeDirectory()
  write(path, 'a.md', memory('Header'), 100)
  write(path, 'b.md', memory('B'), 100)
  write(path, 'MEMORY.md', '- [Index](a.md) — hook\n- [gone](gone.md)\n', 100)
  const directory = openMemoryDirectory(path)
  expect(directory.outline()).toEqual([
    { file: 'a.md', path: join(path, 'a.md'), name: 'Index', description: 'hook' },
    expect.objectContaining({ file: 'b.md', path: join(path, 'b.md'), name: 'B' }),
  ])
  expect(directory.find('a.md')).toMatchObject({ name: 'Header', mtimeMs: 100_000 })
  expect([directory.find('gone.md'), directory.find('../a.md')]).toEqual([undefined, undefined])
})

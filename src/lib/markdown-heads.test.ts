import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { createMarkdownHeads, type MarkdownHead } from './markdown-heads.ts'

const ALL = { key: 'all', make: (head: MarkdownHead) => head }
const TEXT = '---\nname: x\n---\n\n# A heading\ntext\n'
const HEAD = { fields: { name: 'x' }, first: 'A heading', chars: 18 }

test('a file that did not change is not read again by a later run', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a.md')
  const index = join(tmp.path, 'cache', 'heads.json')
  writeFileSync(file, TEXT)
  const stamp = statSync(file)
  const first = createMarkdownHeads(index)
  expect(await first.read(file, stamp, ALL)).toEqual(HEAD)
  first.save()
  rmSync(file)
  expect(await createMarkdownHeads(index).read(file, stamp, ALL)).toEqual(HEAD)
})

test('a file that changed is read, also when its size and date are the same', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a.md')
  const heads = createMarkdownHeads(undefined)
  writeFileSync(file, TEXT)
  const before = statSync(file)
  await heads.read(file, before, ALL)
  writeFileSync(file, TEXT.replace('x', 'y'))
  utimesSync(file, before.atime, before.mtime)
  const after = { ...before, ctimeMs: before.ctimeMs + 1 }
  expect((await heads.read(file, after, ALL)).fields).toEqual({ name: 'y' })
})

test.each(['{', '[]', '{"version":0,"heads":{}}', '{"version":5,"heads":null}'])(
  'an index that holds %s is made anew',
  async spoiled => {
    await using tmp = tmpDir()
    const file = join(tmp.path, 'a.md')
    const index = join(tmp.path, 'heads.json')
    writeFileSync(file, TEXT)
    writeFileSync(index, spoiled)
    const heads = createMarkdownHeads(index)
    expect(await heads.read(file, statSync(file), ALL)).toEqual(HEAD)
    heads.save()
    expect(JSON.parse(readFileSync(index, 'utf8'))).toMatchObject({ version: 5 })
  },
)

test('a head that is no YAML is told apart from none', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a.md')
  writeFileSync(file, '---\n- a\n---\nx')
  expect(await createMarkdownHeads(undefined).read(file, statSync(file), ALL)).toEqual({
    first: 'x',
    chars: 1,
  })
})

test('what was made with another key is made anew', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a.md')
  writeFileSync(file, TEXT)
  const heads = createMarkdownHeads(undefined)
  const made = (key: string) =>
    heads.read(file, statSync(file), { key, make: ({ first }) => `${key} ${first}` })
  expect([await made('a'), await made('a'), await made('b')]).toEqual([
    'a A heading',
    'a A heading',
    'b A heading',
  ])
})

test('a quick search takes what an earlier run found, unless the directory changed; another one looks', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'd')
  const index = join(tmp.path, 'heads.json')
  mkdirSync(directory)
  const first = createMarkdownHeads(index)
  expect(first.found(directory, { quick: true, look: () => ['a'] })).toEqual(['a'])
  first.save()
  const later = createMarkdownHeads(index)
  expect(later.found(directory, { quick: true, look: () => ['b'] })).toEqual(['a'])
  expect(later.found(directory, { quick: false, look: () => ['b'] })).toEqual(['b'])
  writeFileSync(join(directory, 'new'), '')
  utimesSync(directory, new Date(), new Date(1))
  expect(later.found(directory, { quick: true, look: () => ['c'] })).toEqual(['c'])
  expect(later.found(join(tmp.path, 'none'), { quick: true, look: () => ['d'] })).toEqual([])
})

import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { ContentPack } from './content-pack.ts'
import { hashOf } from './file-version.ts'

test('what was put in comes out, in any order and of any size', async () => {
  await using tmp = tmpDir()
  const sizes = fc.oneof(fc.nat(300), fc.integer({ min: 2 ** 20 - 2, max: 2 ** 20 + 2 }))
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 8 }), all => {
      using pack = new ContentPack(join(tmp.path, 'private'))
      const contents = all.map((size, i) => Buffer.alloc(size, i + 1))
      const half = contents.length >> 1
      const put = (bytes: Buffer) => pack.add(hashOf(bytes), bytes)
      const early = contents.slice(0, half).map(put)
      const firstRead = early.map(place => pack.read(place))
      const places = [...early, ...contents.slice(half).map(put)]
      const read = places.toReversed().map(place => pack.read(place))
      expect(firstRead.every((bytes, i) => contents[i]?.equals(bytes))).toBe(true)
      expect(read.toReversed().every((bytes, i) => contents[i]?.equals(bytes))).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('the same content is kept once, in a file that goes with it', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'private')
  const pack = new ContentPack(join(directory, 'pack'))
  const bytes = Buffer.from('same')
  const first = pack.add(hashOf(bytes), bytes)
  expect([pack.add(hashOf(bytes), bytes), pack.bytes, existsSync(directory)]).toEqual([first, 4, false])
  expect([Buffer.from(pack.read(first)).toString(), readdirSync(directory)]).toEqual(['same', ['pack']])
  expect(statSync(join(directory, 'pack')).mode & 0o777).toBe(0o600)
  pack[Symbol.dispose]()
  expect(readdirSync(directory)).toEqual([])
})

test('after its end it takes new contents as if nothing had been', async () => {
  await using tmp = tmpDir()
  const pack = new ContentPack(join(tmp.path, 'pack'))
  const bytes = Buffer.from('x')
  pack.read(pack.add(hashOf(bytes), bytes))
  pack[Symbol.dispose]()
  expect(pack.bytes).toBe(0)
  expect(pack.read(pack.add(hashOf(bytes), bytes))).toEqual(bytes)
  pack[Symbol.dispose]()
})

test.each([0, 3, 2 ** 20, 2 ** 20 + 1])(
  'what is taken from an open file of %i bytes comes out',
  async size => {
    await using tmp = tmpDir()
    using pack = new ContentPack(join(tmp.path, 'private'))
    const before = pack.add(hashOf(Buffer.from('before')), Buffer.from('before'))
    const bytes = Buffer.alloc(size, 'content')
    writeFileSync(join(tmp.path, 'file'), bytes)
    const fd = openSync(join(tmp.path, 'file'), 'r')
    const taken = pack.take(fd, size)
    // It was longer when it was looked at.
    const shorter = pack.take(fd, size + 5)
    closeSync(fd)
    const after = pack.add(hashOf(Buffer.from('after')), Buffer.from('after'))
    expect([taken, shorter].map(place => bytes.equals(pack.read(place)))).toEqual([true, true])
    expect([before, after].map(place => Buffer.from(pack.read(place)).toString())).toEqual([
      'before',
      'after',
    ])
  },
)

test('what was taken and named is not kept again', async () => {
  await using tmp = tmpDir()
  using pack = new ContentPack(tmp.path)
  writeFileSync(join(tmp.path, 'file'), 'same')
  const fd = openSync(join(tmp.path, 'file'), 'r')
  const taken = pack.take(fd, 4)
  closeSync(fd)
  pack.name(hashOf(Buffer.from('same')), taken)
  expect([pack.add(hashOf(Buffer.from('same')), Buffer.from('same')), pack.bytes]).toEqual([taken, 4])
})

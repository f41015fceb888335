import { expect, test } from 'vitest'
import { parseBatch, readBlobs } from './read-blobs.ts'

const id = (digit: string): string => digit.repeat(40)
const show = (blobs: ReadonlyMap<string, Uint8Array>) =>
  [...blobs].map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')])

test.each([
  ['one', `${id('a')} blob 3\nx\ny\n`, [[id('a'), 'x\ny']]],
  ['an empty one', `${id('a')} blob 0\n\n`, [[id('a'), '']]],
  ['one that is missing', `${id('a')} missing\n${id('b')} blob 1\nz\n`, [[id('b'), 'z']]],
  ['what is no blob', `${id('a')} tree 2\n\0\0\n${id('b')} blob 1\nz\n`, [[id('b'), 'z']]],
  ['one that breaks off', `${id('a')} blob 1\nz\n${id('b')} blob 9\nz`, [[id('a'), 'z']]],
  ['nothing', '', []],
])('blobs are read: %s', (_, output, blobs) => {
  expect(show(parseBatch(Buffer.from(output, 'latin1')))).toEqual(blobs)
})

test('when git does not answer there are no blobs', async () => {
  const at = { cwd: '/', ids: [id('a')], maxBytes: 10 }
  expect(await readBlobs(at, async () => ({ kind: 'failed', why: 'timeout' }))).toEqual(new Map())
})

import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { type ByteLine, isBlankLine, type LineLimits, parseJsonLine, readLines } from './jsonl.ts'

type Seen = Omit<ByteLine, 'bytes'>

const readPlaces = (path: string, content: string, limits: LineLimits): Seen[] => {
  writeFileSync(path, content)
  const fd = openSync(path, 'r')
  try {
    return [...readLines(fd, limits)].map(({ bytes: _, ...place }) => place)
  } finally {
    closeSync(fd)
  }
}

/** Texts have to be taken while reading: the memory is used again. */
const readTexts = (path: string, content: string, limits: LineLimits): string[] => {
  writeFileSync(path, content)
  const fd = openSync(path, 'r')
  const texts: string[] = []
  for (const line of readLines(fd, limits)) texts.push(Buffer.from(line.bytes).toString('utf8'))
  closeSync(fd)
  return texts
}

test('any text comes back line by line, whatever the size of the chunks', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, 'f')
  const line = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 40 }), fc.boolean(), (lines, chunkBytes, ended) => {
      const content = lines.map(text => `${text}\n`).join('') + (ended ? '' : 'tail')
      expect(readTexts(path, content, { maxLineBytes: 1000, chunkBytes })).toEqual(
        ended ? lines : [...lines, 'tail'],
      )
    }),
  )
})

test('lines say where they are, and a line over the limit is named but not held', async () => {
  await using tmp = tmpDir()
  const found = readPlaces(join(tmp.path, 'f'), 'ab\n\nabcdefgh\né\nabcdef', {
    maxLineBytes: 4,
    chunkBytes: 3,
  })
  const line = (offset: number, length: number, more: Partial<Seen> = {}): Seen => ({
    offset,
    length,
    ended: true,
    tooLong: false,
    ...more,
  })
  expect(found).toEqual([
    line(0, 2),
    line(3, 0),
    line(4, 8, { tooLong: true }),
    line(13, 2),
    line(16, 6, { tooLong: true, ended: false }),
  ])
})

test('an empty file has no lines', async () => {
  await using tmp = tmpDir()
  expect(readPlaces(join(tmp.path, 'f'), '', { maxLineBytes: 10 })).toEqual([])
})

test.each<[string, unknown]>([
  ['{"a":1}', { a: 1 }],
  ['\0\0{"a":1}', { a: 1 }],
  ['{"a":1}\r', { a: 1 }],
  ['null', null],
  ['{"a":', undefined],
  ['{"a":1}{"b":2}', undefined],
  ['\u{fffd}garbage', undefined],
  ['\0\0\0', undefined],
])('the value of %j is %j', (line, value) => {
  expect(parseJsonLine(Buffer.from(line))).toEqual(value)
})

test.each([
  ['', true],
  [' \t\r', true],
  ['\0', false],
  [' x', false],
])('%j is blank: %j', (line, blank) => {
  expect(isBlankLine(Buffer.from(line))).toBe(blank)
})

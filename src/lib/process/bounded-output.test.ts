import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedOutput } from './bounded-output.ts'

const limits = { spillAfterBytes: 8, headBytes: 10, tailBytes: 6 }
const place = () => join(mkdtempSync(join(tmpdir(), 'capstan-output-')), 'sub', 'out.txt')

test('short output stays in memory and no file appears', () => {
  const path = place()
  const output = new BoundedOutput(path, limits)
  output.add(Buffer.from('1234'))
  output.add(Buffer.from('5678'))
  output.close()
  expect([output.text(), output.file, existsSync(path)]).toEqual(['12345678', undefined, false])
})

test('longer output is whole in a private file, with beginning and end in memory', () => {
  const path = place()
  const output = new BoundedOutput(path, limits)
  for (const chunk of ['abcde', 'fghij', 'klmno', 'pqrst', 'uvwxyz']) output.add(Buffer.from(chunk))
  output.close()
  expect({
    text: output.text(),
    tail: output.tail(3),
    bytes: output.bytes,
    whole: readFileSync(path, 'utf8'),
    mode: statSync(path).mode & 0o777,
  }).toEqual({
    text: 'abcdefghij\n[… 10 bytes left out …]\nuvwxyz',
    tail: 'xyz',
    bytes: 26,
    whole: 'abcdefghijklmnopqrstuvwxyz',
    mode: 0o600,
  })
})

test('a character at a cut is dropped whole', () => {
  const output = new BoundedOutput(place(), { spillAfterBytes: 4, headBytes: 4, tailBytes: 4 })
  output.add(Buffer.from('abc→→→xyz'))
  output.close()
  expect(output.text()).toBe('abc\n[… 9 bytes left out …]\nxyz'.replace('9', '7'))
})

test('the file has every byte and memory has the beginning and the end, however the chunks fall', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 30 }), chunks => {
      const output = new BoundedOutput(place(), limits)
      for (const chunk of chunks) output.add(Buffer.from(chunk))
      output.close()
      const whole = Buffer.concat(chunks)
      const kept = output.file ? readFileSync(output.file) : Buffer.from(whole)
      expect([output.bytes, kept.equals(whole)]).toEqual([whole.length, true])
      if (whole.length <= 16) expect(output.text()).toBe(whole.toString('utf8'))
      expect(Buffer.byteLength(output.tail(6))).toBeLessThanOrEqual(18)
    }),
    { numRuns: 60 },
  )
})

test('a file that cannot be created is reported and the ends are still there', () => {
  const output = new BoundedOutput('/proc/nowhere/out', limits)
  output.add(Buffer.from('abcdefghijklmnopqrst'))
  output.close()
  expect([output.file, output.text(), typeof output.spillError]).toEqual([
    undefined,
    'abcdefghij\n[… 4 bytes left out …]\nopqrst',
    'string',
  ])
})

test('what is saved early goes on in the file, from the first byte', () => {
  const path = place()
  const output = new BoundedOutput(path, limits)
  output.save()
  const empty = readFileSync(path, 'utf8')
  output.add(Buffer.from('ab'))
  output.add(Buffer.from('cd'))
  expect([empty, readFileSync(path, 'utf8'), output.file]).toEqual(['', 'abcd', path])
  output.close()
})

test('the first bytes and the whole are there as they came, up to a limit', () => {
  const output = new BoundedOutput(place(), limits)
  for (const chunk of ['ab', 'cdefgh', 'ijklmnopqrs']) output.add(Buffer.from(chunk))
  const text = (bytes: Buffer | undefined) => bytes?.toString()
  expect([text(output.start(2)), text(output.start(5)), text(output.whole(19)), output.whole(18)]).toEqual([
    'ab',
    'abcde',
    'abcdefghijklmnopqrs',
    undefined,
  ])
  output.close()
})

test('a chunk of which nothing is kept gives its memory back', () => {
  const output = new BoundedOutput(place(), limits)
  const chunk = () => Buffer.allocUnsafeSlow(64).fill('x')
  const [first, second] = [chunk(), chunk()]
  output.add(first)
  output.add(second)
  output.close()
  expect([first.length, second.length, output.tail(3)]).toEqual([64, 0, 'xxx'])
})

test('a chunk that leaves the end of its buffer unused gives the whole buffer back; a piece of a pool does not', () => {
  const output = new BoundedOutput(place(), limits)
  output.add(Buffer.alloc(64))
  const short = Buffer.allocUnsafeSlow(64).fill('x').subarray(0, 48)
  const pool = Buffer.allocUnsafeSlow(64)
  output.add(short)
  output.add(pool.subarray(0, 31))
  output.close()
  expect([short.buffer.byteLength, pool.length]).toEqual([0, 64])
})

import { expect, test } from 'vitest'
import { LinePieces } from './line-pieces.ts'

test.each([1, 2, 3, 100])('lines are the same in pieces of %d bytes', size => {
  const lines = new LinePieces(100)
  const bytes = Buffer.from('{"a":1}\n\n{"é":2}\r\n{"rest"')
  const found: string[] = []
  for (let at = 0; at < bytes.length; at += size)
    for (const line of lines.take(bytes.subarray(at, at + size))) found.push(line.toString())
  expect(found).toEqual(['{"a":1}\n', '\n', '{"é":2}\r\n'])
})

test('a long message in small pieces costs what it is long', () => {
  const lines = new LinePieces(64 * 1024 * 1024)
  const piece = Buffer.alloc(256, 'x')
  let early = 0
  for (let at = 0; at < 200_000; at++) if (!lines.take(piece).next().done) early += 1
  expect(early).toBe(0)
  expect(lines.take(Buffer.from('\n')).next().value?.length).toBe(200_000 * 256 + 1)
})

test('a message without an end is given up', () => {
  const lines = new LinePieces(1_000)
  const piece = Buffer.alloc(300, 'x')
  const push = (): void => {
    for (let at = 0; at < 4; at++) [...lines.take(piece)]
  }
  expect(push).toThrow('too long')
})

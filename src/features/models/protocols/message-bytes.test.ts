import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiMessage } from '../../../protocol/model.ts'
import { createMessageBytes } from './message-bytes.ts'

const message = (text: string): ApiMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const plain = (messages: readonly ApiMessage[]) => messages.map(each => `${JSON.stringify(each)},`).join('')

const textOf = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString()

test('a list that grew serialises only its new messages', () => {
  const seen: ApiMessage[] = []
  const bytesOf = createMessageBytes(each => {
    seen.push(each)
    return JSON.stringify(each)
  })
  const messages = Array.from({ length: 5 }, (_, at) => message(`m${at}`))
  bytesOf(messages.slice(0, 3))
  bytesOf(messages)
  bytesOf(messages.slice(0, 2))
  expect(seen).toEqual(messages)
})

test('bytes given out stay as they are when another list takes a different turn', () => {
  const bytesOf = createMessageBytes(each => JSON.stringify(each))
  const [a, b, c] = [message('a'), message('bb'), message('ccc')] as const
  const first = bytesOf([a, b])
  const second = bytesOf([a, c])
  const third = bytesOf([a, b, message('d'.repeat(50_000))])
  expect([first, second].map(textOf)).toEqual([plain([a, b]), plain([a, c])])
  expect(textOf(third).length).toBeGreaterThan(50_000)
})

test('any sequence of lists over the same messages gives the bytes of each list', () => {
  const pool = Array.from({ length: 6 }, (_, at) => message(`é${'x'.repeat(at * 7000)}${at}`))
  const anyList = fc.array(fc.constantFrom(...pool), { maxLength: 8 })
  fc.assert(
    fc.property(fc.array(anyList, { maxLength: 8 }), lists => {
      const bytesOf = createMessageBytes(each => JSON.stringify(each))
      const given = lists.map(list => bytesOf(list))
      expect(given.map(textOf)).toEqual(lists.map(plain))
    }),
    { numRuns: 60 },
  )
})

test('only so many messages of a list are given when that is asked', () => {
  const bytesOf = createMessageBytes(each => JSON.stringify(each))
  const messages = [message('a'), message('b'), message('c')]
  expect([2, 0, 3].map(count => textOf(bytesOf(messages, count)))).toEqual([
    plain(messages.slice(0, 2)),
    '',
    plain(messages),
  ])
})

test('what was written stays where it is while the list grows, in few pieces', () => {
  const bytesOf = createMessageBytes(each => JSON.stringify(each))
  const messages: ApiMessage[] = []
  const memories = new Set<ArrayBufferLike>()
  let pieces: readonly Uint8Array[] = []
  for (let at = 0; at < 2_000; at += 1) {
    messages.push(message('x'.repeat(500)))
    pieces = bytesOf(messages)
    for (const piece of pieces) memories.add(piece.buffer)
  }
  const held = [...memories].reduce((sum, each) => sum + each.byteLength, 0)
  expect(memories.size).toBe(pieces.length)
  expect(pieces.length).toBeLessThan(20)
  expect(held / Buffer.concat(pieces).length).toBeLessThan(1.3)
})

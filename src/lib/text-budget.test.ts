import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../test/support/any-character.ts'
import { takeHead, takeTail } from './text-budget.ts'

test.each([
  ['abcdef', 3, 'abc', 'def'],
  ['abc', 10, 'abc', 'abc'],
  ['漢字', 4, '漢', '字'],
  ['"a"b', 3, '"a', '"b'],
  ['a😀b', 4, 'a', 'b'],
  ['', 5, '', ''],
  ['abc', 0, '', ''],
])('of %j at most %i bytes are %j and %j', (text, bytes, head, tail) => {
  expect([takeHead(text, bytes), takeTail(text, bytes)]).toEqual([head, tail])
})

test('neither takes more than it may, and both are parts of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), fc.nat(50), (text, bytes) => {
      const [head, tail] = [takeHead(text, bytes), takeTail(text, bytes)]
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
      for (const part of [head, tail])
        expect(Buffer.byteLength(JSON.stringify(part)) - 2).toBeLessThanOrEqual(bytes)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairingFaults } from '../../../test/support/loop-bench.ts'
import { assistant, call, result, text, user } from '../../../test/support/messages.ts'
import { randomHistory } from '../../../test/support/random-history.ts'
import type { Message } from '../../protocol/message.ts'
import { cutBefore, piecesOf, safeCuts } from './safe-cuts.ts'

const view: Message[] = [
  user('0', 'go'),
  assistant('1', [text('x')], { id: 'r' }),
  assistant('2', [call('a')], { id: 'r' }),
  user('3', [result('a')]),
  assistant('4', [call('b')], { id: 'r' }),
  user('5', [result('b')]),
  user('6', 'next'),
]

test('a reply, its late records and their results are never parted', () => {
  expect(safeCuts(view)).toEqual([0, 1, 6, 7])
  expect(cutBefore(view, 4)).toBe(1)
  expect(piecesOf(view).map(piece => piece.length)).toEqual([1, 5, 1])
})

test('a call without a result stands alone', () => {
  expect(safeCuts([assistant('1', [call('a')]), user('2', 'never mind')])).toEqual([0, 1, 2])
})

test('nothing has one place to cut', () => {
  expect(safeCuts([])).toEqual([0])
  expect(piecesOf([])).toEqual([])
})

test('wherever a history is cut, both halves are sound and together they are the whole', () => {
  fc.assert(
    fc.property(randomHistory, messages => {
      for (const cut of safeCuts(messages)) {
        expect(pairingFaults(messages.slice(0, cut))).toEqual([])
        expect(pairingFaults(messages.slice(cut))).toEqual([])
      }
      expect(piecesOf(messages).flat()).toEqual(messages)
    }),
  )
})

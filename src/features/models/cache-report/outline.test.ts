import { expect, test } from 'vitest'
import { modelRequest } from '../../../../test/support/model-contract.ts'
import type { ApiMessage } from '../../../protocol/model.ts'
import { outlineOf, sizeOf } from './outline.ts'

const message = (text: string): ApiMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const [a, b, c, d] = [message('a'), message('bb'), message('ccc'), message('dddd')] as const
const request = (...messages: readonly ApiMessage[]) => modelRequest({ messages })

test('an outline keeps its size when later ones go on from it, each its own way', () => {
  const first = outlineOf(request(a, b))
  const before = sizeOf(first)
  const longer = outlineOf(request(a, b, c), first, 2)
  const other = outlineOf(request(a, b, d, c), first, 2)
  const longest = outlineOf(request(a, b, c, d), longer, 3)
  const fresh = [
    [a, b, c],
    [a, b, d, c],
    [a, b, c, d],
  ].map(each => sizeOf(outlineOf(request(...each))))
  expect(sizeOf(first)).toBe(before)
  expect([longer, other, longest].map(sizeOf)).toEqual(fresh)
})

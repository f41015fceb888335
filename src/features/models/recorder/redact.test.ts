import fc from 'fast-check'
import { expect, test } from 'vitest'
import { madeGithubToken } from '../../../../test/support/made-secrets.ts'
import { createDetector } from '../../../lib/secrets/detect.ts'
import { markerFor } from '../../../lib/secrets/marker.ts'
import type { ModelDelta } from '../../../protocol/model.ts'
import { redactDeltas } from './redact.ts'

const KEY = madeGithubToken()
const MARKER = markerFor('github-token', KEY)
const find = createDetector()

const pieceOf = (text: string, field = 'text'): ModelDelta => ({
  type: 'event',
  event: { type: 'content_block_delta', index: 0, delta: { type: 'x', [field]: text } },
})

test('a secret spread over pieces is redacted however it is cut', () => {
  const whole = `here: ${KEY}.`
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: whole.length }), { maxLength: 8 }),
      fc.constantFrom('text', 'thinking', 'partial_json'),
      (cuts, field) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end))
        const deltas = pieces.map((text, ms) => ({ ms, delta: pieceOf(text, field) }))
        const clean = redactDeltas(deltas, find)
        const joined = clean.map(({ delta }) =>
          delta.type === 'event' ? (delta.event['delta'] as Record<string, string>)[field] : '',
        )
        expect(joined.join('')).toBe(`here: ${MARKER}.`)
        expect(clean.map(each => each.ms)).toEqual(deltas.map(each => each.ms))
      },
    ),
  )
})

test('pieces without a secret stay as they were cut', () => {
  const deltas = ['one ', 'two'].map((text, ms) => ({ ms, delta: pieceOf(text) }))
  expect(redactDeltas(deltas, find)).toEqual(deltas)
})

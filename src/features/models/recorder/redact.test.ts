import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelDelta } from '../../../protocol/model.ts'
import { redactDeltas, redactSecrets, redactValue } from './redact.ts'

const KEY = ['sk', 'ant', 'api03', 'abcdefghijklmnop1234'].join('-')

test.each([
  KEY,
  `AKIA${'A1'.repeat(8)}`,
  `ghp_${'a1'.repeat(15)}`,
  `github_pat_${'a1'.repeat(15)}`,
  `glpat-${'a1'.repeat(10)}`,
  `xoxb-${'1a'.repeat(8)}`,
  `AIza${'a1'.repeat(18)}`,
  `npm_${'a1'.repeat(18)}`,
  `eyJ${'a'.repeat(12)}.${'b'.repeat(12)}.${'c'.repeat(12)}`,
  '-----BEGIN RSA PRIVATE KEY-----\\nabc\\n-----END RSA PRIVATE KEY-----',
])('%s is redacted wherever it stands', secret => {
  expect(redactSecrets(`x "${secret}" y`)).toBe('x "[redacted]" y')
})

test('a bearer token is redacted, ordinary words are not', () => {
  expect(redactSecrets(`Authorization: Bearer ${'t0'.repeat(10)}`)).toBe('Authorization: Bearer [redacted]')
  const plain = 'task-list sk-short bearer of news, see https://example.org/eyJ'
  expect(redactSecrets(plain)).toBe(plain)
})

test('every string inside a value is redacted', () => {
  expect(redactValue({ a: [KEY, 1, null, { b: KEY }] }, redactSecrets)).toEqual({
    a: ['[redacted]', 1, null, { b: '[redacted]' }],
  })
})

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
        const clean = redactDeltas(deltas, redactSecrets)
        const joined = clean.map(({ delta }) =>
          delta.type === 'event' ? (delta.event['delta'] as Record<string, string>)[field] : '',
        )
        expect(joined.join('')).toBe('here: [redacted].')
        expect(clean.map(each => each.ms)).toEqual(deltas.map(each => each.ms))
      },
    ),
  )
})

test('pieces without a secret stay as they were cut', () => {
  const deltas = ['one ', 'two'].map((text, ms) => ({ ms, delta: pieceOf(text) }))
  expect(redactDeltas(deltas, redactSecrets)).toEqual(deltas)
})

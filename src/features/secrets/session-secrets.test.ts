import { expect, test } from 'vitest'
import { madeGithubToken, madeText } from '../../../test/support/made-secrets.ts'
import { markerFor } from '../../lib/secrets/marker.ts'
import { createSessionSecrets } from './session-secrets.ts'

const token = madeGithubToken()
const marker = markerFor('github-token', token)

test('results are redacted unless the person switched it off', () => {
  expect(createSessionSecrets({ settings: {}, env: {} }).redact([token])).toEqual([marker])
  const off = createSessionSecrets({ settings: { redactResults: false }, env: {} })
  expect(off.redact([token])).toEqual([token])
  expect(off.restore({ oldText: marker, newText: '' }, token)).toEqual({ oldText: token, newText: '' })
  expect(() => off.refuseMarkers('/a', undefined, Buffer.from(marker))).toThrow(/would put/)
})

test('credentials of the environment are known by value', () => {
  const value = 'no-known-form-at-all-1'
  const { redact } = createSessionSecrets({ settings: {}, env: { MY_TOKEN: value, HOME: '/home/a' } })
  expect(redact(`x=${value} /home/a`)).toBe(`x=${markerFor('credential', value)} /home/a`)
})

test.each([
  [{ name: 'acme', prefix: 'acme_' }, `acme_${madeText(16)}`, ''],
  [{ name: 'acme', prefix: 'acme_', chars: 'hex', min: 8, max: 8 } as const, 'acme_01234567', ''],
  [{ name: 'acme', after: 'DB_PASS=' }, madeText(20), 'DB_PASS='],
  [{ name: 'acme', after: 'pin: ', chars: 'alphanumeric', min: 8 } as const, 'a1b2c3d4', 'pin: '],
])('a pattern of the person is found: %j', (pattern, secret, before) => {
  const { redact } = createSessionSecrets({ settings: { extraPatterns: [pattern] }, env: {} })
  expect(redact(`see ${before}${secret} there`)).toBe(`see ${before}${markerFor('acme', secret)} there`)
  expect(redact('acme_short DB_PASS=x pin: 12')).toBe('acme_short DB_PASS=x pin: 12')
})

import { expect, test } from 'vitest'
import { codeFor } from './link-code.ts'

test.each(['http://127.0.0.1:4519/login?code=x', 'http://localhost:1/', 'http://[::1]:4519/login?code=x'])(
  '%s has no code: no phone could open it',
  link => expect(codeFor(link)).toBe(''),
)

test('a link that other machines can open has a QR code for their cameras', () => {
  const rows = codeFor('https://capstan.example/login?code=abc').split('\n')
  expect(rows.length).toBeGreaterThan(12)
  expect(rows[0]).toMatch(/^█+$/)
})

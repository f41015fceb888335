import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

const failing = (cause: unknown): Error => new TypeError('fetch failed', { cause })
const cause = (more: object, message = 'x'): Error => Object.assign(new Error(message), more)

test.each([
  [{ code: 'ENOTFOUND', hostname: 'api.example.com' }, "can't reach api.example.com (ENOTFOUND)"],
  [{ code: 'EAI_AGAIN', hostname: 'api.example.com' }, "can't reach api.example.com (EAI_AGAIN)"],
  [{ code: 'ECONNREFUSED', address: '10.0.0.1', port: 81 }, "can't reach 10.0.0.1:81 (ECONNREFUSED)"],
  [{ code: 'ENETUNREACH', address: '10.0.0.1' }, "can't reach 10.0.0.1 (ENETUNREACH)"],
  [{}, 'fetch failed: x'],
])('a fetch that failed for %j says whom it could not reach', (more, text) => {
  expect(errorText(failing(cause(more)))).toBe(text)
  expect(errorText(failing(new AggregateError([cause(more), cause({})], '')))).toBe(text)
})

test('whatever else is thrown says what it says', () => {
  expect(errorText(new Error('no'))).toBe('no')
  expect(errorText(failing(undefined))).toBe('fetch failed')
  expect(errorText('text')).toBe('text')
})

test('so it is with a port that nobody listens on', async () => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise(resolve => server.close(resolve))
  const error: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((thrown: unknown) => thrown)
  expect(errorText(error)).toBe(`can't reach 127.0.0.1:${port} (ECONNREFUSED)`)
})

import { expect, test } from 'vitest'
import { upgraded } from './fetch-page.ts'

test.each([
  ['http://example.net/a', [], 'https://example.net/a'],
  ['http://example.net:80/a', [], 'https://example.net/a'],
  ['http://example.net:8080/a', [], 'http://example.net:8080/a'],
  ['http://wiki.example/a', ['wiki.example'], 'http://wiki.example/a'],
  ['http://127.0.0.1/a', ['127.0.0.1'], 'http://127.0.0.1/a'],
  ['http://93.184.216.34/a', [], 'https://93.184.216.34/a'],
  ['https://example.net/', [], 'https://example.net/'],
])('http on port 80 to a public host is upgraded: %s with %j open', (url, open, expected) => {
  expect(upgraded(new URL(url), open).href).toBe(expected)
})

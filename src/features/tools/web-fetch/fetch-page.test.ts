import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fetchPage, upgraded } from './fetch-page.ts'

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

test('on every hop the name is resolved and its address checked anew', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(302, { location: `${request.url}x` }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const addresses = ['127.0.0.1', '127.0.0.1', '169.254.169.254']
  const web = { hosts: () => ['app.localhost'], now: () => 0, userAgent: 'capstan/test', save: () => '' }
  try {
    const fetched = fetchPage(
      new URL(`http://app.localhost:${(server.address() as AddressInfo).port}/a`),
      {
        web,
        limits: { maxBytes: 1000, timeoutMs: 30_000 },
        resolve: async () => [{ address: addresses.shift() ?? '', family: 4 }],
      },
      new AbortController().signal,
    )
    await expect(fetched).rejects.toThrow(
      'app.localhost stands for 169.254.169.254, which is a metadata address',
    )
    expect([asked, addresses]).toEqual([['/a', '/ax'], []])
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
})

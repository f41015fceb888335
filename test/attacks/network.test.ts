import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { exactHosts } from '../../src/features/permissions/rules/match-domain.ts'
import { parseRules } from '../../src/features/permissions/rules/rules.ts'
import { connectOut } from '../../src/features/sandbox/egress.ts'
import { createHostList } from '../../src/features/sandbox/host-list.ts'
import { fetchPage } from '../../src/features/tools/web-fetch/fetch-page.ts'
import { get } from '../../src/lib/network/get.ts'

/** A server on this machine that must not be spoken to, and counts who does. */
const openCanary = async () => {
  let visits = 0
  const server = createServer((_request, response) => response.end('CANARY'))
  server.on('connection', () => {
    visits += 1
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    visits: () => visits,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const familyOf = (address: string): number => (address.includes(':') ? 6 : 4)
/** Answers as whoever owns the name wishes: one set of addresses after the other. */
const resolver = (...answers: readonly (readonly string[])[]) => {
  let asked = 0
  return async () =>
    (answers[Math.min(asked++, answers.length - 1)] ?? []).map(address => ({
      address,
      family: familyOf(address),
    }))
}
/** The hosts that a rule opens, as the session takes them from its rules. */
const opened = (rule: string): readonly string[] =>
  exactHosts(parseRules([{ behavior: 'allow', text: rule, source: 'user', anchor: '/' }]).allow)

const fetchAs = async (host: string, port: number, how: { rule: string; addresses: readonly string[] }) =>
  await fetchPage(
    new URL(`http://${host}:${port}/`),
    {
      web: { hosts: () => opened(how.rule), now: () => 0, userAgent: 'capstan/test', save: () => '' },
      limits: { maxBytes: 1000, timeoutMs: 5_000 },
      resolve: resolver(how.addresses),
    },
    new AbortController().signal,
  )

test('the canary: a rule for the address, or for localhost, reaches this machine', async () => {
  await using canary = await openCanary()
  for (const host of ['127.0.0.1', 'localhost', 'app.localhost']) {
    const fetched = await fetchAs(host, canary.port, {
      rule: `WebFetch(domain:${host})`,
      addresses: ['127.0.0.1'],
    })
    expect(Buffer.from(fetched.answer.body).toString()).toBe('CANARY')
  }
  expect(canary.visits()).toBe(3)
})

const REBOUND = [
  'docs.example.com',
  'app.test',
  'a.b.test',
  'printer',
  'wiki.internal',
  'nas.local',
  'host.lan',
  'x.corp',
  'x.example',
  'x.invalid',
  'localhost.example.com',
  'xn--localhst-b4a.com',
]

test.each(REBOUND)('a rule for the name %s does not lead to this machine', async host => {
  await using canary = await openCanary()
  for (const addresses of [
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['93.184.216.34', '127.0.0.1'],
    ['127.8.8.8'],
  ])
    await expect(fetchAs(host, canary.port, { rule: `WebFetch(domain:${host})`, addresses })).rejects.toThrow(
      /private address/,
    )
  expect(canary.visits()).toBe(0)
})

test.each([
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '169.254.1.1',
  'fd00::1',
  'fe80::1',
  '198.18.0.1',
  '::ffff:10.0.0.1',
])('nor does one for a public or a test name lead to %s', async address => {
  const dialled: string[] = []
  for (const host of ['docs.example.com', 'app.test', 'wiki.example.org']) {
    const asked = get({
      url: new URL(`http://${host}/`),
      headers: {},
      open: opened(`WebFetch(domain:${host})`),
      signal: AbortSignal.timeout(5_000),
      maxBytes: 1000,
      resolve: resolver([address]),
      // Whoever is dialled shows: everything would go through here.
      proxy: { http: 'http://127.0.0.1:1' },
    })
    await asked.catch((error: { kind?: string; message: string }) =>
      dialled.push(`${error.kind}: ${error.message.includes('does not open that')}`),
    )
  }
  expect(dialled).toEqual(['refused: true', 'refused: true', 'refused: true'])
})

test.each([
  ['localhost', '10.0.0.1'],
  ['app.localhost', '192.168.1.1'],
  ['wiki.internal', '169.254.169.254'],
  ['wiki.internal', 'fe80::1'],
  ['printer', '169.254.1.1'],
  ['nas.local', '0.0.0.0'],
  ['nas.local', '::'],
])('a rule for the private name %s does not lead to %s', async (host, address) => {
  await expect(fetchAs(host, 80, { rule: `WebFetch(domain:${host})`, addresses: [address] })).rejects.toThrow(
    `${host} stands for ${address}`,
  )
})

test('an answer that changes after it was checked is not asked for again', async () => {
  await using canary = await openCanary()
  const dialled: (string | undefined)[] = []
  const proxy = createServer()
  proxy.on('connect', (request, socket) => {
    dialled.push(request.url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>(done => proxy.listen(0, '127.0.0.1', done))
  const asked = get({
    url: new URL(`http://docs.example.com:${canary.port}/`),
    headers: {},
    open: ['docs.example.com'],
    signal: AbortSignal.timeout(30_000),
    maxBytes: 1000,
    resolve: resolver(['93.184.216.34'], ['127.0.0.1']),
    proxy: { http: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
  })
  await expect(asked).rejects.toThrow()
  await new Promise(done => proxy.close(done))
  expect([dialled, canary.visits()]).toEqual([[`93.184.216.34:${canary.port}`], 0])
})

test.each(REBOUND)('a sandbox that may reach %s does not reach this machine by it', async host => {
  await using canary = await openCanary()
  const hosts = createHostList({ allowedDomains: [host] })
  const out = connectOut(new URL(`http://${host}:${canary.port}/`), {
    hosts,
    resolve: async () => [{ address: '127.0.0.1' }],
  })
  await expect(out).rejects.toThrow(/private address/)
  expect(canary.visits()).toBe(0)
})

test('the canary of the sandbox: connecting without the check reaches it', async () => {
  await using canary = await openCanary()
  await new Promise<void>(done => {
    const socket = connect(canary.port, '127.0.0.1', () => socket.end(done))
  })
  expect(canary.visits()).toBe(1)
})

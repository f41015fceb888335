import { X509Certificate } from 'node:crypto'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { SessionAuthority } from './session-authority.ts'

const NOW = Date.UTC(2026, 10, 19, 12)

const authorityFor = (...patterns: readonly string[]) => new SessionAuthority({ patterns, now: Date.now })

/** What a client that trusts only the authority says of a server that shows a certificate for one host. */
const meet = async (authority: SessionAuthority, host: string, asked = host): Promise<string> => {
  const server = createServer(authority.certificateFor(host), socket => socket.end())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const bare = asked.replace(/^\[|\]$/g, '')
  const said = await new Promise<string>(resolve => {
    const named = /^[\d.]+$|:/.test(bare) ? {} : { servername: bare }
    const socket = connect({ port, host: '127.0.0.1', ca: authority.certificate, ...named }, () =>
      resolve('trusted'),
    )
    socket.on('error', error => resolve(error.message))
    socket.on('close', () => server.close())
    socket.on('secureConnect', () => socket.end())
  })
  server.close()
  return said
}

test('its certificate is that of an authority, for a while, with names of certificates below it alone', () => {
  const authority = new SessionAuthority({ patterns: ['api.example.org'], now: () => NOW })
  const root = new X509Certificate(authority.certificate)
  const leaf = new X509Certificate(authority.certificateFor('api.example.org').cert)
  expect([root.ca, leaf.ca, root.verify(root.publicKey), leaf.verify(root.publicKey)]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect([leaf.subjectAltName, leaf.checkIssued(root), leaf.keyUsage]).toEqual([
    'DNS:api.example.org',
    true,
    ['1.3.6.1.5.5.7.3.1'],
  ])
  expect([root.validFromDate.getTime() < NOW, root.validToDate.getTime() - NOW]).toEqual([
    true,
    30 * 86_400_000,
  ])
  expect(authority.certificateFor('api.example.org')).toBe(authority.certificateFor('api.example.org'))
})

test.each([
  [['api.example.org'], 'api.example.org', 'trusted'],
  [['*.example.org'], 'a.b.example.org', 'trusted'],
  [['api-*.example.org'], 'api-1.example.org', 'trusted'],
  [['*'], 'anything.test', 'trusted'],
  [['localhost'], 'localhost', 'trusted'],
  [['api.example.org'], 'evil.test', 'permitted subtree violation'],
  [['api.example.org'], 'example.org', 'permitted subtree violation'],
  [['*.example.org'], 'xexample.org', 'permitted subtree violation'],
])('made for %j it is believed of %s: %s', async (patterns, host, said) => {
  expect(await meet(authorityFor(...patterns), host)).toMatch(new RegExp(said, 'i'))
})

test('addresses are constrained as names are', async () => {
  const parsed = (host: string) => new X509Certificate(authorityFor(host).certificateFor(host).cert)
  expect(parsed('[2001:db8::1]').checkIP('2001:db8::1')).toBe('2001:db8::1')
  expect(parsed('[::1]').checkIP('::1')).toBe('::1')
  expect(await meet(authorityFor('127.0.0.1'), '127.0.0.1')).toBe('trusted')
  expect(await meet(authorityFor('10.0.0.7'), '127.0.0.1')).toMatch(/permitted subtree violation/i)
  expect(await meet(authorityFor('api.example.org'), '127.0.0.1')).toMatch(/excluded subtree violation/i)
})

test('years behind 2049 are written out', () => {
  const late = new SessionAuthority({ patterns: ['*'], now: () => Date.UTC(2055, 0, 1) })
  expect(new X509Certificate(late.certificate).validToDate.getUTCFullYear()).toBe(2055)
})

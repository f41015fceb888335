import { expect, test } from 'vitest'
import { createHostList } from './host-list.ts'

const refuses = (network: Parameters<typeof createHostList>[0], url: string): string | undefined =>
  createHostList(network).refuse(new URL(url))?.en

test.each([
  ['example.org', 'https://example.org/', true],
  ['Example.ORG.', 'https://EXAMPLE.org./', true],
  ['example.org', 'https://sub.example.org/', false],
  ['example.org', 'https://example.org.attacker.test/', false],
  ['example.org', 'https://notexample.org/', false],
  ['*.example.org', 'https://a.b.example.org/', true],
  ['*.example.org', 'https://example.org/', false],
  ['api-*.example.org', 'https://api-1.example.org/', true],
  ['api-*.example.org', 'https://api-1.x.example.org/', false],
  ['bücher.example', 'https://xn--bcher-kva.example/', true],
  ['xn--bcher-kva.example', 'https://bücher.example/', true],
  ['*', 'https://anything.example/', true],
  ['*', 'https://127.0.0.1/', false],
  ['*', 'https://[::1]/', false],
  ['127.0.0.1', 'https://127.0.0.1:8080/', true],
  ['127.0.0.1', 'https://0x7f.1/', true],
  ['169.254.169.254', 'https://169.254.169.254/', false],
  ['metadata.google.internal', 'https://metadata.google.internal/', false],
  ['localhost', 'https://localhost/', true],
  ['https://example.org', 'https://example.org/', false],
  ['example.org:443', 'https://example.org/', false],
  ['user@example.org', 'https://example.org/', false],
  ['', 'https://example.org/', false],
])('%s lets %s through: %s', (allowed, url, open) => {
  expect(refuses({ allowedDomains: [allowed] }, url) === undefined).toBe(open)
})

test('a denied host is refused whatever is allowed, and each refusal says which setting it is', () => {
  const network = { allowedDomains: ['*.example.org'], deniedDomains: ['bad.example.org'] }
  expect([
    refuses(network, 'https://bad.example.org/'),
    refuses(network, 'https://other.test/'),
    refuses(network, 'https://good.example.org/'),
  ]).toEqual([
    'bad.example.org is denied by sandbox.network.deniedDomains',
    'other.test is not among sandbox.network.allowedDomains',
    undefined,
  ])
})

test('only hosts without a star may be private', () => {
  expect(createHostList({ allowedDomains: ['*.corp', 'Build.Corp', '*'] }).open).toEqual(['build.corp'])
})

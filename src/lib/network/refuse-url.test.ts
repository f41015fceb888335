import { expect, test } from 'vitest'
import { refuseAddress, refuseUrl } from './refuse-url.ts'

test.each([
  ['https://example.net/x', [], undefined],
  ['https://example.net:8443/x', [], undefined],
  ['https://[2606:4700::1111]/', [], undefined],
  ['http://localhost/', [], 'localhost is private'],
  ['http://printer/', [], undefined],
  ['http://a.internal./', [], 'a.internal is private'],
  ['http://localhost/', ['localhost'], undefined],
  ['http://LOCALHOST./', ['localhost'], undefined],
  ['http://a.localhost/', ['localhost'], 'a.localhost is private'],
  ['http://127.0.0.1:8080/', ['127.0.0.1'], undefined],
  ['http://0x7f.1/', ['127.0.0.1'], undefined],
  ['http://127.0.0.2/', ['127.0.0.1'], '127.0.0.2 is a private address (this machine)'],
  ['http://[::1]/', ['[::1]'], undefined],
  ['http://[::ffff:127.0.0.1]/', ['127.0.0.1'], '[::ffff:7f00:1] is a private address (this machine)'],
  ['http://169.254.169.254/', ['169.254.169.254'], '169.254.169.254 is a metadata address'],
  [
    'http://metadata.google.internal/',
    ['metadata.google.internal'],
    'metadata.google.internal hands out credentials of this machine',
  ],
  ['http://0.0.0.0/', ['0.0.0.0'], '0.0.0.0 is the unspecified address'],
  ['http://example.net:0/', [], 'port 0 cannot be reached'],
  ['gopher://example.net/', [], 'the scheme gopher: is not supported'],
  ['http://a:b@example.net/', [], 'the address holds user information'],
  ['http://exa mple.net/', [], 'the address holds control characters, blanks or backslashes'],
  ['example.net', [], 'the address is not a URL'],
])('%s with %j open is refused because %s', (url, open, why) => {
  expect(refuseUrl(url, open)?.en).toBe(why)
})

test.each([
  ['docs.rs', '8.8.8.8', [], undefined],
  ['docs.rs', '10.0.0.1', [], 'docs.rs stands for 10.0.0.1, which is a private address'],
  [
    'wiki.example.com',
    '10.0.0.1',
    ['wiki.example.com'],
    'wiki.example.com stands for 10.0.0.1, which is a private address, and a rule for the name does not open that: only one for the address',
  ],
  [
    'docs.rs',
    '127.0.0.1',
    ['docs.rs'],
    'docs.rs stands for 127.0.0.1, which is a private address (this machine), and a rule for the name does not open that: only one for the address',
  ],
  ['localhost', '127.0.0.1', ['localhost'], undefined],
  ['app.localhost', '::1', ['app.localhost'], undefined],
  ['wiki.internal', '10.0.0.1', ['wiki.internal'], undefined],
  ['wiki.lan', 'fd12::1', ['wiki.lan'], undefined],
  ['printer', '192.168.1.9', [], 'printer stands for 192.168.1.9, which is a private address'],
  ['printer', '192.168.1.9', ['printer'], undefined],
  [
    'app.test',
    '169.254.169.254',
    ['app.test'],
    'app.test stands for 169.254.169.254, which is a metadata address',
  ],
  ['docs.rs', 'nonsense', ['docs.rs'], 'docs.rs stands for nonsense, which is a reserved address'],
])('%s resolved to %s with %j open is refused because %s', (host, address, open, why) => {
  expect(refuseAddress(host, address, open)?.en).toBe(why)
})

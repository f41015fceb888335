import { expect, test } from 'vitest'
import { proxyCredentials } from '../../../lib/network/proxy.ts'
import { proxyFor } from './proxy.ts'

const settings = { http: 'plain:3128', https: 'http://secure:8080' }
const hostOf = (target: string, no?: string) => proxyFor(new URL(target), { ...settings, no })?.host

test.each([
  ['http://a.example/', undefined, 'plain:3128'],
  ['https://a.example/', undefined, 'secure:8080'],
  ['https://a.example/', '*', undefined],
  ['https://a.example/', 'example', undefined],
  ['https://a.example/', '.example', undefined],
  ['https://a.example/', '*.example', undefined],
  ['https://a.example/', 'a.example:443', undefined],
  ['https://a.example/', 'a.example:444', 'secure:8080'],
  ['https://aexample/', 'example', 'secure:8080'],
  ['https://A.Example/', 'b, a.EXAMPLE', undefined],
  ['http://127.0.0.1:9/', 'localhost,127.0.0.1', undefined],
  ['http://[::1]:9/', '::1', undefined],
  ['http://[::1]:9/', '[::1]:9', undefined],
])('%s with NO_PROXY %s goes through %s', (target, no, proxy) => {
  expect(hostOf(target, no)).toBe(proxy)
})

test('no proxy is named, none is used', () => {
  expect(proxyFor(new URL('https://a/'), { http: 'x' })).toBeUndefined()
  expect(proxyFor(new URL('https://a/'), { https: ' ' })).toBeUndefined()
})

test('a user in the address becomes basic credentials', () => {
  expect(proxyCredentials(new URL('http://me:p%40ss@host'))).toEqual({
    'proxy-authorization': `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  })
  expect(proxyCredentials(new URL('http://host'))).toEqual({})
})

test.each(['http://', 'socks5://host:1080'])('a proxy address like %s is refused', address => {
  expect(() => proxyFor(new URL('http://a/'), { http: address })).toThrow(
    expect.objectContaining({ kind: 'invalid_request' }),
  )
})

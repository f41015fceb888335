import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKind } from './address.ts'

test.each([
  ['8.8.8.8', 'public'],
  ['192.0.78.9', 'public'],
  ['172.15.0.1', 'public'],
  ['172.32.0.1', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['100.127.255.255', 'private'],
  ['198.18.0.1', 'private'],
  ['169.254.1.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['192.0.2.1', 'reserved'],
  ['203.0.113.9', 'reserved'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['2606:4700::1111', 'public'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['::FFFF:169.254.169.254', 'metadata'],
  ['::ffff:8.8.8.8', 'reserved'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['::127.0.0.1', 'loopback'],
  ['::8.8.8.8', 'reserved'],
  ['64:ff9b::8.8.8.8', 'public'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
  ['64:ff9b:1::1', 'private'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fec0::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fe80::a9fe:a9fe', 'metadata'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'reserved'],
  ['2001::1', 'reserved'],
  ['2002:7f00:1::', 'reserved'],
  ['100::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['example.net', undefined],
  ['256.1.1.1', undefined],
  ['1.2.3', undefined],
  [':::', undefined],
  ['1::2::3', undefined],
  ['12345::', undefined],
  ['1:2:3:4:5:6:7', undefined],
  ['', undefined],
])('%s is %s', (text, kind) => {
  expect(addressKind(text)).toBe(kind)
})

test('an IPv4 address inside an IPv6 one is never more public than by itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::'), (four, prefix) => {
      const whole = addressKind(`${prefix}${four}`)
      expect(whole).not.toBeUndefined()
      if (addressKind(four) !== 'public') expect(whole).not.toBe('public')
    }),
  )
})

test('every IPv6 address in every spelling has a kind', () => {
  fc.assert(
    fc.property(fc.ipV6(), text => {
      expect(addressKind(text)).not.toBeUndefined()
    }),
  )
})

import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { arePushKeys, encryptPush } from './encrypt.ts'
import { isEndpoint, isQuiet } from './send-push.ts'
import { newVapidKeys, vapidHeader } from './vapid.ts'

/** What browsers' makers test with: another implementation. */
const ece: { decrypt(body: Uint8Array, how: object): Uint8Array } = createRequire(import.meta.url)('http_ece')
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('a message is encrypted as the example of RFC 8291 has it', () => {
  const sealed = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    },
  )
  expect(Buffer.from(sealed).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test.each([0, 1, 100, 3_900])(
  '%d bytes are read by another implementation, and by nobody with another key',
  size => {
    const browser = createECDH('prime256v1')
    browser.generateKeys()
    const auth = randomBytes(16)
    const plain = randomBytes(size)
    const sealed = encryptPush(plain, {
      p256dh: browser.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    })
    const how = { version: 'aes128gcm', privateKey: browser, authSecret: auth }
    expect(Buffer.compare(ece.decrypt(sealed, how), plain)).toBe(0)
    expect(() => ece.decrypt(sealed, { ...how, authSecret: randomBytes(16) })).toThrow()
    expect(sealed.length).toBeLessThanOrEqual(4_096)
  },
)

test('a message that no push service need take is refused', () => {
  const keys = { p256dh: newVapidKeys().publicKey, auth: randomBytes(16).toString('base64url') }
  expect(() => encryptPush(randomBytes(3_901), keys)).toThrow('at most')
})

test('a push service can check who sends, by RFC 8292', () => {
  const keys = newVapidKeys()
  const endpoint = new URL('https://push.example/send/1?x=2')
  const header = vapidHeader(keys, { endpoint, contact: 'mailto:me@example.com', now: 1_700_000_000_000 })
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(body).toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_700_043_200,
    sub: 'mailto:me@example.com',
  })
  const point = bytes(key)
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const check = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${body}`), check, bytes(signature))).toBe(true)
})

test.each([
  ['https://push.example/x', true, true],
  ['http://push.example/x', false, true],
  ['https://u:p@push.example/x', false, false],
  ['ftp://push.example/x', false, false],
  ['javascript:1', false, false],
  ['x', false, false],
  [`https://push.example/${'x'.repeat(2_000)}`, false, false],
])('%s as an endpoint: %s, and %s where private ones are let', (endpoint, open, lenient) => {
  expect([
    isEndpoint(endpoint, { allowPrivate: false }),
    isEndpoint(endpoint, { allowPrivate: true }),
  ]).toEqual([open, lenient])
})

test.each([
  ['', ''],
  [Buffer.alloc(65, 4).toString('base64url'), randomBytes(16).toString('base64url')],
  [newVapidKeys().publicKey, 'short'],
])('keys that are none are refused: %s %s', (p256dh, auth) => {
  expect(arePushKeys({ p256dh, auth })).toBe(false)
})

test.each([
  ['22:00-07:00', '23:30', true],
  ['22:00-07:00', '06:59', true],
  ['22:00-07:00', '07:00', false],
  ['12:00-13:00', '12:30', true],
  ['12:00-13:00', '13:00', false],
  [undefined, '03:00', false],
])('quiet %s at %s: %s', (hours, time, quiet) => {
  expect(isQuiet(hours, new Date(`2026-01-05T${time}:00`))).toBe(quiet)
})

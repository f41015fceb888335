import { expect, test } from 'vitest'
import type { CredentialMask } from '../../../protocol/settings.ts'
import { maskedText } from './masked-text.ts'
import { placeholderFor } from './placeholder.ts'

const mask = (text: string, how: CredentialMask = {}) => {
  const issued = new Map<string, string>()
  const masked = maskedText(text, how, (secret, make) => {
    const placeholder = issued.get(secret) ?? make()
    if (placeholder !== undefined) issued.set(secret, placeholder)
    return placeholder
  })
  return { masked, issued }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (payload: object): string =>
  `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}.c2lnbmF0dXJlLW9mLXRoaXMtdG9rZW4`
const payloadOf = (text = ''): unknown =>
  JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())

test.each([
  ['npm_0123456789abcdefghijABCDEFGHIJ012345', /^npm_[A-Za-z0-9]{36}$/],
  ['AKIAIOSFODNN7EXAMPLE', /^AKIA[A-Za-z0-9]{24}$/],
  ['0123456789abcdef0123456789abcdef', /^[0-9a-f]{32}$/],
  ['short', /^[A-Za-z0-9]{24}$/],
  ['p@ss wörd/with+all="signs"', /^[A-Za-z0-9]{26}$/],
])('the placeholder of %s has its beginning, its length and its kind of signs', (secret, form) => {
  expect([placeholderFor(secret), placeholderFor(secret)]).toEqual([
    expect.stringMatching(form),
    expect.stringMatching(form),
  ])
  expect(placeholderFor(secret)).not.toBe(placeholderFor(secret))
})

test('without a pattern all but the blanks around it is secret', () => {
  const { masked, issued } = mask('\n the secret \n')
  expect([...issued.keys()]).toEqual(['the secret'])
  expect(masked).toBe(`\n ${issued.get('the secret')} \n`)
  expect(mask('  \n')).toEqual({ masked: '  \n', issued: new Map() })
})

test('with a pattern only its first group is, everywhere it matches', () => {
  const text = 'a: token=one!\nb: token=two!\n# one\n'
  const { masked, issued } = mask(text, { extract: 'token=(\\w+)' })
  const [one, two] = [issued.get('one'), issued.get('two')]
  expect(masked).toBe(`a: token=${one}!\nb: token=${two}!\n# one\n`)
  expect(mask(text, { extract: 'password=(\\w+)' }).masked).toBeUndefined()
  expect(mask(text, { extract: 'token(x)?=' }).masked).toBeUndefined()
  const all = mask(text, { extract: 'token=(\\w+)', maskDuplicates: true })
  expect(all.masked).toContain(`# ${all.issued.get('one')}`)
})

test('a signed token is replaced by one that can be taken apart, with its times and none of its claims', () => {
  const real = token({ sub: 'me', api_key: 'abc', exp: 99 })
  const { masked, issued } = mask(`t=${real};`, { decode: 'jwt' })
  expect([...issued.keys()]).toEqual([real])
  expect(payloadOf(masked?.slice(2, -1))).toEqual({ exp: 99, jti: expect.any(String) })
  expect(masked).not.toContain('c2lnbmF0dXJl')
  expect(mask('nothing.of-that-kind.here', { decode: 'jwt' }).masked).toBeUndefined()
})

test('of a token only the claims that are named are replaced, and never its signature kept', () => {
  const real = token({ sub: 'me', api_key: 'abcdef', exp: 99 })
  const { masked } = mask(real, { decode: 'jwt', maskClaims: ['api_key'] })
  expect(payloadOf(masked)).toEqual({ sub: 'me', api_key: expect.not.stringContaining('abcdef'), exp: 99 })
  expect(masked?.split('.')[2]).not.toBe(real.split('.')[2])
  expect(mask(real, { decode: 'jwt', maskClaims: ['other'] }).masked).toBeUndefined()
})

import { expect, test } from 'vitest'
import { matchesHost } from './match-host.ts'

test.each([
  ['docs.rs', 'docs.rs', true],
  ['DOCS.rs.', 'docs.rs', true],
  ['docs.rs', 'x.docs.rs', false],
  ['*.docs.rs', 'x.y.docs.rs', true],
  ['*.docs.rs', 'docs.rs', false],
  ['a*z.docs.rs', 'abcz.docs.rs', true],
  ['a*z.docs.rs', 'az.docs.rs', true],
  ['a*z.docs.rs', 'a.z.docs.rs', false],
  ['aa*aa.rs', 'aaa.rs', false],
  ['a*b*c.rs', 'axbxc.rs', true],
  ['a*b*c.rs', 'axc.rs', false],
  ['*', 'anything', true],
  ['', 'docs.rs', false],
  ['docs.rs', '', false],
])('%s names %s: %s', (pattern, host, is) => {
  expect(matchesHost(pattern, host)).toBe(is)
})

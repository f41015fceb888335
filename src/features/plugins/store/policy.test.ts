import { expect, test } from 'vitest'
import { checkMarketplace } from './policy.ts'

const github = { source: 'github', repo: 'acme/tools' } as const
const policy = { blocked: [], blockedPlugins: [], fixed: {} }

const outcome = (lists: object): string => {
  try {
    checkMarketplace(github, { ...policy, ...lists })
    return 'allowed'
  } catch {
    return 'refused'
  }
}

test.each([
  [{ source: 'github', repo: 'acme/tools' }, 'refused', 'allowed'],
  [{ source: 'github', repo: 'acme/other' }, 'allowed', 'refused'],
  [{ source: 'hostPattern', hostPattern: '^github\\.com$' }, 'refused', 'allowed'],
  [{ source: 'hostPattern', hostPattern: '^example\\.com$' }, 'allowed', 'refused'],
  [{ source: 'pathPattern', pathPattern: '.' }, 'allowed', 'refused'],
  // Not understood: whichever list it is on, the stricter reading counts.
  [{ source: 'hostPattern', hostPattern: '(' }, 'refused', 'refused'],
  [{ source: 'pathPattern', pathPattern: '[' }, 'refused', 'refused'],
  [{ source: 'hostPattern' }, 'refused', 'refused'],
  [{ source: 'github', repo: 'acme/tools', headers: {} }, 'refused', 'refused'],
  ['acme/tools', 'refused', 'refused'],
])('%j: blocked it is %s, as all that is known %s', (pattern, blocked, known) => {
  expect(outcome({ blocked: [pattern] })).toBe(blocked)
  expect(outcome({ known: [pattern] })).toBe(known)
})

import { expect, test } from 'vitest'
import { exactHosts, refuseUrl } from './match-domain.ts'
import { parseRules } from './rules.ts'

const allowing = (...texts: readonly string[]) =>
  parseRules(texts.map(text => ({ text, behavior: 'allow', source: 'user', anchor: '/' }))).allow

test.each([
  ['WebFetch(domain:localhost)', ['localhost']],
  ['WebFetch(domain:LocalHost.)', ['localhost']],
  ['WebFetch(domain:127.0.0.1)', ['127.0.0.1']],
  ['WebFetch(domain:[::1])', ['[::1]']],
  ['WebFetch(domain:*.corp.example)', []],
  ['WebFetch(domain:*)', []],
  ['WebFetch(domain:local*)', []],
  ['WebFetch(domain:localhost:3000)', []],
  ['WebFetch(domain:a/b)', []],
  ['WebFetch(domain:u@localhost)', []],
  ['WebFetch', []],
  ['Bash(domain:localhost)', []],
])('%s names exactly %j', (rule, hosts) => {
  expect(exactHosts(allowing(rule))).toEqual(hosts)
})

test.each([
  ['http://127.0.0.1:3000/', ['WebFetch(domain:127.0.0.1)'], false],
  ['http://127.0.0.1:3000/', ['WebFetch'], true],
  ['http://127.0.0.1:3000/', ['WebFetch(domain:*)'], true],
  ['http://127.0.0.1:3000/', ['WebFetch(domain:localhost)'], true],
  ['http://localhost/', ['WebFetch(domain:localhost)'], false],
  ['http://169.254.169.254/', ['WebFetch(domain:169.254.169.254)'], true],
  ['http://metadata.google.internal/', ['WebFetch(domain:metadata.google.internal)'], true],
])('%s with %j is refused: %s', (url, rules, expected) => {
  expect(refuseUrl(url, allowing(...rules)) !== undefined).toBe(expected)
})

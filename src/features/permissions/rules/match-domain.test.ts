import { expect, test } from 'vitest'
import { exactHosts, refuseSite, refuseUrl } from './match-domain.ts'
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

test.each([
  ['http://localhost:8123/', 'localhost', true],
  ['http://127.0.0.1/', '127.0.0.1', true],
  ['http://169.254.169.254/', '169.254.169.254', false],
  ['file:///etc/passwd', '', false],
])('the browser is kept from %s, and who may open it is told how', (url, host, opens) => {
  const why = refuseSite({ kind: 'browser', url, does: 'open' }, [])
  expect(why?.text.includes(`/browser allow ${host}`)).toBe(opens)
  expect(refuseSite({ kind: 'network', url }, [])?.text ?? '').not.toContain('/browser')
})

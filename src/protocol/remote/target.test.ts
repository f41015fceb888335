import { expect, test } from 'vitest'
import { isNamedHost, parseTarget } from './target.ts'

test.each([
  ['ssh://build1', { address: 'ssh://build1', host: 'build1' }],
  [
    'ssh://me@build1:2222/srv/app/',
    { address: 'ssh://me@build1:2222', user: 'me', port: 2222, directory: '/srv/app' },
  ],
  ['ssh://[::1]:22/x', { address: 'ssh://[::1]:22', host: '::1', port: 22 }],
  ['docker://web/app', { kind: 'docker', address: 'docker://web', directory: '/app' }],
])('%s is an address', (text, target) => {
  expect(parseTarget(text)).toMatchObject(target)
})

test.each([
  '',
  'build1',
  'ssh://',
  'ssh://-oProxyCommand=x',
  'ssh://-l@host',
  'ssh://a b',
  'ssh://h:0',
  'ssh://h:99999',
  "ssh://h'x",
  'ssh://h/../etc',
  'ssh://h/a\nb',
  'http://h',
  'docker://u@web',
  'ssh://h;reboot',
])('"%s" is none', text => {
  expect(parseTarget(text)).toBeUndefined()
})

test('a setting names one machine, or all of a kind', () => {
  const named = (hosts: readonly string[], text: string): boolean => {
    const target = parseTarget(text)
    return target !== undefined && isNamedHost(hosts, target)
  }
  expect(named(['ssh://build1'], 'ssh://build1/srv')).toBe(true)
  expect(named(['ssh://build1'], 'ssh://me@build1')).toBe(false)
  expect(named(['ssh://*'], 'ssh://any')).toBe(true)
  expect(named(['ssh://*'], 'docker://web')).toBe(false)
})

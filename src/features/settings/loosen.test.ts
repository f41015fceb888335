import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Behavior, Rule } from '../../protocol/permission.ts'
import type { Settings } from '../../protocol/settings.ts'
import { compareSettings, type SettingsInForce } from './loosen.ts'

const rule = (text: string, behavior: Behavior, anchor = '/w'): Rule => ({
  text,
  behavior,
  source: 'user',
  anchor,
})
const inForce = (settings: Settings, ...rules: Rule[]): SettingsInForce => ({ settings, rules })
const hook = (command: string) => ({ PreToolUse: [{ hooks: [{ type: 'command', command }] }] })

test('a change that only restricts applies whole', () => {
  const before = inForce(
    { permissions: { additionalDirectories: ['/a', '/b'] } },
    rule('A', 'allow'),
    rule('B', 'allow'),
  )
  const after = inForce(
    {
      permissions: { additionalDirectories: ['/a'], disableBypassPermissionsMode: 'disable' },
      sandbox: { enabled: true, failIfUnavailable: true, filesystem: { denyRead: ['~/.ssh'] } },
      model: 'other',
    },
    rule('A', 'allow'),
    rule('D', 'deny'),
    rule('Q', 'ask'),
  )
  expect(compareSettings(before, after)).toEqual({ loosens: [], tightened: after })
})

test.each<[string, SettingsInForce, SettingsInForce, readonly string[], SettingsInForce]>([
  [
    'an allow rule more, a deny and an ask rule less',
    inForce({}, rule('D', 'deny'), rule('Q', 'ask')),
    inForce({}, rule('A', 'allow'), rule('E', 'deny')),
    ['the allow rule A is added', 'the deny rule D is removed', 'the ask rule Q is removed'],
    inForce({}, rule('E', 'deny'), rule('D', 'deny'), rule('Q', 'ask')),
  ],
  [
    'the same text for another place',
    inForce({}, rule('Edit(/x)', 'allow', '/w')),
    inForce({}, rule('Edit(/x)', 'allow', '/')),
    ['the allow rule Edit(/x) is added'],
    inForce({}),
  ],
  [
    'a directory',
    inForce({}),
    inForce({ permissions: { additionalDirectories: ['/etc'] } }),
    ['the directory /etc is added'],
    inForce({}),
  ],
  [
    'a lock taken away',
    inForce({ permissions: { disableBypassPermissionsMode: 'disable' } }),
    inForce({}),
    ['permissions.disableBypassPermissionsMode is removed'],
    inForce({ permissions: { disableBypassPermissionsMode: 'disable' } }),
  ],
  [
    'other hooks and variables',
    inForce({ hooks: hook('guard'), env: { A: '1', B: '1' } }),
    inForce({ hooks: hook('evil'), env: { A: '2' } }),
    ['the hooks of PreToolUse change to: evil', 'env.A changes', 'env.B changes'],
    inForce({ hooks: hook('guard'), env: { A: '1', B: '1' } }),
  ],
  [
    'hooks taken away',
    inForce({ hooks: hook('guard') }),
    inForce({}),
    ['the hooks of PreToolUse change to: none'],
    inForce({ hooks: hook('guard') }),
  ],
  [
    'a weaker sandbox',
    inForce({
      sandbox: {
        enabled: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyRead: ['/s'], allowWrite: ['/a', '/b'] },
        network: { deniedDomains: ['d.test'] },
      },
    }),
    inForce({
      sandbox: {
        enabled: false,
        autoAllowBashIfSandboxed: true,
        excludedCommands: ['curl *'],
        filesystem: { allowWrite: ['/', '/a'], denyWrite: ['/x'] },
        network: { allowedDomains: ['*'] },
      },
    }),
    [
      'sandbox.enabled becomes false',
      'sandbox.allowUnsandboxedCommands is removed',
      'sandbox.filesystem.denyRead no longer holds /s',
      'sandbox.filesystem.allowWrite also holds /',
      'sandbox.network.deniedDomains no longer holds d.test',
      'sandbox.network.allowedDomains also holds *',
      'sandbox.autoAllowBashIfSandboxed becomes true',
      'sandbox.excludedCommands also holds curl *',
    ],
    inForce({
      sandbox: {
        enabled: true,
        allowUnsandboxedCommands: false,
        filesystem: { denyRead: ['/s'], allowWrite: ['/a'], denyWrite: ['/x'] },
        network: { deniedDomains: ['d.test'] },
      },
    }),
  ],
  [
    'a credential that may go to more hosts',
    inForce({ sandbox: { credentials: { envVars: ['A', { name: 'B', injectHosts: ['b.test'] }] } } }),
    inForce({
      sandbox: { credentials: { envVars: [{ name: 'A' }, { name: 'B', injectHosts: ['c.test'] }] } },
    }),
    [
      'sandbox.credentials.envVars no longer holds A',
      'sandbox.credentials.envVars no longer holds {"name":"B","injectHosts":["b.test"]}',
    ],
    inForce({
      sandbox: {
        credentials: {
          envVars: [
            { name: 'A' },
            { name: 'B', injectHosts: ['c.test'] },
            'A',
            { name: 'B', injectHosts: ['b.test'] },
          ],
        },
      },
    }),
  ],
  [
    'a sandbox that leaves files alone, another proxy, something silenced',
    inForce({ sandbox: { credentials: { files: ['/k'] }, network: { httpProxyPort: 1 } } }),
    inForce({
      sandbox: {
        credentials: { files: ['/l'] },
        filesystem: { disabled: true },
        network: { httpProxyPort: 2 },
        ignoreViolations: { '*': ['/etc'] },
      },
    }),
    [
      'sandbox.credentials.files no longer holds /k',
      'sandbox.network.httpProxyPort changes',
      'sandbox.filesystem.disabled becomes true',
      'sandbox.ignoreViolations changes',
    ],
    inForce({
      sandbox: { credentials: { files: ['/l', '/k'] }, network: { httpProxyPort: 1 }, filesystem: {} },
    }),
  ],
])('%s loosens, and only the rest applies', (_name, before, after, loosens, tightened) => {
  expect(compareSettings(before, after)).toEqual({ loosens, tightened })
})

const words = fc.subarray(['a', 'b', 'c'])
const anySettings: fc.Arbitrary<SettingsInForce> = fc.record({
  rules: fc.uniqueArray(
    fc.record({
      text: fc.constantFrom('A', 'B'),
      behavior: fc.constantFrom<Behavior>('allow', 'ask', 'deny'),
      source: fc.constant('user' as const),
      anchor: fc.constantFrom('/', '/w'),
    }),
    { selector: one => JSON.stringify(one) },
  ),
  settings: fc.record(
    {
      permissions: fc.record({ additionalDirectories: words }, { requiredKeys: [] }),
      env: fc.dictionary(fc.constantFrom('A', 'B'), fc.constantFrom('1', '2')),
      hooks: fc.constantFrom({}, hook('a'), hook('b')),
      sandbox: fc.record(
        {
          enabled: fc.boolean(),
          autoAllowBashIfSandboxed: fc.boolean(),
          excludedCommands: words,
          filesystem: fc.record({ denyRead: words, allowWrite: words }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
})

test('what is left after a split never loosens, and nothing loosens against itself', () => {
  fc.assert(
    fc.property(anySettings, anySettings, (before, after) => {
      const { tightened, loosens } = compareSettings(before, after)
      expect(compareSettings(before, tightened).loosens).toEqual([])
      expect(compareSettings(after, after).loosens).toEqual([])
      // Whoever says yes later is asked about the same things.
      expect(new Set(compareSettings(tightened, after).loosens)).toEqual(new Set(loosens))
    }),
  )
})

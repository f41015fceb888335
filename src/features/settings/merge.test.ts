import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Settings, SettingsLayer, SettingsSource } from '../../protocol/settings.ts'
import { hooksOf } from './hooks-of.ts'
import { confineSandbox, mergeSettings } from './merge.ts'
import { rulesOf } from './rules-of.ts'

const ORDER: readonly SettingsSource[] = ['user', 'project', 'local', 'flag', 'managed']

const layersOf = (given: Partial<Record<SettingsSource, Settings>>): readonly SettingsLayer[] =>
  ORDER.flatMap(source =>
    given[source]
      ? [{ source, path: `/${source}.json`, settings: given[source], anchor: `/at/${source}` }]
      : [],
  )
const merge = (given: Partial<Record<SettingsSource, Settings>>): Settings => mergeSettings(layersOf(given))
const hook = (command: string) => ({ hooks: [{ type: 'command', command }] })

test('nothing merges to nothing', () => {
  expect(mergeSettings([])).toEqual({})
})

test('a scalar comes from the highest layer that has it, whatever the others say', () => {
  fc.assert(
    fc.property(fc.subarray([...ORDER]), sources => {
      const given = Object.fromEntries(sources.map(source => [source, { model: source }]))
      const highest = ORDER.findLast(source => sources.includes(source))
      expect(merge(given)).toEqual(highest ? { model: highest } : {})
    }),
  )
})

test('false in a higher layer beats true in a lower one', () => {
  expect(merge({ user: { autoCompactEnabled: true }, local: { autoCompactEnabled: false } })).toEqual({
    autoCompactEnabled: false,
  })
})

test('lists of availableModels join, but nobody makes the list of an administrator longer', () => {
  const [user, project] = [{ availableModels: ['opus'] }, { availableModels: ['haiku', 'opus'] }]
  expect(merge({ user, project })).toEqual({ availableModels: ['opus', 'haiku'] })
  expect(merge({ user, project, managed: { availableModels: ['sonnet'] } })).toEqual({
    availableModels: ['sonnet'],
  })
})

test('lists of excludes join without repeats', () => {
  expect(
    merge({
      user: { instructionExcludes: ['a', 'b'], claudeMdExcludes: ['x'] },
      local: { instructionExcludes: ['b', 'c'] },
    }),
  ).toEqual({ instructionExcludes: ['a', 'b', 'c'], claudeMdExcludes: ['x'] })
})

test('lists of permissions join without repeats, the mode overrides', () => {
  expect(
    merge({
      user: {
        permissions: { allow: ['A', 'B'], deny: ['X'], defaultMode: 'plan', additionalDirectories: ['/a'] },
      },
      project: { permissions: { allow: ['B', 'C'], ask: ['Q'], additionalDirectories: ['/b'] } },
      managed: {
        permissions: { deny: ['X', 'Y'], defaultMode: 'default', disableBypassPermissionsMode: 'disable' },
      },
    }),
  ).toEqual({
    permissions: {
      allow: ['A', 'B', 'C'],
      ask: ['Q'],
      deny: ['X', 'Y'],
      defaultMode: 'default',
      additionalDirectories: ['/a', '/b'],
      disableBypassPermissionsMode: 'disable',
    },
  })
})

test('lists of the sandbox join at every level, its switches override', () => {
  expect(
    merge({
      user: {
        sandbox: {
          enabled: true,
          excludedCommands: ['docker *'],
          filesystem: { denyRead: ['~/.ssh'], allowWrite: ['/a'] },
          network: { allowedDomains: ['a.test'], allowLocalBinding: true },
        },
      },
      local: { sandbox: { excludedCommands: ['docker *', 'x'], filesystem: { denyRead: ['~/.aws'] } } },
      managed: {
        sandbox: { enabled: false, network: { deniedDomains: ['b.test'], allowLocalBinding: false } },
      },
    }),
  ).toEqual({
    sandbox: {
      enabled: false,
      excludedCommands: ['docker *', 'x'],
      filesystem: { denyRead: ['~/.ssh', '~/.aws'], allowWrite: ['/a'] },
      network: { allowedDomains: ['a.test'], allowLocalBinding: false, deniedDomains: ['b.test'] },
    },
  })
})

test('credentials of the sandbox and what it is silent about join too', () => {
  expect(
    merge({
      user: { sandbox: { credentials: { files: ['a'] }, ignoreViolations: { '*': ['x'] } } },
      managed: {
        sandbox: { credentials: { files: ['b'], envVars: ['C'] }, ignoreViolations: { '*': ['y'] } },
      },
    }),
  ).toEqual({
    sandbox: { credentials: { files: ['a', 'b'], envVars: ['C'] }, ignoreViolations: { '*': ['x', 'y'] } },
  })
})

test('fallbackModel is taken whole', () => {
  expect(merge({ user: { fallbackModel: ['a', 'b'] }, flag: { fallbackModel: ['c'] } })).toEqual({
    fallbackModel: ['c'],
  })
})

test('variables and model rows override one by one, each row whole', () => {
  expect(
    merge({
      user: { env: { A: '1', B: '1' }, modelOverrides: { m: { window: 1, maxOutput: 1 }, n: { window: 2 } } },
      flag: { env: { B: '2' }, modelOverrides: { m: { window: 3 } } },
    }),
  ).toEqual({ env: { A: '1', B: '2' }, modelOverrides: { m: { window: 3 }, n: { window: 2 } } })
})

test('every deny of every layer survives any merge', () => {
  const settings = fc.record({ permissions: fc.record({ deny: fc.array(fc.string()) }) })
  fc.assert(
    fc.property(
      fc.record({ user: settings, project: settings, local: settings, managed: settings }),
      given => {
        const all = Object.values(given).flatMap(one => one.permissions.deny)
        expect(new Set(merge(given).permissions?.deny)).toEqual(new Set(all))
      },
    ),
  )
})

test('hooks of all layers run, lowest first', () => {
  const layers = layersOf({
    user: { hooks: { PreToolUse: [hook('u')], Stop: [hook('s')] } },
    project: { hooks: { PreToolUse: [hook('p')] } },
    managed: { hooks: { PreToolUse: [hook('m')] } },
  })
  const expected = { PreToolUse: [hook('u'), hook('p'), hook('m')], Stop: [hook('s')] }
  expect(hooksOf(layers)).toEqual(expected)
  expect(mergeSettings(layers).hooks).toEqual(expected)
})

const [u, p, m] = [{ A: [hook('u')] }, { A: [hook('p')] }, { A: [hook('m')] }]

test.each<[string, Partial<Record<SettingsSource, Settings>>, unknown]>([
  [
    'disableAllHooks of the person leaves managed hooks',
    { user: { hooks: u, disableAllHooks: true }, project: { hooks: p }, managed: { hooks: m } },
    m,
  ],
  [
    'disableAllHooks of managed settings leaves none',
    { user: { hooks: u }, managed: { hooks: m, disableAllHooks: true } },
    {},
  ],
  [
    'a higher layer switches hooks back on',
    { user: { hooks: u, disableAllHooks: true }, flag: { disableAllHooks: false } },
    u,
  ],
  [
    'allowManagedHooksOnly leaves managed hooks',
    { user: { hooks: u }, managed: { hooks: m, allowManagedHooksOnly: true } },
    m,
  ],
  [
    'allowManagedHooksOnly of the person means nothing',
    { user: { hooks: u, allowManagedHooksOnly: true } },
    u,
  ],
])('%s', (_name, given, expected) => {
  expect(hooksOf(layersOf(given))).toEqual(expected)
})

test('an event called like an object method is only a name', () => {
  const hooks = hooksOf(layersOf({ user: { hooks: { constructor: [hook('u')] } } }))
  expect(Object.entries(hooks)).toEqual([['constructor', [hook('u')]]])
})

test('rules carry behaviour, source and anchor, highest layer first', () => {
  expect(
    rulesOf(
      layersOf({
        user: { permissions: { allow: ['A'], deny: ['D'] } },
        flag: { permissions: { ask: ['Q'] } },
        managed: { permissions: { deny: ['M'] } },
        local: { model: 'm' },
      }),
    ),
  ).toEqual([
    { text: 'M', behavior: 'deny', source: 'managed', anchor: '/at/managed' },
    { text: 'Q', behavior: 'ask', source: 'cli', anchor: '/at/flag' },
    { text: 'D', behavior: 'deny', source: 'user', anchor: '/at/user' },
    { text: 'A', behavior: 'allow', source: 'user', anchor: '/at/user' },
  ])
})

test('a rule of a file knows its line', () => {
  const [layer] = layersOf({ user: { permissions: { allow: ['A', 'B'], deny: ['D'] } } })
  const rules = rulesOf(layer ? [{ ...layer, ruleLines: { allow: [3, 4], deny: [7] } }] : [])
  expect(rules.map(({ text, place }) => [text, place])).toEqual([
    ['D', { file: '/user.json', line: 7 }],
    ['A', { file: '/user.json', line: 3 }],
    ['B', { file: '/user.json', line: 4 }],
  ])
})

test('allowManagedPermissionRulesOnly drops allow rules of other sources and no restriction', () => {
  const permissions = { allow: ['A'], ask: ['Q'], deny: ['D'] }
  const rules = rulesOf(
    layersOf({ project: { permissions }, managed: { permissions, allowManagedPermissionRulesOnly: true } }),
  )
  expect(rules.map(rule => `${rule.source} ${rule.behavior}`)).toEqual([
    'managed deny',
    'managed ask',
    'managed allow',
    'project deny',
    'project ask',
  ])
})

test('patterns of secrets join, and the highest layer says whether results are redacted', () => {
  const pattern = (name: string) => ({ name, prefix: `${name}_` })
  expect(
    merge({
      user: { secrets: { redactResults: false, extraPatterns: [pattern('user')] } },
      project: { secrets: { extraPatterns: [pattern('project')] } },
      managed: { secrets: { redactResults: true } },
    }),
  ).toEqual({ secrets: { redactResults: true, extraPatterns: [pattern('user'), pattern('project')] } })
})

test('whoever wants to be asked before messages leave the machine is, whatever a higher file says', () => {
  const merged = (user: boolean, flag?: boolean) =>
    mergeSettings(
      layersOf({
        user: { isolatePeerMachines: user },
        ...(flag === undefined ? {} : { flag: { isolatePeerMachines: flag } }),
      }),
    ).isolatePeerMachines
  expect([merged(true, false), merged(false, true), merged(false)]).toEqual([true, true, false])
})

test('a confined sandbox has no way out, whatever any file opened', () => {
  const sandbox = {
    enabled: false,
    autoAllowBashIfSandboxed: true,
    excludedCommands: ['docker *'],
    allowUnsandboxedCommands: true,
    allowAppleEvents: true,
    filesystem: { disabled: true, allowWrite: ['~'], denyRead: ['~/.aws'], allowRead: ['~/.cargo'] },
    network: {
      ...{ allowedDomains: ['*'], deniedDomains: ['a.com'], httpProxyPort: 1, socksProxyPort: 2 },
      ...{
        allowAllUnixSockets: true,
        allowUnixSockets: ['/s'],
        strictAllowlist: false,
        allowLocalBinding: true,
      },
    },
  }
  expect(confineSandbox({ sandbox }, undefined)).toEqual({ sandbox })
  const held = { enabled: true, failIfUnavailable: true, allowUnsandboxedCommands: false }
  expect(confineSandbox({ model: 'm', sandbox }, 'a.com,b.com')).toEqual({
    model: 'm',
    sandbox: {
      ...{ ...held, autoAllowBashIfSandboxed: true },
      filesystem: { denyRead: ['~/.aws'], allowRead: ['~/.cargo'] },
      network: { allowedDomains: ['a.com', 'b.com'], strictAllowlist: true, deniedDomains: ['a.com'] },
    },
  })
  const network = { allowedDomains: [], strictAllowlist: true }
  for (const off of ['', 'off'])
    expect(confineSandbox({}, off)).toEqual({ sandbox: { ...held, filesystem: {}, network } })
})

import { expect, test } from 'vitest'
import type { Settings, SettingsLayer } from '../../../protocol/settings.ts'
import { mergeSettings } from '../merge.ts'
import { joiningOf, joinPolicy } from './join-policy.ts'
import { POLICY_ROWS } from './read-policy.ts'
import { strictReading } from './strictest.ts'

const nested = (key: string, value: unknown): Settings =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Settings

const at = (value: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)

const layer = (path: string, settings: Settings): SettingsLayer => ({
  path,
  anchor: '/',
  source: 'managed',
  settings,
})

/** What counts of a setting that each of the places says something else about. */
const inForce = (key: string, ...values: readonly unknown[]): unknown => {
  const places = values
    .filter(value => value !== undefined)
    .map((value, index) => [layer(`/${index}`, nested(key, value))])
  return at(mergeSettings(joinPolicy(places)), key)
}

/** For each kind of value two that differ: the looser, the stricter, and what both together are. */
const PAIRS: Readonly<Record<string, readonly [loose: unknown, strict: unknown, both?: unknown]>> = {
  'permissions.defaultMode': ['bypassPermissions', 'plan'],
  crossSessionInbound: ['deliver', 'refuse'],
  'teams.planApproval': ['leader', 'person'],
  parentSettingsBehavior: ['first-wins', 'merge'],
  strictPluginOnlyCustomization: [['mcp'], ['hooks'], expect.arrayContaining(['mcp', 'hooks'])],
  requiredMinimumVersion: ['1.2.0', '1.10.0'],
  requiredMaximumVersion: ['1.10.0', '1.2.0'],
  assistantDailyUsd: [5, 0],
  'agents.maxDepth': [3, 1],
  'agents.maxConcurrent': [9, 2],
  'agents.askAbove': [50, 4],
  enabledPlugins: [
    { 'a@m': true, 'b@m': false },
    { 'a@m': false, 'b@m': true },
    { 'a@m': false, 'b@m': false },
  ],
  skillOverrides: [
    { a: 'on', b: 'off' },
    { a: 'user-invocable-only', b: 'name-only' },
    { a: 'user-invocable-only', b: 'off' },
  ],
  budgets: [{ day: { hard: 9 } }, { day: { hard: 3 } }],
  'permissions.deny': [['Bash'], ['Read'], expect.arrayContaining(['Bash', 'Read'])],
  'permissions.ask': [['Bash'], ['Read'], expect.arrayContaining(['Bash', 'Read'])],
  'permissions.allow': [['Bash', 'Read'], ['Read'], ['Read']],
  'permissions.additionalDirectories': [['/a', '/b'], ['/a'], ['/a']],
  'secrets.extraPatterns': [
    [{ name: 'a', prefix: 'a-' }],
    [{ name: 'b', prefix: 'b-' }],
    expect.arrayContaining([
      { name: 'a', prefix: 'a-' },
      { name: 'b', prefix: 'b-' },
    ]),
  ],
}

/** Nothing of these restricts, or their names are joined one by one: the highest word counts. */
const HIGHEST =
  `providers apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh processWrapper sandbox.network.httpProxyPort sandbox.network.socksProxyPort
  plansDirectory hooks mcpServers languageServers mcp extraKnownMarketplaces env autoMemoryDirectory teamMemoryDirectory
  cleanupPeriodDays teams.backend teams.url policyHelper claudeMd sandbox.bwrapPath sandbox.ignoreViolations`
    .trim()
    .split(/\s+/)

const restricting = POLICY_ROWS.filter(row => strictReading(row) !== 'harmless' && !HIGHEST.includes(row.key))

/** The looser, the stricter, and what both together are. */
const pairOf = (row: (typeof POLICY_ROWS)[number]): readonly [unknown, unknown, unknown] => {
  const [loose, strict, both = strict] = PAIRS[row.key] ?? []
  if (strict !== undefined) return [loose, strict, both]
  const reading = strictReading(row)
  const [one, other] = [
    { name: 'a', kind: 'x' },
    { kind: 'y', name: 'b' },
  ] as const
  if (reading === 'closes') return [[one], [other], expect.arrayContaining([one, other])]
  if (reading === 'opens') return [[one, other], [{ kind: 'x', name: 'a' }], [one]]
  const value = typeof reading === 'object' ? reading.as : undefined
  if (typeof value === 'boolean') return [!value, value, value]
  // There is no other word than the strict one.
  return [undefined, value, value]
}

test.each(restricting.map(row => [row.key, row] as const))(
  '%s of one place is not loosened by another, whichever is higher',
  (key, row) => {
    const [loose, strict, both] = pairOf(row)
    expect(strict).toBeDefined()
    expect(inForce(key, loose, strict)).toEqual(both)
    expect(inForce(key, strict, loose)).toEqual(both)
    expect(new Set([inForce(key, strict, strict)].flat())).toEqual(new Set([inForce(key, strict)].flat()))
  },
)

test.each(HIGHEST)('of %s the highest word counts', key => {
  const row = POLICY_ROWS.find(one => one.key === key)
  expect(row && joiningOf(row)).toBeUndefined()
})

test('every setting with two values of which one restricts is joined', () => {
  const open = POLICY_ROWS.filter(row => joiningOf(row) === undefined && strictReading(row) !== 'harmless')
  const joinedElsewhere = ['permissions.deny', 'permissions.ask', 'secrets.extraPatterns', 'budgets']
  expect(open.map(({ key }) => key).toSorted()).toEqual([...HIGHEST, ...joinedElsewhere].toSorted())
})

const COMMON = POLICY_ROWS.filter(row => joiningOf(row)?.kind === 'common').map(({ key }) => key)

test.each(COMMON)('%s: pieces of one place add up, and only what several places have counts', key => {
  const piece = (path: string, ...values: readonly string[]) => layer(path, nested(key, values))
  const place = [piece('/a', 'one', 'two'), piece('/a.d/1', 'three')]
  const alone = at(mergeSettings(joinPolicy([place])), key)
  expect(alone).toEqual(['one', 'two', 'three'])
  const other = [piece('/b', 'four'), piece('/b.d/1', 'three', 'one')]
  for (const places of [
    [place, other],
    [other, place],
  ])
    expect(new Set(at(mergeSettings(joinPolicy(places)), key) as string[])).toEqual(new Set(['one', 'three']))
})

test('of a group that counts whole from the highest file, nothing of the others is lost', () => {
  const places = [
    [layer('/a', { agents: { maxDepth: 1, fork: false } })],
    [layer('/b', { agents: { maxDepth: 3, maxConcurrent: 5 } })],
  ]
  const agents = { maxDepth: 1, maxConcurrent: 5, fork: false }
  expect(mergeSettings(joinPolicy(places))).toEqual({ agents })
  expect(mergeSettings(joinPolicy(places.toReversed()))).toEqual({ agents })
})

test('commands that MCP servers must have stay a condition where two places name different ones', () => {
  const named = { serverName: 'a' }
  const one = [named, { serverCommand: ['x'] }]
  expect(inForce('allowedMcpServers', one, [named])).toEqual([named, { serverCommand: [] }])
  expect(inForce('allowedMcpServers', one, [named, { serverUrl: 'https://a/*' }])).toEqual([
    named,
    { serverCommand: [] },
    { serverUrl: '' },
  ])
})

test('places that have nothing in common allow nothing', () => {
  expect(inForce('availableModels', ['a'], ['b'])).toEqual([])
})

test('rules keep their lines unless some of them are gone', () => {
  const one: SettingsLayer = {
    ...layer('/a', { permissions: { allow: ['Bash', 'Read'], deny: ['Write'] } }),
    ruleLines: { allow: [3, 4], deny: [5] },
  }
  const same = layer('/b', { permissions: { allow: ['Read', 'Bash'] } })
  expect(joinPolicy([[one], [same]])[0]).toEqual(one)
  const fewer = layer('/b', { permissions: { allow: ['Read'] } })
  expect(joinPolicy([[one], [fewer]])[0]).toEqual({
    ...one,
    settings: { permissions: { allow: ['Read'], deny: ['Write'] } },
    ruleLines: { deny: [5] },
  })
})

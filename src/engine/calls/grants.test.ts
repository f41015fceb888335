import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { PermissionUpdate, Rule } from '../../protocol/permission.ts'
import type { Live } from '../live/state.ts'
import { applyGrants, checkByHand, type GrantOptions, keepable } from './grants.ts'

const flag: Rule = { text: 'Bash(rm:*)', behavior: 'deny', source: 'cli', anchor: '/w' }
const options: GrantOptions = {
  anchorOf: source => (source === 'user' ? '/home/.capstan' : '/w'),
  managedOnly: false,
}
const live = (): Live => ({ mode: 'default', model: 'm', cwd: '/w', rules: [flag], roots: ['/w'] })
const rules = (type: 'addRules' | 'replaceRules' | 'removeRules', ...names: string[]): PermissionUpdate => ({
  type,
  rules: names.map(ruleContent => ({ toolName: 'Bash', ruleContent })),
  behavior: 'allow',
  destination: 'session',
})
const texts = (now: Live) => now.rules.map(rule => rule.text)

test('rules are added, replaced and removed among those of the session only', () => {
  const now = live()
  applyGrants(now, [rules('addRules', 'ls', 'pwd')], options)
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(ls)', 'Bash(pwd)'])
  applyGrants(now, [rules('removeRules', 'ls', 'rm:*')], options)
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(pwd)'])
  applyGrants(now, [rules('replaceRules', 'date')], options)
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(date)'])
})

test('a mode can be granted, bypassing permissions cannot', () => {
  const now = live()
  const mode = (wanted: 'acceptEdits' | 'bypassPermissions' | 'auto'): PermissionUpdate => ({
    type: 'setMode',
    mode: wanted,
    destination: 'session',
  })
  const said = applyGrants(now, [mode('acceptEdits'), mode('bypassPermissions'), mode('auto')], options).map(
    ({ text }) => text,
  )
  expect(now.mode).toBe('acceptEdits')
  expect(said).toEqual([
    expect.stringMatching(/^An answer can't switch to mode bypassPermissions\./),
    expect.stringMatching(/^An answer can't switch to mode auto\./),
  ])
})

test('directories count by their real path; missing ones and the first one are left alone', async () => {
  await using tmp = tmpDir()
  const now = live()
  const directories = (
    type: 'addDirectories' | 'removeDirectories',
    ...paths: string[]
  ): PermissionUpdate => ({ type, directories: paths, destination: 'session' })
  const file = join(tmp.path, 'file')
  writeFileSync(file, '')
  const update = directories('addDirectories', join(tmp.path, '.'), join(tmp.path, 'missing'), file, 'rel')
  const said = applyGrants(now, [update], options).map(({ text }) => text)
  expect(now.roots).toEqual(['/w', tmp.path])
  expect(said).toEqual(
    [join(tmp.path, 'missing'), file, 'rel'].map(path => `${path} wasn't added: there is no such directory.`),
  )
  expect(keepable(update)).toMatchObject({ directories: [join(tmp.path, '.')] })
  now.roots = [...now.roots, '/deleted']
  applyGrants(now, [directories('removeDirectories', tmp.path, '/w', '/deleted')], options)
  expect(now.roots).toEqual(['/w'])
})

test('a rule for a settings file counts as one of that file, with its anchor', () => {
  const now = live()
  const at = (destination: PermissionUpdate['destination']): PermissionUpdate => ({
    type: 'addRules',
    rules: [{ toolName: 'Edit', ruleContent: `/${destination}` }],
    behavior: 'allow',
    destination,
  })
  applyGrants(now, [at('userSettings'), at('projectSettings'), at('localSettings'), at('cliArg')], options)
  expect(now.rules.slice(1)).toEqual([
    { text: 'Edit(/userSettings)', behavior: 'allow', source: 'user', anchor: '/home/.capstan' },
    { text: 'Edit(/projectSettings)', behavior: 'allow', source: 'project', anchor: '/w' },
    { text: 'Edit(/localSettings)', behavior: 'allow', source: 'local', anchor: '/w' },
    { text: 'Edit(/cliArg)', behavior: 'allow', source: 'session', anchor: '/w' },
  ])
})

test('where only the rules of the administrator count, an allow rule is refused with the reason', () => {
  const now = live()
  const deny = { ...rules('addRules', 'x'), behavior: 'deny' } as PermissionUpdate
  const said = applyGrants(now, [rules('addRules', 'ls'), deny], { ...options, managedOnly: true }).map(
    ({ text }) => text,
  )
  expect(said).toEqual([expect.stringContaining('allowManagedPermissionRulesOnly')])
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(x)'])
})

test('a rule that could not be read back is refused and never kept', () => {
  const now = live()
  const said = applyGrants(now, [rules('addRules', 'two\nlines'), rules('addRules', '  ')], options).map(
    ({ text }) => text,
  )
  expect(said).toEqual([
    expect.stringMatching(/^The allow rule Bash\(two⏎lines\) wasn't saved: /),
    expect.stringContaining('nothing between the parentheses'),
  ])
  expect(texts(now)).toEqual(['Bash(rm:*)'])
})

test('by hand any mode is taken that is not refused here, and no rule out of a file that is only read', () => {
  const mode = (wanted: 'plan' | 'bypassPermissions'): PermissionUpdate => ({
    type: 'setMode',
    mode: wanted,
    destination: 'session',
  })
  const foreign: Rule = {
    text: 'Bash(ls)',
    behavior: 'allow',
    source: 'project',
    anchor: '/w',
    place: { file: '/w/.claude/settings.json', line: 3 },
  }
  const now = { ...live(), rules: [foreign], bypassRefused: verbatim('Not as root.') }
  const remove = { ...rules('removeRules', 'ls'), destination: 'projectSettings' as const }
  expect(() => checkByHand([mode('plan'), rules('addRules', 'make')], now, options)).not.toThrow()
  expect(() => checkByHand([mode('bypassPermissions')], now, options)).toThrow('Not as root.')
  expect(() => checkByHand([mode('bypassPermissions')], live(), options)).not.toThrow()
  expect(() => checkByHand([remove], now, options)).toThrow('/w/.claude/settings.json:3')
  expect(() => checkByHand([rules('removeRules', 'ls')], now, options)).toThrow('no such allow rule')
})

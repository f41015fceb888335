import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import type { PermissionUpdate, Rule } from '../protocol/permission.ts'
import type { Live } from './config.ts'
import { applyGrants } from './grants.ts'

const flag: Rule = { text: 'Bash(rm:*)', behavior: 'deny', source: 'cli', anchor: '/w' }
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
  applyGrants(now, [rules('addRules', 'ls', 'pwd')], '/w')
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(ls)', 'Bash(pwd)'])
  applyGrants(now, [rules('removeRules', 'ls', 'rm:*')], '/w')
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(pwd)'])
  applyGrants(now, [rules('replaceRules', 'date')], '/w')
  expect(texts(now)).toEqual(['Bash(rm:*)', 'Bash(date)'])
})

test('a mode can be granted, bypassing permissions cannot', () => {
  const now = live()
  const mode = (wanted: 'acceptEdits' | 'bypassPermissions' | 'auto'): PermissionUpdate => ({
    type: 'setMode',
    mode: wanted,
    destination: 'session',
  })
  applyGrants(now, [mode('acceptEdits'), mode('bypassPermissions'), mode('auto')], '/w')
  expect(now.mode).toBe('acceptEdits')
})

test('directories count by their real path; missing ones and the first one are left alone', async () => {
  await using tmp = tmpDir()
  const now = live()
  const directories = (
    type: 'addDirectories' | 'removeDirectories',
    ...paths: string[]
  ): PermissionUpdate => ({ type, directories: paths, destination: 'session' })
  applyGrants(
    now,
    [directories('addDirectories', join(tmp.path, '.'), join(tmp.path, 'missing'), tmp.path)],
    '/w',
  )
  expect(now.roots).toEqual(['/w', tmp.path])
  applyGrants(now, [directories('removeDirectories', tmp.path, '/w')], '/w')
  expect(now.roots).toEqual(['/w'])
})

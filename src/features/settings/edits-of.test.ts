import { expect, test } from 'vitest'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { JsoncEdit } from './edit-jsonc.ts'
import { editsOf } from './edits-of.ts'

const destination = 'localSettings'
const rules = [{ toolName: 'Bash', ruleContent: 'ls *' }, { toolName: 'WebSearch' }]

test.each<[PermissionUpdate, readonly JsoncEdit[]]>([
  [
    { type: 'addRules', rules, behavior: 'allow', destination },
    [{ kind: 'append', path: ['permissions', 'allow'], items: ['Bash(ls *)', 'WebSearch'] }],
  ],
  [
    { type: 'removeRules', rules, behavior: 'deny', destination },
    [{ kind: 'remove', path: ['permissions', 'deny'], items: ['Bash(ls *)', 'WebSearch'] }],
  ],
  [
    { type: 'replaceRules', rules, behavior: 'ask', destination },
    [
      { kind: 'remove', path: ['permissions', 'ask'], items: ['Old'] },
      { kind: 'append', path: ['permissions', 'ask'], items: ['Bash(ls *)', 'WebSearch'] },
    ],
  ],
  [
    { type: 'setMode', mode: 'acceptEdits', destination },
    [{ kind: 'set', path: ['permissions', 'defaultMode'], value: 'acceptEdits' }],
  ],
  [
    { type: 'addDirectories', directories: ['/a'], destination },
    [{ kind: 'append', path: ['permissions', 'additionalDirectories'], items: ['/a'] }],
  ],
  [
    { type: 'removeDirectories', directories: ['/a'], destination },
    [{ kind: 'remove', path: ['permissions', 'additionalDirectories'], items: ['/a'] }],
  ],
])('%j becomes a change of the file', (update, edits) => {
  expect(editsOf(update, ['Old', 'WebSearch'])).toEqual(edits)
})

import { expect, test } from 'vitest'
import { permissionRequest } from '../../../test/support/permission-request.ts'
import type { Op } from '../../protocol/op.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { checkOp } from './check-op.ts'

const NONE: ClientRights = { bypass: false, shell: false, settings: false }
const RULE: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }],
  behavior: 'allow',
  destination: 'localSettings',
}
const BYPASS: PermissionUpdate = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' }
const QUESTION = permissionRequest({ decision: { offer: [RULE] } })

const yes = (...updatedPermissions: readonly PermissionUpdate[]): Op => ({
  type: 'answer_permission',
  id: 'q1',
  answer: { behavior: 'allow', updatedPermissions },
})
const update = (...updates: readonly PermissionUpdate[]): Op => ({ type: 'update_permissions', updates })

const ROWS: readonly (readonly [string, Op, keyof ClientRights | undefined])[] = [
  ['a prompt', { type: 'submit', content: 'hi' }, undefined],
  ['plan mode', { type: 'set_mode', mode: 'plan' }, undefined],
  ['bypass mode', { type: 'set_mode', mode: 'bypassPermissions' }, 'bypass'],
  ['bypass mode with a yes', yes(BYPASS), 'bypass'],
  ['bypass mode as an update', update(BYPASS), 'bypass'],
  ['a command of its own', { type: 'shell', command: 'ls', id: 's' }, 'shell'],
  ['a yes', yes(), undefined],
  ['a yes with the rule that was offered', yes(RULE), undefined],
  ['the offered rule, kept for the session', yes({ ...RULE, destination: 'session' }), undefined],
  ['a yes with another rule', yes({ ...RULE, rules: [{ toolName: 'Bash' }] }), 'settings'],
  [
    'a yes with acceptEdits',
    yes({ type: 'setMode', mode: 'acceptEdits', destination: 'session' }),
    undefined,
  ],
  ['an allow rule', update({ ...RULE, destination: 'session' }), 'settings'],
  ['a deny rule', update({ ...RULE, behavior: 'deny' }), undefined],
  ['the end of a deny rule', update({ ...RULE, type: 'removeRules', behavior: 'deny' }), 'settings'],
  ['a directory', update({ type: 'addDirectories', directories: ['/'], destination: 'session' }), 'settings'],
  ['a server of the project', { type: 'server', name: 'x', action: 'approve' }, 'settings'],
  ['a server that starts again', { type: 'server', name: 'x', action: 'reconnect' }, undefined],
  ['more to spend', { type: 'allow_spending', usd: 5 }, 'settings'],
]

test.each(ROWS)('%s needs the right the person gave, if any', (_, op, right) => {
  const check = (rights: ClientRights) => () => checkOp(op, rights, QUESTION)
  if (right === undefined) return expect(check(NONE)).not.toThrow()
  expect(check(NONE)).toThrow('Start it with --')
  expect(check({ ...NONE, [right]: true, ...(right === 'bypass' ? { settings: true } : {}) })).not.toThrow()
})

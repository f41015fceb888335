import { expect, test } from 'vitest'
import { permissionRequest } from '../../../test/support/permission-request.ts'
import type { Op } from '../../protocol/op.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { checkOp } from './check-op.ts'
import { checkQuery } from './check-query.ts'

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
  ['a server that was switched off', { type: 'server', name: 'x', action: 'enable' }, 'settings'],
  ['a sign-in to a server', { type: 'server', name: 'x', action: 'sign_in' }, 'settings'],
  ['a note for every session', { type: 'remember', text: 'x', scope: 'user' }, 'settings'],
  ['a note for the project', { type: 'remember', text: 'x', scope: 'project' }, 'settings'],
  ['a skill used differently', { type: 'use_skill', name: 'x', use: 'off' }, 'settings'],
  ['more to spend', { type: 'allow_spending', usd: 5 }, 'settings'],
]

test.each(ROWS)('%s needs the right the person gave, if any', (_, op, right) => {
  const check = (rights: ClientRights) => () => checkOp(op, rights, QUESTION)
  if (right === undefined) return expect(check(NONE)).not.toThrow()
  expect(check(NONE)).toThrow('Start it with --')
  expect(check({ ...NONE, [right]: true, ...(right === 'bypass' ? { settings: true } : {}) })).not.toThrow()
})

test('a yes to a question about settings, servers or schedules needs the right to settings; a no does not', () => {
  const question = permissionRequest({ needs: 'settings' })
  const no: Op = { type: 'answer_permission', id: 'q1', answer: { behavior: 'deny', message: '' } }
  expect(() => checkOp(yes(), NONE, question)).toThrow('--allow-settings')
  expect(() => checkOp(yes(), { ...NONE, settings: true }, question)).not.toThrow()
  expect(() => checkOp(no, NONE, question)).not.toThrow()
})

test('what only the program around the engine may say is refused whatever the rights, and so is an op nobody knows', () => {
  const all: ClientRights = { bypass: true, shell: true, settings: true }
  for (const op of [
    { type: 'begin' },
    { type: 'leave', reason: 'logout' },
    { type: 'set_servers', servers: {} },
    { type: 'seed_read', path: '/x', mtimeMs: 0 },
    { type: 'unheard_of' },
    { type: 'constructor' },
    { type: '__proto__' },
  ] as unknown as readonly Op[])
    expect(() => checkOp(op, all)).toThrow('cannot say this')
})

test('queries for settings and hooks need the right to settings; unknown ones are none', () => {
  expect(checkQuery('state', NONE)).toBe('state')
  for (const query of ['settings', 'hooks']) {
    expect(() => checkQuery(query, NONE)).toThrow('--allow-settings')
    expect(checkQuery(query, { ...NONE, settings: true })).toBe(query)
  }
  for (const query of ['constructor', 'toString', 'nothing'])
    expect(() => checkQuery(query, NONE)).toThrow('no such query')
})

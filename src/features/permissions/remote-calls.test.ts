import { afterAll, expect, test } from 'vitest'
import { createPermissionPlace, type Rules } from '../../../test/support/permission-place.ts'
import type { Access } from '../../protocol/access.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

const place = createPermissionPlace()
afterAll(() => place.remove())
const permissions = createPermissions()

type Does = Extract<Access, { readonly kind: 'remote' }>['does']

const TOOLS: Readonly<Record<Does, string>> = { connect: 'Agent', look: 'Read', edit: 'Edit', run: 'Bash' }

const judge = async (
  does: Does,
  text: string,
  { rules = {}, mode = 'default' }: { readonly rules?: Rules; readonly mode?: PermissionMode } = {},
) => {
  const inside = /^\/srv\/app\/(.*)$/.exec(text)?.[1]
  const localPath = inside === undefined || does === 'run' ? {} : { localPath: `${place.cwd}/${inside}` }
  const access: Access = { kind: 'remote', host: 'ssh://build1', does, text, ...localPath }
  const call = { toolName: TOOLS[does], input: {}, accesses: [access] }
  return await permissions.judge(call, place.policy(rules, { mode }))
}

const allow = (...texts: string[]): { readonly rules: Rules } => ({ rules: { allow: texts } })

test.each<[string, Does, string, { readonly rules?: Rules; readonly mode?: PermissionMode }, string]>([
  ['connecting is asked', 'connect', 'ssh://build1', {}, 'ask'],
  ['a rule for the host connects', 'connect', 'ssh://build1', allow('Remote(ssh://build1)'), 'allow'],
  ['a rule for another host does not', 'connect', 'ssh://build1', allow('Remote(ssh://build2)'), 'ask'],
  ['a longer name is another host', 'connect', 'ssh://build1', allow('Remote(ssh://build)'), 'ask'],
  ['a rule for agents is none for machines', 'connect', 'ssh://build1', allow('Agent'), 'ask'],
  ['looking was approved with the host', 'look', '/srv/app/a.txt', {}, 'allow'],
  ['names that hold secrets are asked', 'look', '/srv/app/.env', {}, 'ask'],
  ['edits are asked', 'edit', '/srv/app/a.txt', {}, 'ask'],
  ['edits go with the mode for edits', 'edit', '/srv/app/a.txt', { mode: 'acceptEdits' }, 'allow'],
  ['but not of protected names', 'edit', '/srv/app/.git/config', { mode: 'acceptEdits' }, 'ask'],
  ['in no mode', 'edit', '/srv/app/.git/config', { mode: 'bypassPermissions' }, 'ask'],
  ['planning changes nothing there', 'edit', '/srv/app/a.txt', { mode: 'plan' }, 'deny'],
  ['commands are asked', 'run', 'ls', {}, 'ask'],
  ['a local rule for the tool allows nothing there', 'run', 'make', allow('Bash'), 'ask'],
  ['nor one for the command', 'run', 'make', allow('Bash(make:*)', 'Bash(make)'), 'ask'],
  [
    'nor one for the path',
    'edit',
    '/srv/app/a.txt',
    allow('Edit', 'Edit(//srv/app/**)', 'Edit(a.txt)'),
    'ask',
  ],
  ['a rule for looking runs nothing', 'run', 'make', allow('Remote(ssh://build1)', 'Remote'), 'ask'],
  ['a rule for this line runs it', 'run', 'make test', allow('Remote(ssh://build1 run make test)'), 'allow'],
  ['and no longer one', 'run', 'make test; rm x', allow('Remote(ssh://build1 run make test)'), 'ask'],
  ['a rule for commands runs all', 'run', 'make; rm x', allow('Remote(ssh://build1 run)'), 'allow'],
  ['but no critical removal', 'run', 'rm -rf /', allow('Remote(ssh://build1 run)'), 'ask'],
  [
    'what is denied here is denied there',
    'run',
    'x; git push',
    { mode: 'bypassPermissions', rules: { deny: ['Bash(git push:*)'] } },
    'deny',
  ],
  ['files as well', 'look', '/srv/app/private/a', { rules: { deny: ['Read(private/**)'] } }, 'deny'],
  ['a whole tool as well', 'edit', '/srv/app/a', { mode: 'acceptEdits', rules: { deny: ['Edit'] } }, 'deny'],
  [
    'a machine can be denied',
    'look',
    '/srv/app/a',
    { mode: 'bypassPermissions', rules: { deny: ['Remote(ssh://build1)'] } },
    'deny',
  ],
  ['or all of them', 'run', 'ls', { mode: 'bypassPermissions', rules: { deny: ['Remote'] } }, 'deny'],
  ['nobody can be asked', 'run', 'ls', { mode: 'dontAsk' }, 'deny'],
  ['everything is allowed', 'run', 'make', { mode: 'bypassPermissions' }, 'allow'],
])('%s', async (_, does, text, how, verdict) => {
  expect((await judge(does, text, how)).verdict).toBe(verdict)
})

test('what is offered covers this host, and of a command this line', async () => {
  const offered = async (does: Does, text: string) =>
    (await judge(does, text)).offer.map(update =>
      'rules' in update ? update.rules.map(rule => `${rule.toolName}(${rule.ruleContent})`) : update.type,
    )
  expect(await offered('connect', 'ssh://build1')).toEqual([['Remote(ssh://build1)']])
  expect(await offered('run', 'make test')).toEqual([['Remote(ssh://build1 run make test)']])
  expect(await offered('run', 'make\nrm x')).toEqual([])
  expect(await offered('edit', '/srv/app/a.txt')).toEqual(['setMode'])
})

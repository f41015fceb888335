import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { Access } from '../../protocol/access.ts'
import { PERMISSION_MODES, type Policy, type Rule } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

const permissions = createPermissions()
const home = makeDirectory()
const cwd = join(home, 'project')
const session = join(home, '.capstan', 'projects', 'p', 'id', 'tool-results')
for (const directory of [cwd, session]) mkdirSync(directory, { recursive: true })
writeFileSync(join(session, 'a.txt'), 'x')
writeFileSync(join(home, '.capstan', 'settings.json'), '{}')
symlinkSync(join(session, 'a.txt'), join(cwd, 'to-own'))
symlinkSync(join(home, '.capstan', 'settings.json'), join(session, 'out'))

const policy = (more: Partial<Policy> = {}): Policy => ({
  mode: 'default',
  rules: [],
  roots: [cwd],
  ownRoots: [session],
  cwd,
  home,
  caseSensitive: true,
  ...more,
})
const rule = (behavior: Rule['behavior'], text: string): Rule => ({
  text,
  behavior,
  source: 'cli',
  anchor: cwd,
})
const judge = async (access: Access, given = policy(), toolName = 'Tool') =>
  await permissions.judge({ toolName, input: {}, accesses: [access] }, given)
const verdict = async (access: Access, given = policy()) => (await judge(access, given)).verdict

const own = join(session, 'a.txt')

test.each<[string, Access, string]>([
  ['reading a result of the session', { kind: 'read', path: own }, 'allow'],
  ['searching the results of the session', { kind: 'search', path: session }, 'allow'],
  ['reading it by a link', { kind: 'read', path: join(cwd, 'to-own') }, 'allow'],
  ['showing it by a command', { kind: 'shell', command: `head -5 ${own}` }, 'allow'],
  ['writing to it', { kind: 'write', path: own }, 'ask'],
  ['reading beside it', { kind: 'read', path: join(session, '..', 'b') }, 'ask'],
  ['a link in it that leads out', { kind: 'read', path: join(session, 'out') }, 'ask'],
  ['climbing out of it', { kind: 'read', path: `${session}/../../../../settings.json` }, 'ask'],
])('own places: %s', async (_, access, expected) => {
  expect(await verdict(access)).toBe(expected)
})

test('own places: a deny rule still counts, and without a session nothing is own', async () => {
  const denied = policy({ rules: [rule('deny', `Read(/${session}/**)`)] })
  expect(await verdict({ kind: 'read', path: own }, denied)).toBe('deny')
  const { ownRoots: _, ...without } = policy()
  expect(await verdict({ kind: 'read', path: own }, without)).toBe('ask')
})

test.each(PERMISSION_MODES)('a question for the person in mode %s', async mode => {
  const decision = await judge({ kind: 'person' }, policy({ mode, rules: [rule('allow', 'Tool')] }))
  expect(decision).toEqual({
    verdict: mode === 'dontAsk' ? 'deny' : 'ask',
    because: {
      type: 'other',
      text: `Tool needs the person's answer${mode === 'dontAsk' ? ' (mode dontAsk never asks)' : ''}`,
    },
    offer: [],
    readOnly: false,
  })
})

test('a deny rule keeps the person from being asked', async () => {
  expect(await verdict({ kind: 'person' }, policy({ rules: [rule('deny', 'Tool')] }))).toBe('deny')
})

import { expect, test } from 'vitest'
import type { Access } from '../../../protocol/access.ts'
import type { Behavior, Decision, Policy, Rule } from '../../../protocol/permission.ts'
import { createPermissions } from '../permissions.ts'
import { compareCalls } from './compare.ts'
import { kindOf, type PastCall, type ReplayedCall } from './past-call.ts'
import { suggestRules } from './suggest.ts'

const cwd = '/nowhere/project'
const rule = (behavior: Behavior, text: string): Rule => ({ text, behavior, source: 'local', anchor: cwd })
const policyOf = (...rules: readonly Rule[]): Policy => ({
  mode: 'default',
  rules,
  roots: [cwd],
  cwd,
  home: '/nowhere',
  caseSensitive: true,
})
const permissions = createPermissions()
const judge = async (call: PastCall, policy: Policy): Promise<Decision> =>
  await permissions.judge(call, policy)

const past = (toolName: string, access: Access, more: Partial<PastCall> = {}): PastCall => ({
  toolName,
  input: {},
  accesses: [access],
  outcome: 'ran',
  mode: 'default',
  ...more,
})
const bash = (command: string, more: Partial<PastCall> = {}): PastCall =>
  past('Bash', { kind: 'shell', command }, more)
const replay = (
  calls: readonly PastCall[],
  before: Policy,
  after: Policy,
): Promise<readonly ReplayedCall[]> =>
  Promise.all(
    calls.map(async call => ({
      call,
      before: await judge(call, before),
      after: await judge(call, after),
      policy: after,
    })),
  )
const suggest = async (...calls: readonly PastCall[]) =>
  (await suggestRules(await replay(calls, policyOf(), policyOf()), judge)).map(({ rule: text, saved }) => [
    text,
    saved,
  ])

test('calls are grouped by what changes for them', async () => {
  const before = policyOf(rule('deny', 'Bash(git push:*)'))
  const after = policyOf(
    rule('allow', 'Bash(npm run:*)'),
    rule('deny', 'Bash(rm:*)'),
    rule('ask', 'Bash(ls)'),
  )
  const calls = ['npm run a', 'npm run b', 'rm x', 'ls', 'git push', 'git status -s', 'make'].map(text =>
    bash(text),
  )
  const { newlyRun, newlyAsk, newlyDenied, ...rest } = compareCalls(await replay(calls, before, after))
  expect(rest).toEqual({ calls: 7, unchanged: 2 })
  expect(newlyRun).toEqual([
    {
      what: 'npm run',
      count: 2,
      example: 'npm run a',
      was: 'ask',
      why: expect.objectContaining({
        id: 'permissions.matches_rule',
        text: '"npm run a" matches the allow rule Bash(npm run:*) (local)',
      }),
      rule: rule('allow', 'Bash(npm run:*)'),
    },
  ])
  expect(newlyAsk.map(({ what, was, why }) => [what, was, why.text])).toEqual([
    ['git push', 'deny', 'the deny rule Bash(git push:*) is gone'],
    ['ls', 'allow', '"ls" matches the ask rule Bash(ls) (local)'],
  ])
  expect(newlyDenied.map(({ what, was, count }) => [what, was, count])).toEqual([['rm', 'ask', 1]])
})

test.each<[Access, string]>([
  [{ kind: 'shell', command: 'A=1 /usr/bin/git log -1' }, 'git log'],
  [{ kind: 'shell', command: 'python x.py' }, 'python'],
  [{ kind: 'shell', command: '' }, 'Tool'],
  [{ kind: 'network', url: 'https://docs.rs/x' }, 'Tool docs.rs'],
  [{ kind: 'write', path: '/a' }, 'Tool'],
])('%j is of the kind %j', (access, kind) => {
  expect(kindOf({ toolName: 'Tool', accesses: [access] })).toBe(kind)
})

test('what was approved every time is suggested, with the questions it would have saved', async () => {
  const edit = (path: string) => past('Edit', { kind: 'write', path: `${cwd}/${path}` })
  expect(
    await suggest(
      bash('npm run a'),
      bash('npm run a -- -x'),
      bash('npm run a && cargo build'),
      bash('cargo build'),
      edit('src/lib/a.ts'),
      edit('src/lib/deep/b.ts'),
      past('WebFetch', { kind: 'network', url: 'https://docs.rs/a' }),
      past('WebFetch', { kind: 'network', url: 'https://docs.rs/b' }),
      past('mcp__a__b', { kind: 'mcp', server: 'a', tool: 'b' }),
      past('mcp__a__b', { kind: 'mcp', server: 'a', tool: 'b' }),
    ),
  ).toEqual([
    ['Bash(npm run a:*)', 2],
    ['Bash(cargo build:*)', 2],
    ['Edit(/src/lib/**)', 2],
    ['WebFetch(domain:docs.rs)', 2],
    ['mcp__a__b', 2],
  ])
})

test.each<[string, PastCall]>([
  ['an interpreter', bash('python x.py')],
  ['a removal', bash('rm x')],
  ['a push', bash('git push origin')],
  ['the network', bash('curl https://x.org')],
  ['a protected place', past('Edit', { kind: 'write', path: `${cwd}/.git/config` })],
  ['what the mode let run', bash('make', { mode: 'bypassPermissions' })],
  ['what nobody knows the end of', bash('make', { outcome: 'unknown' })],
])('%s is never suggested, however often it ran', async (_, call) => {
  expect(await suggest(call, call, call)).toEqual([])
})

test('what was refused once, or asked once, is not suggested', async () => {
  expect(await suggest(bash('make'), bash('make'), bash('make', { outcome: 'refused' }))).toEqual([])
  expect(await suggest(bash('make'))).toEqual([])
})

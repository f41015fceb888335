import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadShellReader } from '../../lib/shell/lower.ts'
import type { Behavior, PermissionMode, Policy, SandboxPolicy } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'
import { isExcluded } from './sandbox-verdict.ts'

interface Given {
  readonly sandbox?: Partial<SandboxPolicy> | 'none'
  readonly mode?: PermissionMode
  readonly rules?: readonly (readonly [Behavior, string])[]
  readonly unsandboxed?: boolean
}

const permissions = createPermissions()
const judge = async (command: string, given: Given = {}) => {
  const policy: Policy = {
    mode: given.mode ?? 'default',
    rules: (given.rules ?? []).map(([behavior, text]) => ({
      behavior,
      text,
      source: 'user',
      anchor: '/nowhere',
    })),
    roots: ['/nowhere/main'],
    cwd: '/nowhere/main',
    home: '/home/nobody',
    caseSensitive: true,
    ...(given.sandbox === 'none' ? {} : { sandbox: { autoAllow: true, excluded: [], ...given.sandbox } }),
  }
  const access = { kind: 'shell', command, ...(given.unsandboxed ? { unsandboxed: true } : {}) } as const
  return await permissions.judge({ toolName: 'Bash', input: { command }, accesses: [access] }, policy)
}

test.each<[string, Given, Behavior]>([
  ['npm test', {}, 'allow'],
  ['npm test', { sandbox: { autoAllow: false } }, 'ask'],
  ['npm test', { sandbox: 'none' }, 'ask'],
  ['npm test', { mode: 'dontAsk' }, 'allow'],
  ['npm test', { mode: 'plan' }, 'ask'],
  ['python3 -c "print(1)"', {}, 'allow'],
  ['npm test', { rules: [['deny', 'Bash(npm test:*)']] }, 'deny'],
  ['npm test', { rules: [['ask', 'Bash(npm:*)']] }, 'ask'],
  ['x=$(cat y); npm test', { rules: [['deny', 'Bash(npm test:*)']] }, 'deny'],
  ['$tool test', { rules: [['deny', 'Bash(npm test:*)']] }, 'ask'],
  ['eval "$x"', { rules: [['deny', 'Bash(npm test:*)']] }, 'ask'],
  ['bash -c "$x"', { rules: [['deny', 'Bash(npm test:*)']] }, 'ask'],
  ['$tool test', {}, 'allow'],
  ['rm -rf /', {}, 'ask'],
  ['rm -rf ~', {}, 'ask'],
  ['echo x > .git/config', {}, 'ask'],
  ['echo x > .npmrc', {}, 'ask'],
  ['if', {}, 'ask'],
  ['echo a\u202eb', {}, 'ask'],
  [`true ${'x'.repeat(11_000)}`, {}, 'ask'],
  ['docker ps -a; docker build .', { sandbox: { excluded: ['docker:*'] } }, 'ask'],
  ['docker build . && npm test', { sandbox: { excluded: ['docker:*'] } }, 'allow'],
  ['docker build .', { sandbox: { excluded: ['docker:*'] }, rules: [['allow', 'Bash(docker:*)']] }, 'allow'],
])('"%s" with %j is %s', async (command, given, verdict) => {
  expect((await judge(command, given)).verdict).toBe(verdict)
})

test.each<[string, Given, Behavior, string]>([
  ['to leave is asked', {}, 'ask', 'sandboxOverride'],
  ['to leave is asked also where a rule allows', { rules: [['allow', 'Bash']] }, 'ask', 'sandboxOverride'],
  ['to leave is asked also for a look', { sandbox: { autoAllow: false } }, 'ask', 'sandboxOverride'],
  ['to leave is asked of nobody in the mode that never asks', { mode: 'dontAsk' }, 'deny', 'sandboxOverride'],
  ['to leave is asked in bypass mode too', { mode: 'bypassPermissions' }, 'ask', 'sandboxOverride'],
  ['to leave is refused where it may not be', { sandbox: { mayLeave: false } }, 'deny', 'sandboxOverride'],
  [
    'to leave is refused in bypass mode too',
    { sandbox: { mayLeave: false }, mode: 'bypassPermissions' },
    'deny',
    'sandboxOverride',
  ],
  ['a deny rule comes first', { rules: [['deny', 'Bash(git status)']] }, 'deny', 'rule'],
  ['what runs outside anyway does not leave', { sandbox: { excluded: ['git:*'] } }, 'allow', 'other'],
  ['without a sandbox there is nothing to leave', { sandbox: 'none' }, 'allow', 'other'],
])('%s', async (_name, given, verdict, type) => {
  const decision = await judge('git status', { ...given, unsandboxed: true })
  expect([decision.verdict, decision.because.type, decision.offer]).toEqual([verdict, type, []])
})

test.each([
  ['an ask rule', 'git status', [['ask', 'Bash(git status)']]],
  ['what is asked in every mode', 'rm -rf /', []],
] as const)('to leave is refused where it may not be, before %s asks', async (_name, command, rules) => {
  const decision = await judge(command, { rules, sandbox: { mayLeave: false }, unsandboxed: true })
  expect([decision.verdict, decision.because.type]).toEqual(['deny', 'sandboxOverride'])
})

test('the question to leave says what it means', async () => {
  const { because } = await judge('git push', { unsandboxed: true })
  expect(because.text).toBe(
    'Run outside the sandbox? "git push" could then read, change and send anything you can',
  )
})

test('a line runs outside only if all of it does', async () => {
  const read = await loadShellReader()
  const outside = (text: string, ...excluded: readonly string[]) => isExcluded(read(text), excluded)
  expect([
    outside('docker ps', 'docker:*'),
    outside('docker ps | grep x', 'docker:*'),
    outside('docker ps | grep x', 'docker:*', 'grep *'),
    outside('docker run $(rm x)', 'docker:*'),
    outside('./docker ps', 'docker:*'),
    outside('env docker ps', 'docker:*'),
    outside('', 'docker:*'),
    outside('docker ps'),
  ]).toEqual([true, false, true, false, false, false, false, false])
})

test('a sandbox never turns a deny into something else, and without auto-allow changes nothing', async () => {
  const words = fc.constantFrom(
    'npm test',
    'rm -rf /',
    'echo x > .npmrc',
    'cat a',
    '$x',
    'git push',
    'if',
    'ls; npm i',
  )
  const mode = fc.constantFrom<PermissionMode[]>(
    'default',
    'acceptEdits',
    'plan',
    'dontAsk',
    'bypassPermissions',
  )
  const rules = fc.subarray<readonly [Behavior, string]>([
    ['deny', 'Bash(npm:*)'],
    ['ask', 'Bash(git push)'],
    ['allow', 'Bash(npm test)'],
    ['deny', 'Read(a)'],
  ])
  await fc.assert(
    fc.asyncProperty(words, mode, rules, async (command, how, given) => {
      const [none, held, auto] = await Promise.all([
        judge(command, { sandbox: 'none', mode: how, rules: given }),
        judge(command, { sandbox: { autoAllow: false }, mode: how, rules: given }),
        judge(command, { mode: how, rules: given }),
      ])
      expect(held).toEqual(none)
      if (none.because.type === 'rule' && none.verdict !== 'allow') expect(auto).toEqual(none)
    }),
  )
})

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

const base = makeDirectory()
const root = join(base, 'project')
for (const name of ['src/cli', 'docs']) mkdirSync(join(root, name), { recursive: true })
mkdirSync(join(base, 'elsewhere', 'deep'), { recursive: true })
writeFileSync(join(root, 'README.md'), '')
writeFileSync(join(base, 'secret.md'), '')
symlinkSync(join(base, 'elsewhere', 'deep'), join(root, 'out'))
symlinkSync(join(root, 'src', 'cli'), join(root, 'inner'))

const permissions = createPermissions()
const judge = async (
  command: string,
  more: { mode?: PermissionMode; allow?: string; deny?: string } = {},
) => {
  const rule = (behavior: 'allow' | 'deny', text?: string) =>
    text === undefined ? [] : [{ text, behavior, source: 'user' as const, anchor: root }]
  const policy = {
    mode: more.mode ?? 'default',
    rules: [...rule('allow', more.allow), ...rule('deny', more.deny)],
    roots: [root],
    cwd: root,
    home: base,
    caseSensitive: true,
  } as const
  const access = { kind: 'shell', command } as const
  const call = { toolName: 'Bash', input: { command }, accesses: [access] }
  return (await permissions.judge(call, policy)).verdict
}

test.each([
  'cd src; ls; cd ..',
  'cd src; ls; cd -',
  'cd src; cat ../README.md',
  'cd src; cd cli; cat ../../README.md; cd ../..; cat README.md',
  'cd src && ls; cat ../README.md',
  'cd src 2>/dev/null; ls ..',
  'pushd src; ls; popd; cat README.md',
  'cd src\nls\ncd ..\nls docs',
])('a move into a directory that is there cannot fail, so what follows is read there: %j', async command => {
  expect(await judge(command)).toBe('allow')
})

test.each([
  'cd gone; cat ../secret.md',
  'cd README.md; cat ../secret.md',
  'cd src; cat ../../secret.md',
  'cd src; cd ..; cat ../secret.md',
  'cd src; cd ../..; ls',
  'cd src; cd gone; cd ..; cat ../secret.md',
  'ls nothing && cd src; cat ../secret.md',
  'ls || cd src; cat ../secret.md',
  'cd src || true; cat ../secret.md',
  '(cd src); cat ../secret.md',
  'cd src | true; cat ../secret.md',
  'cd src & cat ../secret.md',
  'cd src < gone; cat ../secret.md',
  'cd src > /gone/x; cat ../secret.md',
  'echo $(cd src); cat ../secret.md',
  'if ls; then cd src; fi; cat ../secret.md',
  'for i in a; do cd src; done; cat ../secret.md',
  'f() { cd /; }; cd src; f; cat ../secret.md',
  'cd out; cat ../x',
  'cd inner; cat ../../../secret.md',
  'cd inner; cd ..; cat ../../secret.md',
  'CDPATH=/etc; cd src; cat ../secret.md',
  'CDPATH=/etc cd src; cat ../secret.md',
  'cd src; git status',
  'cd src; ls; cd ..; git status',
])('a move that may fail, or leads elsewhere, is not believed: %j', async command => {
  expect(await judge(command)).toBe('ask')
})

test.each([
  ['rm -r src; cd src; cat ../secret.md', { mode: 'acceptEdits' }],
  ['mv src lib; cd src; cat ../secret.md', { mode: 'acceptEdits' }],
  ['echo > src; cd src; cat ../secret.md', { mode: 'acceptEdits' }],
  ['make clean; cd src; cat ../secret.md', { allow: 'Bash(make:*)' }],
  ['cd src; make; cat ../secret.md', { allow: 'Bash(make:*)' }],
  ['cd src; cd ..; rm README.md', { mode: 'acceptEdits' }],
  ['cd src; cd ..; echo x > README.md', { mode: 'acceptEdits' }],
] as const)(
  'where something before may have taken the directory away it is asked: %j',
  async (command, more) => {
    expect(await judge(command, more)).toBe('ask')
  },
)

test('a rule that denies still sees where the move leads', async () => {
  expect(await judge('cd src; cat cli/x', { deny: 'Read(//**/src/cli/**)' })).toBe('deny')
  expect(await judge('cd docs; cd ..; cat src/cli/x', { deny: 'Read(//**/src/cli/**)' })).toBe('deny')
})

test.each([
  ['x=$(grep -c a README.md)', 'allow'],
  ['x="$(git log -1 --format=%H)"', 'allow'],
  ['ls; n=`wc -l < README.md`', 'allow'],
  ['x=$(touch made)', 'ask'],
  ['x=$(cat ../secret.md)', 'ask'],
  ['x=$(cat .env)', 'ask'],
  ['x=$(env)', 'ask'],
  ['x=1', 'ask'],
  ['x=$(ls)y', 'ask'],
  ['x+=$(ls)', 'ask'],
  ['x[$(ls)]=1', 'ask'],
  ['PATH=$(pwd)', 'ask'],
  ['IFS=$(echo x)', 'ask'],
  ['BASH_ENV=$(ls)', 'ask'],
  ['LD_PRELOAD=$(ls)', 'ask'],
  ['http_proxy=$(echo x)', 'ask'],
  ['npm_config_registry=$(echo x)', 'ask'],
  ['x=$(ls) ls', 'ask'],
  ['export x=$(ls)', 'ask'],
  ['declare x=$(ls)', 'ask'],
])('a variable that only keeps what a look printed is a look: %j, %s', async (command, expected) => {
  expect(await judge(command)).toBe(expected)
})

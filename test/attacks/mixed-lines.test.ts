import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Decision, Policy, Rule } from '../../src/protocol/permission.ts'
import { createWorld } from '../support/engine-bench.ts'
import { createHostileShell } from './support/hostile-shell.ts'

const shell = createHostileShell()
afterAll(shell.remove)

const allow = (...texts: readonly string[]): Partial<Policy> => ({
  mode: 'default',
  rules: texts.map((text): Rule => ({ text, behavior: 'allow', source: 'local', anchor: shell.cwd })),
})
const hardeningOf = ({ readOnly, hardened }: Decision) => readOnly || (hardened ?? false)
const EDITS: Partial<Policy> = {}
const RULE = allow('Bash(hello:*)')

/** Lines that are allowed in part by a mode or a rule; each part that only looks must be harmless all the same. */
const LINES: readonly (readonly [line: string, policy: Partial<Policy>, what: string])[] = [
  ['touch x; git status', EDITS, 'the hook of a repository'],
  ['touch x; ls', EDITS, "a project's ls on PATH"],
  ['git status; hello x', RULE, 'a rule beside a look'],
  ['git status > out.txt', EDITS, 'a look whose redirect the mode allows'],
  ['touch x && timeout 5 git status', EDITS, 'a wrapper'],
  ['touch x && timeout 5 ls', EDITS, "a project's wrapper"],
  ['touch x; command git status', EDITS, 'a builtin that skips functions'],
  ['touch x; /usr/bin/git status', EDITS, 'git by its path'],
  ['touch x; nice -n 5 git diff HEAD', EDITS, 'the external diff of the environment'],
  ['touch x; LC_ALL=C ls', EDITS, 'a variable before the name'],
  ['touch x; echo "$(git status) $(ls)"', EDITS, 'substitutions'],
  ['touch x; echo "`git status``ls`"', EDITS, 'backquotes'],
  ['touch x; cat a.txt | wc -l | head -1', EDITS, 'functions and programs in a pipeline'],
  ['touch x; if ls; then wc -l a.txt; else git status; fi; ! ls nothing', EDITS, 'branches'],
  ['touch x\nls\\\n  -l\n"ls" -a; l\\s; time ls', EDITS, 'odd spellings'],
  ['hello; (ls; git status) & wait', allow('Bash(hello)', 'Bash(wait)'), 'a subshell in the background'],
  ['cat <<E\n$(git status)\nE\ntouch x', EDITS, 'a here-document'],
  ['touch x; ls; ls; ls', EDITS, 'the same command again'],
  ['hello; cd src && ls && cat ../a.txt', RULE, 'a directory in between'],
]

test.each(LINES)('%s', async (line, policy) => {
  const decision = await shell.judge(line, policy)
  expect([decision.verdict, decision.readOnly, decision.hardened?.length !== 0]).toEqual([
    'allow',
    false,
    true,
  ])
  await shell.run(line, hardeningOf(decision))
  expect(shell.wentOff()).toEqual([])
})

test('without the marks every one of these lines sets something off', async () => {
  const harmless: string[] = []
  for (const [line] of LINES) {
    await shell.run(line, false)
    if (shell.wentOff().length === 0) harmless.push(line)
  }
  expect(harmless).toEqual([])
})

test('a file command that the mode allows is no program of the project either', async () => {
  for (const line of ['touch y', 'mkdir d1 && touch d1/z', 'LC_ALL=C touch v']) {
    const decision = await shell.judge(line)
    await shell.run(line, hardeningOf(decision))
    expect([line, decision.verdict, shell.wentOff()]).toEqual([line, 'allow', []])
  }
  expect(['y', 'd1/z', 'v'].map(name => existsSync(join(shell.cwd, name)))).toEqual([true, true, true])
  await shell.run('touch y', false)
  expect(shell.wentOff()).toEqual(['path-touch'])
})

test('wrappers and paths lead to no filter of a repository within, be all of the line hardened or one command', async () => {
  const around = createHostileShell({ nested: true })
  try {
    const lines = [
      'git status',
      'timeout 5 git status',
      'command git status',
      '/usr/bin/git status',
      'nice git diff',
    ]
    for (const line of lines)
      for (const hardened of [true, [{ at: 0, how: 'program' }] as const]) {
        const end = await around.run(line, hardened)
        expect([line, end.code, around.wentOff()]).toEqual([line, 0, []])
      }
    await around.run('/usr/bin/git status', false)
    expect(around.wentOff()).toContain('filter')
  } finally {
    around.remove()
  }
})

test('what a rule allows runs as in the person’s own shell, beside what is hardened', async () => {
  const line = 'hello; ls; git add a.txt'
  const decision = await shell.judge(line, allow('Bash(hello)', 'Bash(git add:*)'))
  expect(decision.verdict).toBe('allow')
  const end = await shell.run(line, hardeningOf(decision))
  expect(end.output).toContain("hello from the person's own function\n")
  expect(end.output).toContain('package.json\n')
  // The person allowed git add: their function for it, and the hook, are theirs to have.
  expect(shell.wentOff()).toEqual(expect.arrayContaining(['function-git']))
  expect(shell.wentOff()).not.toContain('path-ls')
})

const HELLO = "hello from the person's own function\n"

test('exit codes, directories, line numbers and words stay what they were', async () => {
  const check = async (line: string, policy: Partial<Policy> = RULE) => {
    const decision = await shell.judge(line, policy)
    expect([line, decision.verdict]).toEqual([line, 'allow'])
    const end = await shell.run(line, hardeningOf(decision))
    shell.wentOff()
    return [end.code, end.output]
  }
  expect(await check('hello; ls no-such-file 2>/dev/null')).toEqual([2, HELLO])
  expect(await check('hello; grep -q zzz a.txt; echo $?')).toEqual([0, `${HELLO}1\n`])
  expect(await check('hello; grep -q zzz a.txt && echo found || echo none')).toEqual([0, `${HELLO}none\n`])
  expect(await check('hello\nhello\ncd no-such-directory')).toEqual([
    1,
    `${HELLO}${HELLO}bash: line 3: cd: no-such-directory: No such file or directory\n`,
  ])
  expect(await check(`hello; echo "a  b" 'c"d' '$x'; printf '%s|' "x y" z`)).toEqual([
    0,
    `${HELLO}a  b c"d $x\nx y|z|`,
  ])
  expect(await check('hello; cd src; pwd')).toEqual([0, `${HELLO}${join(shell.cwd, 'src')}\n`])
})

test('a program that is not there is said with the line of the command', async () => {
  const end = await shell.run('true\nno-such-viewer x', [{ at: 5, how: 'program' }])
  expect([end.code, end.output]).toEqual([127, 'bash: line 2: no-such-viewer: command not found\n'])
})

test('a name that begins with a dash is never what a wildcard stands for, hidden files neither', async () => {
  writeFileSync(join(shell.cwd, 'src/-rf'), '')
  writeFileSync(join(shell.cwd, 'src/.hidden'), '')
  writeFileSync(join(shell.cwd, 'src/plain'), '')
  const listed = async (line: string, hardened: Parameters<typeof shell.run>[1]) =>
    (await shell.run(`cd ${shell.cwd}/src; ${line}`, hardened)).output
  const at = `cd ${shell.cwd}/src; `.length
  expect(await listed('echo *', true)).toBe('plain\n')
  expect(await listed('echo *', [{ at, how: 'builtin' }])).toBe('plain\n')
  expect(await listed('echo *', false)).toContain('-rf')
  shell.wentOff()
})

test.each([
  'shopt -s dotglob; cat *',
  'set -k; ls',
  'unset GLOBIGNORE; ls *',
  'export GLOBIGNORE=x; ls',
  'read -r GLOBIGNORE < a.txt; ls',
  'alias ls=x; ls',
  'hash -p bin/ls ls; ls',
  'enable -n echo; echo x',
  'printf -v PATH %s bin; ls',
])('%s: beside a rule for the first part the second is asked', async line => {
  const builtins = ['shopt', 'set', 'unset', 'export', 'read', 'alias', 'hash', 'enable', 'printf'].map(
    name => `Bash(${name}:*)`,
  )
  expect((await shell.judge(line, allow(...builtins))).verdict).toBe('ask')
})

test('what stands in backquotes behind a backslash cannot be marked and is asked', async () => {
  const line = 'touch x; echo `echo \\`ls\\``'
  expect((await shell.judge(line)).verdict).toBe('ask')
})

test('the engine runs a line as it was decided', async () => {
  await using world = await createWorld({
    files: { 'bin/ls': '#!/bin/sh\necho > went-off\n' },
    scenario: {
      replies: [{ tool: { name: 'Bash', input: { command: 'touch x; ls' } } }, { text: 'done' }],
    },
    config: ({ place, permissions }) => ({
      permissions: { ...permissions, mode: 'acceptEdits' },
      place: { ...place, env: { ...place.env, PATH: `${place.cwd}/bin:${place.env['PATH']}` } },
    }),
  })
  chmodSync(join(world.dir, 'bin/ls'), 0o755)
  await world.ask('look')
  expect(['x', 'went-off'].map(name => existsSync(join(world.dir, name)))).toEqual([true, false])
})

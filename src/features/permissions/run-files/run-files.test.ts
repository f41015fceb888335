import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { initRepository } from '../../../../test/support/git-repository.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { Access } from '../../../protocol/access.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { PermissionMode, RunCommand } from '../../../protocol/permission.ts'
import { createPermissions } from '../permissions.ts'

const open = (runs: readonly RunCommand[] = []) => {
  const tmp = tmpDir()
  const home = realpathSync(tmp.path)
  const root = join(home, 'project')
  mkdirSync(root)
  const write = (name: string, text = 'x\n'): void => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const name of ['scripts/fmt.sh', 'src/a.ts', 'evil.sh', 'evil/fmt.sh', 'tools/real.sh']) write(name)
  const permissions = createPermissions({ env: { PATH: `${root}/tools:/usr/bin:/bin`, HOME: home } })
  const judge = async (access: Access, mode: PermissionMode = 'acceptEdits', cwd = root) => {
    const toolName = access.kind === 'shell' ? 'Bash' : 'Edit'
    const policy = { mode, rules: [], roots: [root], cwd, home, caseSensitive: true, runs: () => runs }
    const { verdict, because } = await permissions.judge({ toolName, accesses: [access] }, policy)
    return { verdict, text: because.text }
  }
  return {
    root,
    home,
    write,
    judge,
    edit: (path: string, mode?: PermissionMode, cwd?: string) =>
      judge({ kind: 'write', path: join(root, path) }, mode, cwd),
    bash: (command: string, mode?: PermissionMode, cwd?: string) =>
      judge({ kind: 'shell', command }, mode, cwd),
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

/** Spellings of a hook that runs scripts/fmt.sh. */
const HOOKS: readonly (string | readonly string[])[] = [
  './scripts/fmt.sh',
  'scripts/fmt.sh',
  'sh scripts/fmt.sh',
  'bash -x "./scripts/fmt.sh" --fast',
  "sh -c './scripts/fmt.sh && echo done'",
  'sh -c "cd scripts && sh fmt.sh"',
  'cd scripts; ./fmt.sh',
  'env A=1 nohup ./scripts/fmt.sh',
  '"$CAPSTAN_PROJECT_DIR"/scripts/fmt.sh',
  '$CLAUDE_PROJECT_DIR/scripts/fmt.sh',
  '"${CLAUDE_PROJECT_DIR:-.}/scripts/fmt.sh"',
  '$(git rev-parse --show-toplevel)/scripts/fmt.sh',
  '"$(dirname "$0")/../scripts/fmt.sh"',
  '`pwd`/scripts/fmt.sh',
  '. ./scripts/fmt.sh',
  'source scripts/fmt.sh',
  'cat scripts/fmt.sh | bash',
  'bash < scripts/fmt.sh',
  'true && { ./scripts/fmt.sh; }',
  'if true; then ./scripts/fmt.sh; fi',
  'timeout 10 ./scripts/{fmt,lint}.sh',
  './scripts/*.sh',
  'jq -r .x | xargs ./scripts/fmt.sh > /dev/null',
  'echo x >> log.txt; ./scripts/fmt.sh',
  "./scripts/'fmt'.sh",
  './scripts/f\\mt.sh',
  'node --require ./scripts/fmt.sh x.js',
  'NODE_OPTIONS=--require=./scripts/fmt.sh npx prettier',
  'run-parts scripts',
  'SCRIPTS/FMT.sh',
  ['./scripts/fmt.sh', '--fast'],
  ['bash', '-c', 'exec ./scripts/fmt.sh'],
  ['python3', 'scripts/fmt.sh'],
]

/** Ways to change it, each in a mode that would allow it for any other file. */
const WAYS: readonly string[] = [
  'cp evil.sh scripts/fmt.sh',
  'cp evil/fmt.sh scripts/',
  'cp -r evil/. scripts',
  'mv evil.sh scripts/fmt.sh',
  'mv scripts old',
  'rm -r scripts',
  'rm scripts/fmt.sh',
  'touch scripts/fmt.sh',
  "sed -i 's/x/y/' scripts/fmt.sh",
  'echo x > scripts/fmt.sh',
  'cat evil.sh >> ./scripts/../scripts/fmt.sh',
  'cp evil.sh scripts/f*',
]

test.each(HOOKS.map(hook => [JSON.stringify(hook), hook] as const))(
  'what the hook %s runs is protected, however it is changed',
  async (_, hook) => {
    await using at = open([{ command: hook, by: verbatim('the PostToolUse hook') }])
    const verdicts = [await at.edit('scripts/fmt.sh')]
    for (const way of WAYS) verdicts.push(await at.bash(way))
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(verdicts.map(() => 'ask'))
    expect(verdicts[0]?.text).toBe(
      `${join(at.root, 'scripts/fmt.sh')} is protected: the PostToolUse hook runs it`,
    )
  },
)

test('in every mode it asks or denies, and other files are as free as before', async () => {
  await using at = open([{ command: './scripts/fmt.sh', by: verbatim('the PostToolUse hook') }])
  const modes: readonly PermissionMode[] = ['default', 'acceptEdits', 'bypassPermissions', 'auto', 'dontAsk']
  const verdicts = await Promise.all(modes.map(async mode => (await at.edit('scripts/fmt.sh', mode)).verdict))
  expect(verdicts).toEqual(['ask', 'ask', 'ask', 'ask', 'deny'])
  expect((await at.bash('cp evil.sh scripts/fmt.sh', 'bypassPermissions')).verdict).toBe('ask')
  for (const file of ['src/a.ts', 'scripts/other.sh', 'fmt.sh'])
    expect([file, (await at.edit(file)).verdict]).toEqual([file, 'allow'])
  for (const command of ['cp evil.sh src/b.sh', 'mv src old', 'touch scripts/new', 'mkdir scripts/x'])
    expect([command, (await at.bash(command)).verdict]).toEqual([command, 'allow'])
})

test('the script of another directory counts too: a hook runs where the conversation is', async () => {
  await using at = open([{ command: './scripts/fmt.sh', by: verbatim('a hook') }])
  for (const place of ['src', '.capstan/worktrees/x', 'packages/b'])
    expect((await at.edit(join(place, 'scripts/fmt.sh'))).verdict).toBe('ask')
})

test('links count: the link, every hop and the file at its end', async () => {
  await using at = open([{ command: './run.sh', by: verbatim('a hook') }])
  symlinkSync('hop.sh', join(at.root, 'run.sh'))
  symlinkSync('tools/real.sh', join(at.root, 'hop.sh'))
  symlinkSync('tools', join(at.root, 't'))
  for (const file of ['run.sh', 'hop.sh', 'tools/real.sh', 't/real.sh'])
    expect([file, (await at.edit(file)).verdict]).toEqual([file, 'ask'])
  for (const command of ['ln -sf evil.sh hop.sh', 'mv tools old', 'rm -r tools', 'rm run.sh'])
    expect([command, (await at.bash(command)).verdict]).toEqual([command, 'ask'])
  expect((await at.edit('tools/other.sh')).verdict).toBe('allow')
})

test('what does not exist yet is protected, and so is a directory in its place', async () => {
  await using at = open([{ command: './hooks.d/new.sh', by: verbatim('a hook') }])
  for (const command of ['cp evil.sh hooks.d/new.sh', 'ln -s evil hooks.d', 'mv evil hooks.d'])
    expect([command, (await at.bash(command)).verdict]).toEqual([command, 'ask'])
  expect((await at.edit('hooks.d/new.sh')).verdict).toBe('ask')
})

/** Code in a word of its own, for any interpreter, with the file it loads or starts. */
const RUN_IN_CODE: readonly ((name: string) => string)[] = [
  name => `require("./${name}")`,
  name => `require('child_process').execFileSync('./${name}')`,
  name => `import('./${name}')`,
  name => `import x from "./${name}"`,
  name => `import subprocess; subprocess.run(["./${name}"])`,
  name => `exec(open("${name}").read())`,
  name => `os.system('sh ${name} --x')`,
  name => `load "${name}"`,
  name => `do "./${name}"`,
  name => `dofile("${name}")`,
  name => `BEGIN{system("./${name}")}`,
  name => `:!./${name}`,
  name => `x=[...'ab',\`./${name}\`]`,
]
const WITH_CODE: readonly ((code: string) => readonly string[])[] = [
  code => ['node', '-e', code],
  code => ['python3', '-c', code],
  code => ['awk', code],
  code => ['vim', '-c', code],
  code => ['ruby', `-e${code}`],
]
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

test('what the code in a command names is protected', async () => {
  const unprotected: string[] = []
  for (const code of RUN_IN_CODE)
    for (const words of WITH_CODE.map(make => make(code('scripts/fmt.sh'))))
      for (const command of [words, words.map(quoted).join(' ')]) {
        await using at = open([{ command, by: verbatim('a hook') }])
        if ((await at.edit('scripts/fmt.sh')).verdict !== 'ask') unprotected.push(JSON.stringify(command))
      }
  expect(unprotected).toEqual([])
})

test.each<[string, RunCommand['command'], readonly string[]]>([
  ['a module in code', 'node -p "require(\'./lib/fmt\')"', ['lib/fmt.js', 'lib/fmt/index.js', 'lib/fmt.cjs']],
  ['a module of Python in code', "python3 -c 'import lint.all'", ['lint/all.py', 'lint/__init__.py']],
  [
    'a name from a module',
    ['python3', '-c', 'from lint import fmt, x\nfmt()'],
    ['lint/fmt.py', 'lint/x.py', 'lint.py'],
  ],
  ['a script of package.json', 'npm run fmt', ['package.json', 'scripts/fmt.sh']],
  ['a recipe', 'make lint', ['Makefile']],
  ['a program of the project', 'npx prettier --write', ['node_modules/.bin/prettier']],
  ['a module', 'python3 -m lint.all', ['lint/all.py', 'lint/__init__.py', 'lint/all/__main__.py']],
  ['a program on PATH in the project', 'mytool --x', ['tools/mytool']],
  ['a directory that is built', ['go', 'run', './tools'], ['tools/main.go', 'tools/sub/x.go']],
])('%s is followed', async (_, command, files) => {
  await using at = open([{ ...(command === undefined ? {} : { command }), by: verbatim('a hook') }])
  at.write('package.json', '{"scripts":{"fmt":"sh scripts/fmt.sh"}}')
  for (const file of files) expect([file, (await at.edit(file)).verdict]).toEqual([file, 'ask'])
  expect((await at.edit('src/a.ts')).verdict).toBe('allow')
})

test('archives, patches and scripts that name it ask', async () => {
  await using at = open([{ command: './scripts/fmt.sh', by: verbatim('a hook') }])
  execFileSync('tar', ['cf', 'a.tar', 'evil/fmt.sh'], { cwd: at.root })
  at.write('p.diff', '--- a/scripts/fmt.sh\n+++ b/scripts/fmt.sh\n@@ -1 +1 @@\n-x\n+y\n')
  for (const command of [
    'tar xf a.tar',
    'patch -p1 < p.diff',
    'git apply p.diff',
    `python3 -c "open('scripts/fmt.sh','w')"`,
    'tee scripts/fmt.sh < evil.sh',
    'unknown-tool --out scripts/fmt.sh',
  ])
    expect([command, (await at.bash(command, 'bypassPermissions')).verdict]).toEqual([command, 'ask'])
})

const GIT: readonly (readonly [key: string, value: string, files: readonly string[]])[] = [
  ['core.hooksPath', '.githooks', ['.githooks/post-checkout', 'sub/.githooks/pre-commit']],
  ['core.hooksPath', 'tools/hooks/', ['tools/hooks/pre-push']],
  ['core.fsmonitor', './tools/watch.sh', ['tools/watch.sh']],
  ['filter.x.smudge', 'sh tools/smudge.sh %f', ['tools/smudge.sh']],
  ['diff.x.textconv', 'tools/conv', ['tools/conv']],
  ['merge.x.driver', './tools/merge %A %B', ['tools/merge']],
  ['alias.go', '!sh ./tools/go.sh', ['tools/go.sh']],
  ['credential.helper', '!./tools/cred', ['tools/cred']],
  ['gpg.program', './tools/gpg', ['tools/gpg']],
  ['core.sshCommand', 'sh ./tools/ssh.sh', ['tools/ssh.sh']],
]

test.each(GIT)('what git runs for %s=%s is protected', async (key, value, files) => {
  await using at = open()
  initRepository(at.root)
  expect((await at.edit(files[0] ?? '')).verdict).toBe('allow')
  execFileSync('git', ['config', key, value], { cwd: at.root })
  for (const file of files) {
    expect([file, (await at.edit(file)).verdict]).toEqual([file, 'ask'])
    expect([file, (await at.bash(`cp evil.sh ${file}`)).verdict]).toEqual([file, 'ask'])
  }
  expect((await at.edit('src/a.ts')).verdict).toBe('allow')
  chmodSync(join(at.root, 'evil.sh'), 0o755)
})

test('the set follows the settings in force', async () => {
  await using at = open()
  const permissions = createPermissions()
  const first: readonly RunCommand[] = [{ command: './a.sh', by: verbatim('a hook') }]
  let runs = first
  const base = { mode: 'acceptEdits', rules: [], roots: [at.root], cwd: at.root, home: at.home } as const
  const policy = { ...base, caseSensitive: true, runs: () => runs }
  const verdictOf = async (name: string) => {
    const accesses = [{ kind: 'write', path: join(at.root, name) }] as const
    return (await permissions.judge({ toolName: 'Write', accesses }, policy)).verdict
  }
  expect([await verdictOf('a.sh'), await verdictOf('b.sh')]).toEqual(['ask', 'allow'])
  runs = [{ command: './b.sh', by: verbatim('a hook') }]
  expect([await verdictOf('a.sh'), await verdictOf('b.sh')]).toEqual(['allow', 'ask'])
})

/** Texts of scripts/fmt.sh that load or start tools/real.sh. */
const SCRIPTS: readonly string[] = [
  '. ./tools/real.sh',
  'source tools/real.sh',
  'set -e\n# why\nif true; then\n  . "$(dirname "$0")/../tools/real.sh"\nfi',
  './tools/real.sh --fast',
  'A=1 exec tools/real.sh',
  'bash -x tools/real.sh',
  'true && sh tools/real.sh | cat',
  '"$CAPSTAN_PROJECT_DIR/tools/real.sh"',
  '. "${BASH_SOURCE%/*}/../tools/real.sh"',
  'node ./tools/real.sh',
  '#!./tools/real.sh\ntrue',
  '#!/usr/bin/env node\nimport "../tools/real.sh"',
  '#!/usr/bin/env node\nconst x = require("../tools/real.sh")',
]

test.each(SCRIPTS)('what a script loads by name is protected, too: %s', async text => {
  await using at = open([{ command: './scripts/fmt.sh', by: verbatim('a hook') }])
  at.write('scripts/fmt.sh', text)
  expect((await at.edit('tools/real.sh')).verdict).toBe('ask')
  expect((await at.bash('cp evil.sh tools/real.sh')).verdict).toBe('ask')
  for (const file of ['src/a.ts', 'tools/other.sh', 'README.md'])
    expect([file, (await at.edit(file)).verdict]).toEqual([file, 'allow'])
  at.write('scripts/fmt.sh', 'true # changed, and of another length\n')
  expect((await at.edit('tools/real.sh')).verdict).toBe('allow')
})

test.each([
  'cp src/a.ts dist/a.ts',
  'echo done > tools/real.sh.log',
  'timeout 10 npm test',
  'grep -q x README.md',
])('what a script only reads or writes is free: %s', async text => {
  await using at = open([{ command: './scripts/fmt.sh', by: verbatim('a hook') }])
  at.write('scripts/fmt.sh', text)
  for (const file of ['src/a.ts', 'dist/a.ts', 'tools/real.sh', 'README.md'])
    expect([file, (await at.edit(file)).verdict]).toEqual([file, 'allow'])
})

test('a directory as a whole counts, unless it holds a working directory', async () => {
  await using at = open([])
  const permissions = createPermissions()
  const judged = async (path: string, name: string) => {
    const run = {
      path: join(at.home, path),
      parts: [join(at.home, path, 'bin')],
      by: verbatim('the plugin p'),
    }
    const base = { mode: 'acceptEdits', rules: [], roots: [at.root], cwd: at.root, home: at.home } as const
    const policy = { ...base, caseSensitive: true, runs: () => [run] }
    const accesses = [{ kind: 'write', path: join(at.root, name) }] as const
    return (await permissions.judge({ toolName: 'Write', accesses }, policy)).verdict
  }
  expect(await judged('project/plug', 'plug/any/file.md')).toBe('ask')
  expect([await judged('project', 'bin/x'), await judged('project', 'src/x')]).toEqual(['ask', 'allow'])
})

test('of the check of a goal only files count', async () => {
  await using at = open([
    { command: 'node --test src && ./scripts/fmt.sh', by: verbatim('the goal'), filesOnly: true },
  ])
  expect([(await at.edit('scripts/fmt.sh')).verdict, (await at.edit('src/a.ts')).verdict]).toEqual([
    'ask',
    'allow',
  ])
})

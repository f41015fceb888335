import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { Live } from '../../src/engine/live/state.ts'
import { createGate } from '../../src/engine/permissions/part.ts'
import { createSandbox } from '../../src/engine/sandbox/part.ts'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import type { Access } from '../../src/protocol/access.ts'
import type { Policy } from '../../src/protocol/permission.ts'
import { hasZip } from '../support/needs-program.ts'

const openGate = (config: EngineConfig, live: Live) =>
  createGate({
    config,
    live,
    permissions: createPermissions(),
    sandbox: config.sandbox && createSandbox(config, live, config.sandbox),
  })

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bypass-mode-')))
const cwd = join(root, 'project')
const conf = join(root, 'conf')
for (const directory of [cwd, conf, join(conf, 'worktrees/w/src')]) mkdirSync(directory, { recursive: true })
writeFileSync(join(cwd, 'x'), 'x')
symlinkSync(conf, join(cwd, 'elsewhere'))
symlinkSync(join(conf, 'settings.json'), join(cwd, 'notes.txt'))

const POLICY: Policy = {
  mode: 'bypassPermissions',
  rules: [],
  roots: [cwd],
  cwd,
  home: root,
  caseSensitive: true,
  configHomes: [conf],
}
const permissions = createPermissions()
const judge = async (access: Access, policy = POLICY) =>
  (await permissions.judge({ toolName: 'T', input: {}, accesses: [access] }, policy)).verdict
const shell = (command: string, policy = POLICY) => judge({ kind: 'shell', command }, policy)

test.each([
  `echo '{}' > ${conf}/settings.json`,
  `cp x ${conf}/settings.json`,
  `cp x elsewhere/settings.json`,
  `cat x > notes.txt`,
  `tee ${conf}/hooks.json < x`,
  `mv x ../conf/settings.json`,
  `cd ../conf && touch settings.json`,
  `rm -rf ${conf}`,
  `rm -rf ../conf/sessions`,
  `mv ${conf} ${root}/other`,
  `node -e "require('fs').writeFileSync('${conf}/settings.json', '')"`,
  `some-program --out=${conf}/settings.json`,
  'cp x "$CAPSTAN_CONFIG_DIR/settings.json"',
  'cp x $CLAUDE_CONFIG_DIR/settings.json',
  'python3 -c "import os; open(os.environ[\\"CAPSTAN_CONFIG_DIR\\"] + \\"/settings.json\\", \\"w\\")"',
  `sed -i s/a/b/ ${conf}/settings.json`,
  `dd if=x of=${conf}/settings.json`,
  `ln -sf ${cwd}/x ${conf}/settings.json`,
])('a config home of another name is protected: %s', async command => {
  expect(await shell(command)).toBe('ask')
})

test('a config home of another name is protected from file tools, under every name it has', async () => {
  for (const path of [`${conf}/settings.json`, 'elsewhere/new.json', 'notes.txt', '../conf/agents/a.md'])
    expect([path, await judge({ kind: 'write', path })]).toEqual([path, 'ask'])
  const { configHomes: _, ...unknown } = POLICY
  // Shown: only by its place is it known.
  expect([
    await judge({ kind: 'write', path: `${conf}/settings.json` }, unknown),
    await shell(`cp x ${conf}/y`, unknown),
  ]).toEqual(['allow', 'allow'])
  expect([
    await judge({ kind: 'write', path: join(conf, 'worktrees/w/src/a.ts') }),
    await shell(`cp x ${root}/configuration`),
    await judge({ kind: 'write', path: 'a.ts' }),
  ]).toEqual(['allow', 'allow', 'allow'])
})

test('the engine says where the config home is', () => {
  const config = {
    place: { cwd, home: root, caseSensitive: true, outputDir: join(root, 'out') },
    session: { id: 's' },
    settings: { userAnchor: conf },
  } as unknown as EngineConfig
  const live = { mode: 'default', model: 'm', cwd, rules: [], roots: [cwd] } as Live
  expect(openGate(config, live).policy().configHomes).toEqual([conf])
})

/** A tree that brings settings, in every form that a command unpacks or copies. */
const made = join(root, 'made')
const makeTree = (name: string): void => {
  mkdirSync(join(made, name, '.capstan'), { recursive: true })
  writeFileSync(join(made, name, '.capstan/settings.json'), '{"hooks":{}}')
  writeFileSync(join(made, name, 'plain.txt'), 'plain')
  mkdirSync(join(made, 'plain'), { recursive: true })
  writeFileSync(join(made, 'plain/plain.txt'), 'plain')
}
makeTree('evil')
const run = (...[program, ...args]: [string, ...string[]]) =>
  execFileSync(program, args, { cwd: made, stdio: 'ignore' })
for (const kind of ['evil', 'plain']) {
  run('tar', 'cf', `${kind}.tar`, '-C', kind, '.')
  run('tar', 'czf', `${kind}.tgz`, '-C', kind, '.')
  run('bash', '-c', `mkdir -p empty; diff -Nru empty ${kind} > ${kind}.patch || :`)
  if (hasZip()) run('bash', '-c', `cd ${kind} && zip -qr ../${kind}.zip .`)
}
run('bash', '-c', 'mkdir l && ln -s .capstan l/d && tar cf link.tar -C l d')
run('bash', '-c', `(printf 'PK\\001\\002'; head -c 508 /dev/zero; cat evil.tar) > odd.tar`)
writeFileSync(
  join(made, 'quoted.patch'),
  '--- /dev/null\n+++ "b/\\056capstan/settings.json"\n@@ -0,0 +1 @@\n+{}\n',
)
test.each([
  'tar xf EVIL.tar',
  'tar -xzf EVIL.tgz -C .',
  'tar --extract --file=EVIL.tgz',
  'tar -C . -xf EVIL.tar ./plain.txt',
  'tar x < EVIL.tar',
  'patch -p1 < EVIL.patch',
  'patch -p1 -i EVIL.patch',
  'git apply EVIL.patch',
  'cp -r EVIL/. .',
  'cp -a EVIL copy',
  'rsync -a EVIL/ .',
  'mv EVIL sub',
])('what brings settings along asks: %s', async command => {
  const place = (kind: string) => command.replaceAll('EVIL', join(made, kind))
  expect([await shell(place('evil')), await shell(place('plain'))]).toEqual(['ask', 'allow'])
})

test('settings come in by other ways of packing and naming, too', async () => {
  for (const command of [
    `tar xf ${made}/link.tar`,
    `tar xf ${made}/odd.tar`,
    `git apply ${made}/quoted.patch`,
    `git apply <<'E'\n${readFileSync(join(made, 'quoted.patch'), 'utf8')}E`,
    `patch -p1 <<< '+++ b/.mcp.json'`,
    `timeout 9 tar xf ${made}/evil.tar`,
    `bash -c 'tar xf ${made}/evil.tar'`,
  ])
    expect([command, await shell(command)]).toEqual([command, 'ask'])
})

test.runIf(hasZip())('zip archives that bring settings along ask', async () => {
  for (const command of ['unzip', 'unzip -qo', 'bsdtar xf', 'jar xf', '7z x'])
    expect([
      command,
      await shell(`${command} ${made}/evil.zip`),
      await shell(`${command} ${made}/plain.zip`),
    ]).toEqual([command, 'ask', 'allow'])
})

test('unpacked for real, each of them puts the settings there', () => {
  const target = join(root, 'unpacked')
  const lines = ['tar xf ../made/evil.tar', 'tar xzf ../made/evil.tgz', 'cp -r ../made/evil/. .']
  for (const line of lines) {
    execFileSync('bash', ['-c', `rm -rf ${target}; mkdir ${target}; cd ${target}; ${line}`])
    expect([line, existsSync(join(target, '.capstan/settings.json'))]).toEqual([line, true])
  }
})

test('bypass mode leaves the sandbox only when it is asked, whatever allows the command', async () => {
  const held: Policy = { ...POLICY, sandbox: { autoAllow: true, excluded: ['docker:*'] } }
  const leave = (command: string, policy = held) =>
    judge({ kind: 'shell', command, unsandboxed: true }, policy)
  expect(await Promise.all(['npm test', 'ls', 'git push', 'touch x; ls'].map(one => leave(one)))).toEqual([
    'ask',
    'ask',
    'ask',
    'ask',
  ])
  const allowed: Policy = {
    ...held,
    rules: [{ text: 'Bash', behavior: 'allow', source: 'local', anchor: cwd }],
  }
  expect([await leave('npm test', allowed), await leave('docker ps -a && docker pull x')]).toEqual([
    'ask',
    'allow',
  ])
  expect([await shell('npm test', held), await leave('npm test', { ...held, mode: 'dontAsk' })]).toEqual([
    'allow',
    'deny',
  ])
})

test('a sandbox that is wanted and does not work is left only when it is asked', async () => {
  const config = {
    place: {
      cwd,
      home: root,
      platform: 'linux',
      caseSensitive: true,
      env: { PATH: '/nowhere' },
      secretNames: [],
      outputDir: join(root, 'out'),
    },
    session: { id: 's' },
    runtime: { now: () => new Date(), newId: () => 'id' },
    sandbox: {
      settings: { enabled: true },
      bridge: { command: ['/nowhere'], files: [] },
      configHomes: [],
      tmpDir: tmpdir(),
    },
  } as unknown as EngineConfig
  const live = { mode: 'bypassPermissions', model: 'm', cwd, rules: [], roots: [cwd] } as Live
  const gate = openGate(config, live)
  const decide = async (command: string) =>
    await gate.judge(
      { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
      gate.policy(),
    )
  const asked = await decide('npm test')
  expect([asked.verdict, asked.because.type, (await decide('ls')).verdict]).toEqual([
    'ask',
    'sandboxOverride',
    'allow',
  ])
  const { sandbox: _, ...without } = config
  const free = openGate(without as EngineConfig, live)
  const plain = await free.judge(
    { toolName: 'Bash', input: {}, accesses: [{ kind: 'shell', command: 'npm test' }] },
    free.policy(),
  )
  expect(plain.verdict).toBe('allow')
})

import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makeToolCall } from '../../../test/support/tool-call.ts'
import { ShellSnapshot } from './shell-snapshot.ts'

const RC = `
case $- in *i*) ;; *) return;; esac
echo noise on the screen
alias ll='ls -l'
alias rm='rm -i'
alias eval='echo broken'
greet() { echo "hello $1"; }
exit() { echo never; }
_completion() { :; }
export PATH="$PATH:/opt/own/bin" SECRET_OF_RC=1
`
const home = (rc?: string): string => {
  const dir = makeDirectory()
  if (rc !== undefined) writeFileSync(join(dir, '.bashrc'), rc)
  return dir
}
const shellIn = (rc: string | undefined, more: { readonly readOnly?: boolean } = {}) => {
  const call = makeToolCall({ env: { PATH: process.env['PATH'], HOME: home(rc) }, ...more })
  return (command: string) =>
    call.processes.shell({ command, timeoutMs: 30_000, signal: call.signal, hardened: call.readOnly })
}

test('functions, aliases and the path of the start-up file are there, and nothing else of it', async () => {
  const shell = shellIn(RC)
  const end = await shell(
    `greet you; type -t ll rm eval exit _completion; echo "\${PATH##*:} [$SECRET_OF_RC]"`,
  )
  expect([end.output, end.code]).toEqual(['hello you\nalias\nfile\nbuiltin\nbuiltin\n/opt/own/bin []\n', 0])
})

test('aliases work in the command itself, and its directory is still followed', async () => {
  const call = makeToolCall({ env: { PATH: process.env['PATH'], HOME: home('alias up="echo up"') } })
  const run = { timeoutMs: 30_000, signal: call.signal, hardened: false }
  await call.processes.shell({ ...run, command: 'mkdir sub && cd sub' })
  expect((await call.processes.shell({ ...run, command: 'up; pwd' })).output).toBe(`up\n${call.cwd}\n`)
  expect(call.cwd.endsWith('/sub')).toBe(true)
})

test('a hardened command knows nothing of it', async () => {
  const shell = shellIn(RC, { readOnly: true })
  expect((await shell('type -t greet ll; echo "${PATH##*:}"')).output).not.toMatch(/function|alias|opt/)
})

test.each([
  ['no start-up file', undefined],
  ['one that fails', 'nonsense-command; false'],
])('with %s commands run all the same', async (_name, rc) => {
  expect(await shellIn(rc)('echo fine')).toMatchObject({ output: 'fine\n', code: 0 })
})

const takeIn = (rc: string, timeoutMs: number) => {
  const directory = makeDirectory()
  const env = { PATH: process.env['PATH'] ?? '', HOME: home(rc) }
  const snapshot = new ShellSnapshot({
    bash: '/bin/bash',
    env: () => env,
    roots: () => [],
    directory: () => directory,
    newId: () => crypto.randomUUID(),
    timeoutMs,
  })
  return { snapshot, directory, home: env.HOME }
}

test('a start-up file that does not come to its end is given up, and that is said once', async () => {
  const { snapshot, home: at } = takeIn('sleep 60', 300)
  expect([await snapshot.take(), await snapshot.take()]).toMatchObject([
    {
      problem: {
        text: `Aliases and functions from ${at}/.bashrc aren't available: it didn't finish within 0.3 s.`,
      },
    },
    {},
  ])
})

test.each(['exit 3', 'exec true'])('a start-up file with `%s` is said to end the shell', async rc => {
  const { snapshot, home: at } = takeIn(rc, 10_000)
  expect(await snapshot.take()).toMatchObject({
    problem: {
      text: `Aliases and functions from ${at}/.bashrc aren't available: it ends the shell (exit or exec).`,
    },
  })
})

test('what a start-up file does to how lists are split costs no function', async () => {
  expect((await shellIn('one() { echo 1; }\ntwo() { echo 2; }\nIFS=,')('one; two')).output).toBe('1\n2\n')
})

test('it is taken once, private, and gone with the session', async () => {
  const { snapshot, directory } = takeIn('alias x=y', 10_000)
  const [first, second] = await Promise.all([snapshot.take(), snapshot.take()])
  expect([second.file, statSync(first.file ?? '').mode & 0o777]).toEqual([first.file, 0o600])
  snapshot[Symbol.dispose]()
  expect(readdirSync(directory)).toEqual([])
})

test.each([
  ['darwin', ['.bash_profile', '.bashrc'], 'profile'],
  ['darwin', ['.profile', '.bashrc'], 'profile'],
  ['darwin', ['.bashrc'], 'rc'],
  ['linux', ['.bash_profile', '.bashrc'], 'rc'],
  ['linux', ['.bash_profile'], undefined],
])('on %s a bash with %j is asked for what its terminals know: %s', async (platform, names, expected) => {
  const directory = makeDirectory()
  for (const name of names)
    writeFileSync(join(directory, name), `alias known='${name === '.bashrc' ? 'rc' : 'profile'}'\n`)
  using snapshot = new ShellSnapshot({
    bash: process.env['CAPSTAN_OLD_BASH'] ?? '/bin/bash',
    platform,
    env: () => ({ PATH: process.env['PATH'] ?? '', HOME: directory, SHELL: '/bin/bash' }),
    roots: () => [],
    directory: () => directory,
    newId: () => crypto.randomUUID(),
  })
  const { file } = await snapshot.take()
  expect(file && /alias known='(\w+)'/.exec(readFileSync(file, 'utf8'))?.[1]).toBe(expected)
})

test.each([
  ['darwin', '.zprofile', '-l -i -c'],
  ['darwin', '.zshrc', '-l -i -c'],
  ['linux', '.zshrc', '-i -c'],
  ['linux', '.zprofile', undefined],
])('on %s a zsh with %s is asked with %s', async (platform, startFile, options) => {
  const directory = makeDirectory()
  // What zsh would print there; which options it got stands in the path.
  const zsh = join(directory, 'zsh')
  writeFileSync(
    zsh,
    '#!/bin/sh\nfor id; do :; done\nprintf "%s\\nexport OPTIONS=\'%s\'\\n%s\\n" "$id" "${*%%unset*}" "$id"\n',
  )
  chmodSync(zsh, 0o755)
  writeFileSync(join(directory, startFile), '')
  using snapshot = new ShellSnapshot({
    bash: '/bin/bash',
    platform,
    env: () => ({ PATH: process.env['PATH'] ?? '', HOME: directory, SHELL: zsh }),
    roots: () => [],
    directory: () => directory,
    newId: () => crypto.randomUUID(),
  })
  const { file } = await snapshot.take()
  const said = file === undefined ? undefined : /OPTIONS='([-a-z ]+)/.exec(readFileSync(file, 'utf8'))?.[1]
  expect(said?.trim()).toBe(options)
})

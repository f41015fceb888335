import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedOf } from '../../../test/support/needs-program.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { EFFORTS } from '../../protocol/model.ts'
import { flagName } from '../args/flag.ts'
import { FLAGS } from '../args/flags.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { renderBash } from './bash.ts'
import { COMMAND_WORDS } from './command-words.ts'
import { renderFish } from './fish.ts'
import { renderManPage } from './man-page.ts'
import { renderZsh } from './zsh.ts'

const installed = installedOf(['bash', 'zsh', 'fish', 'groff'])

/** What bash would offer when Tab is pressed at the end of these words. */
const offered = (
  words: readonly string[],
  options: { cwd?: string; path?: string } = {},
): readonly string[] => {
  const script = `${renderBash()}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _capstan; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], {
    encoding: 'utf8',
    cwd: options.cwd,
    env: { PATH: options.path ?? '/usr/bin:/bin' },
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(line => line !== '')
}

test.runIf(installed.has('bash'))('bash completes commands, flags and their values', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'folder'))
  writeFileSync(join(tmp.path, 'file.md'), '')
  const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['the start of a command', ['capstan', 'wo'], ['worktrees', 'workflow', 'worker']],
    ['every command', ['capstan', ''], SUBCOMMANDS.map(({ name }) => name)],
    ['the start of a flag', ['capstan', '--max-b'], ['--max-budget-usd']],
    ['a flag after others', ['capstan', '-p', '--verbose', '--output-f'], ['--output-format']],
    ['a choice', ['capstan', '--effort', ''], EFFORTS],
    ['a choice after an equals sign', ['capstan', '--effort', '='], EFFORTS],
    ['part of a choice after an equals sign', ['capstan', '--permission-mode', '=', 'pl'], ['plan']],
    ['a directory', ['capstan', '--add-dir', 'f'], ['folder']],
    ['a file', ['capstan', '--system-prompt-file', 'f'], ['folder', 'file.md']],
    ['nothing where nothing can be guessed', ['capstan', '--session-id', ''], []],
    ['the words of a command', ['capstan', 'config', ''], COMMAND_WORDS.config ?? []],
    ['files behind a command', ['capstan', 'replay', 'fi'], ['file.md']],
  ]
  for (const [name, words, expected] of table)
    expect([...offered(words, { cwd: tmp.path })].sort(), name).toEqual([...expected].sort())
  expect(offered(['capstan', '--model', 'son'])).toEqual(['sonnet'])
})

test.runIf(installed.has('bash'))('sessions to resume are asked from the program itself', async () => {
  await using tmp = tmpDir()
  const script =
    '#!/bin/sh\n[ "$*" = "completion sessions" ] && printf "abc-1\\tFix it: now\\nabd-2\\tOther\\n"\n'
  writeFileSync(join(tmp.path, 'capstan'), script, { mode: 0o755 })
  expect(offered(['capstan', '--resume', 'ab'], { path: `${tmp.path}:/usr/bin:/bin` })).toEqual([
    'abc-1',
    'abd-2',
  ])
})

test.each([
  ['bash', renderBash, ['-n']],
  ['zsh', renderZsh, ['-n']],
  ['fish', renderFish, ['--no-execute']],
] as const)(
  'the script for %s names every flag and command, and is valid where that shell is',
  async (shell, render, check) => {
    await using tmp = tmpDir()
    const script = render('en')
    for (const flag of FLAGS)
      expect(script).toContain(shell === 'fish' ? ` -l ${flagName(flag).slice(2)}` : flagName(flag))
    for (const { name } of SUBCOMMANDS) expect(script).toContain(name)
    if (installed.has(shell)) {
      const file = join(tmp.path, 'completions')
      writeFileSync(file, script)
      const { status, stderr } = spawnSync(shell, [...check, file], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
    }
  },
)

test('the man page names every flag and command, and is well made', () => {
  const page = renderManPage('1.2.3')
  for (const flag of FLAGS)
    expect(page).toContain(
      `\\fB${flag.short ? `\\-${flag.short}, ` : ''}${flagName(flag).replaceAll('-', '\\-')}\\fR`,
    )
  for (const { name } of SUBCOMMANDS) expect(page).toContain(`\\fB${name.replaceAll('-', '\\-')}\\fR`)
  expect(page).toContain('Capstan 1.2.3')
  if (!installed.has('groff')) return
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou'], {
    input: page,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('--max-budget-usd <usd>')
})

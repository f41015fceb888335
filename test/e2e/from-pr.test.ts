import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTmux } from '../support/needs-program.ts'
import { openTerminal } from '../support/pty/terminal-world.ts'
import { heldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const OPENED = 'Opened https://github.com/acme/tool/pull/12, as in https://github.com/other/tool/pull/13.'

const git = (cwd: string, ...args: readonly string[]): void => void execFileSync('git', args, { cwd })

const putRepository = (world: World): void => {
  git(world.project, 'init', '-q')
  appendFileSync(
    join(world.project, '.git/config'),
    '[remote "origin"]\n\turl = git@github.com:acme/tool.git\n',
  )
}

test('--from-pr finds the sessions in which a pull request of this repository appeared', async () => {
  const replies = [
    { when: { lastUserText: /open/ }, text: OPENED },
    { text: 'Fine.', repeat: true },
  ]
  await using place = await openTerminal(
    { replies },
    { args: ['--help'], early: true, prepare: putRepository },
  )
  const world = heldHere(place.world)
  await world.run(['-p', 'open a pull request'])
  const { code, stdout } = await place.world.run(['--from-pr', '12', '-p', 'go on'])
  expect([code, stdout]).toEqual([0, 'Fine.\n'])
  expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('open a pull request')
  // Of another repository, and nobody's.
  for (const wanted of ['13', 'https://github.com/acme/tool/pull/14']) {
    const none = await world.run(['--from-pr', wanted, '-p', 'x'])
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No session is linked to')])
  }
  const screen = await place.again({
    args: ['--from-pr', 'https://github.com/acme/tool/pull/12'],
    early: true,
  })
  await screen.waitFor('Resume a session of pull request #12')
  screen.key('enter')
  await screen.waitFor('Opened https://github.com/acme/tool/pull/12')
}, 120_000)

test.skipIf(!hasTmux())(
  '--worktree --tmux opens the session in a tmux session that is called after the worktree',
  async () => {
    await using tmp = tmpDir()
    const env = { PATH: process.env['PATH'] ?? '', TMUX_TMPDIR: tmp.path }
    await using place = await openTerminal(
      { replies: [{ text: 'Hello from tmux.', repeat: true }] },
      {
        env,
        early: true,
        prepare: world => {
          putRepository(world)
          git(
            world.project,
            '-c',
            'user.name=a',
            '-c',
            'user.email=a@b',
            'commit',
            '-q',
            '--allow-empty',
            '-m',
            'x',
          )
        },
        args: ['--worktree', 'side', '--tmux=classic', '--trust'],
      },
    )
    const { program, world } = place
    await program.waitFor('[capstan-')
    place.say('hi')
    await program.waitFor('Hello from tmux.')
    expect(existsSync(join(world.project, '.capstan/worktrees/side'))).toBe(true)
    for (let press = 0; press < 3; press++) program.key('ctrl+c')
    await program.exit
  },
  60_000,
)

test('a tmux that fails leaves no file with the environment behind', async () => {
  await using programs = tmpDir()
  writeFileSync(join(programs.path, 'tmux'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  await using place = await openTerminal(
    { replies: [] },
    {
      env: { PATH: `${programs.path}:${process.env['PATH']}` },
      early: true,
      args: ['--worktree', 'side', '--tmux'],
    },
  )
  expect(await place.program.exit).toBe(1)
  expect(readdirSync(join(place.world.config, 'background'))).toEqual([])
})

test('without tmux, --tmux says what is missing', async () => {
  await using place = await openTerminal(
    { replies: [] },
    { env: { PATH: '/nonexistent' }, early: true, args: ['--worktree', 'side', '--tmux'] },
  )
  await place.program.waitFor("--tmux needs tmux, and it isn't installed")
})

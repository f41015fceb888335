import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { desktopEntry } from '../../src/cli/links/install-links.ts'
import { linkStart } from '../../src/cli/links/open-link.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

/** As the person trusts it: by the command. */
const trust = async (world: Pick<World, 'run'>, folder: string): Promise<void> => {
  expect((await world.run(['trust', '--yes', folder])).code).toBe(0)
}

const linkTo = (directory: string, prompt = 'look around'): string =>
  `capstan://new?dir=${encodeURIComponent(directory)}&prompt=${encodeURIComponent(prompt)}`

test('a link opens only folders the person trusts, and no way leads out of them', async () => {
  await using world = await openWorldHere({ replies: [] })
  const from = { env: world.env, version: '0', argv: [], cwd: world.home }
  const [inside, other] = [join(world.project, 'sub'), join(world.home, 'other')]
  for (const folder of [inside, other]) mkdirSync(folder)
  symlinkSync(other, join(world.project, 'away'))
  await expect(linkStart(linkTo(world.project), from)).rejects.toThrow('is not in a folder you trust')
  await trust(world, world.project)
  expect(await linkStart(linkTo(world.project), from)).toMatchObject({
    cwd: world.project,
    draft: { text: 'look around' },
  })
  // Nothing but what a link may say is on the command line that it stands for.
  const { options } = await linkStart(linkTo(inside), from)
  expect(options).toEqual((await linkStart('capstan://new', from)).options)
  await expect(linkStart(linkTo(join(world.project, 'away')), from)).rejects.toThrow(
    'is not in a folder you trust',
  )
  await expect(linkStart(linkTo(other), from)).rejects.toThrow('is not in a folder you trust')
  await expect(linkStart(linkTo(join(world.project, 'none')), from)).rejects.toThrow('There is no directory')
  await expect(linkStart('capstan://session/00000000-0000-4000-8000-00000000ffff', from)).rejects.toThrow(
    'There is no session',
  )
  expect((await world.run(['open-link', 'capstan://new', '--print'])).stderr).toContain('Give one link')
  expect((await world.run(['open-link', '--', 'capstan://x'])).stderr).toContain('not a link Capstan knows')
  expect((await world.run(['open-link', 'capstan://new'])).stderr).toContain(
    'opens a conversation on a terminal',
  )
  writeFileSync(join(world.config, 'settings.json'), '{"disableDeepLinkRegistration":"disable"}')
  expect((await world.run(['open-link', 'capstan://new'])).stderr).toContain('switched off')
  expect((await world.run(['install-links'])).stderr).toContain('switched off')
})

test('the prompt of a link stands in the input and is sent by nobody but the person', async () => {
  await using at = await openTerminalHere(
    { replies: [{ text: 'Looked around.', repeat: true }] },
    { args: ['open-link', 'capstan://new?prompt=look%20around%0Aand%20tell'], early: true },
  )
  const { program, world } = at
  await program.waitFor('This prompt came with a link')
  await program.waitFor('look around')
  await program.settled()
  expect(world.server.requests).toEqual([])
  program.key('enter')
  await program.waitFor('Looked around.')
  expect(JSON.stringify(world.server.requests[0]?.body)).toContain('look around\\nand tell')
})

test('on a Linux desktop the link is registered by a file of ours, and taken away again', async () => {
  await using world = await openWorldHere({ replies: [] })
  const programs = join(world.home, 'bin')
  mkdirSync(programs)
  const called = join(world.home, 'called')
  writeFileSync(join(programs, 'xdg-mime'), `#!/bin/sh\necho "$@" >> '${called}'\n`, { mode: 0o755 })
  const env = { PATH: `${programs}:/usr/bin:/bin`, XDG_DATA_HOME: join(world.home, 'share') }
  const run = (...args: readonly string[]) => world.run(['install-links', ...args], { env })
  const installed = await run()
  const file = join(world.home, 'share', 'applications', 'capstan-links.desktop')
  expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining(file)])
  expect(readFileSync(called, 'utf8')).toBe('default capstan-links.desktop x-scheme-handler/capstan\n')
  const entry = readFileSync(file, 'utf8')
  expect(entry).toContain('MimeType=x-scheme-handler/capstan;\n')
  expect(entry).toMatch(/^Exec="[^\n]*" "open-link" "--" %u$/m)
  expect((await run()).code).toBe(0)
  expect((await run('--remove')).stdout).toContain('no longer open')
  expect([existsSync(file), (await run('--remove')).stdout]).toEqual([
    false,
    expect.stringContaining('not registered'),
  ])
  writeFileSync(file, '[Desktop Entry]\nName=Theirs\n')
  for (const args of [[], ['--remove']])
    expect((await run(...args)).stderr).toContain('was not written by Capstan')
  expect(readFileSync(file, 'utf8')).toContain('Theirs')
  expect((await run('--force')).code).toBe(2)
})

test('a path with signs of its own is quoted as desktops read it', () => {
  const [line = ''] = desktopEntry(['/opt/my "apps"/$x/100%/`c`\\n'])
    .split('\n')
    .filter(each => each.startsWith('Exec='))
  expect(line).toBe('Exec="/opt/my \\\\"apps\\\\"/\\\\$x/100%%/\\\\`c\\\\`\\\\\\\\n" "open-link" "--" %u')
})

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createSystemPort } from './system-port.ts'

/** A machine with the programs given as shell scripts, in a place of the system and in the project. */
const world = (scripts: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) => {
  const tmp = tmpDir()
  const at = (...names: readonly string[]): string => join(tmp.path, ...names)
  for (const name of ['bin', 'home', 'config', 'project', 'project/bin']) mkdirSync(at(name))
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(at(name), `#!/bin/sh\n${script}\n`)
    chmodSync(at(name), 0o755)
  }
  const system = createSystemPort({
    cwd: at('project'),
    home: at('home'),
    configHome: at('config'),
    version: '1.0.0',
    env: {
      PATH: `${at('project/bin')}:${at('bin')}:/usr/bin:/bin`,
      LOG: at('log'),
      ANTHROPIC_API_KEY: 'secret',
      ...env,
    },
    platform: 'linux',
    now: () => 7,
  })
  const log = (): string => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8') : '')
  return { ...tmp, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](), at, system, log }
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

test('says where it is', async () => {
  await using here = world({}, { TERM: 'xterm-256color', SSH_TTY: 'x' })
  const { system, at } = here
  expect([system.cwd, system.home, system.version, system.now()]).toEqual([
    at('project'),
    at('home'),
    '1.0.0',
    7,
  ])
  expect(system.terminal).toMatchObject({ colours: 256, ssh: true })
  expect(system.branch()).toBeUndefined()
})

test('a picture in the clipboard is read, by a program of the system and not of the project', async () => {
  const list = 'case $* in *TARGETS*) echo image/png;; *)'
  await using here = world(
    {
      'bin/xclip': `${list} echo ${PIXEL} | base64 -d;; esac`,
      'project/bin/xclip': 'touch "$LOG"; exit 1',
    },
    { DISPLAY: ':0' },
  )
  expect(await here.system.clipboardImage()).toEqual({
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: PIXEL },
  })
  expect(here.log()).toBe('')
})

test('a clipboard without a picture, or with something else under that name, gives none', async () => {
  await using empty = world({ 'bin/xclip': 'exit 1' }, { DISPLAY: ':0' })
  expect(await empty.system.clipboardImage()).toBeUndefined()
  await using wrong = world({ 'bin/xclip': 'echo image/png' }, { DISPLAY: ':0' })
  expect(await wrong.system.clipboardImage()).toBeUndefined()
})

test('text is copied by the first program that works, which never sees the key', async () => {
  await using here = world(
    { 'bin/xclip': 'exit 1', 'bin/xsel': 'cat > "$LOG"; env | grep ANTHROPIC >> "$LOG"; exit 0' },
    { DISPLAY: ':0' },
  )
  expect(await here.system.copy('你好\n')).toEqual({ by: 'xsel' })
  expect(here.log()).toBe('你好\n')
})

test('a program that stays to serve the clipboard does not hold us up', async () => {
  await using here = world({ 'bin/xclip': 'cat > "$LOG"; sleep 3 &' }, { DISPLAY: ':0' })
  expect(await here.system.copy('x')).toEqual({ by: 'xclip' })
})

test('without a program the terminal copies, and what is too long for it is kept in a file', async () => {
  await using here = world({})
  expect(await here.system.copy('hi')).toEqual({ by: 'terminal', sequence: '\u001b]52;c;aGk=\u0007' })
  const { by } = await here.system.copy('x'.repeat(100_000))
  expect(readFileSync(by, 'utf8')).toHaveLength(100_000)
})

test('the keys of the other program count while there are none of ours', async () => {
  await using here = world({})
  mkdirSync(here.at('home', '.claude'))
  writeFileSync(here.at('home', '.claude', 'keybindings.json'), '{}')
  const told: unknown[] = []
  here.system.watchKeybindings((text, path) => told.push([text, path]))()
  expect(told).toEqual([['{}', here.at('home', '.claude', 'keybindings.json')]])
})

test('and do not when that is switched off', async () => {
  await using here = world({}, { CAPSTAN_COMPAT: '0' })
  mkdirSync(here.at('home', '.claude'))
  writeFileSync(here.at('home', '.claude', 'keybindings.json'), '{}')
  const told: unknown[] = []
  here.system.watchKeybindings((text, path) => told.push([text, path]))()
  expect(told).toEqual([[undefined, here.at('config', 'keybindings.json')]])
})

test('the status line runs in the project, without the key', async () => {
  await using here = world({})
  const command = 'cat; pwd; env | grep -c ANTHROPIC'
  expect(await here.system.runStatusLine(command, { a: 1 }, new AbortController().signal)).toBe(
    `{"a":1}\n${here.at('project')}\n0\n`,
  )
})

test('an editor gets no credentials, whatever it is given to edit', async () => {
  await using here = world(
    { 'bin/ed': 'env | grep -c -e ANTHROPIC -e canary > "$1"; true' },
    { EDITOR: 'ed', CAPSTAN_SEARCH_API_KEY: 'canary' },
  )
  expect(await here.system.edit('x')).toEqual({ text: '0' })
})

test('editor, completion and files work from the project', async () => {
  await using here = world({ 'bin/ed': 'echo edited > "$1"' }, { EDITOR: 'ed' })
  const { system, at } = here
  expect(await system.edit('x')).toEqual({ text: 'edited' })
  expect(await system.saveFile('notes.md', 'x')).toEqual({ path: at('project', 'notes.md'), excluded: false })
  // A shell that takes more than a second offers nothing, which happens beside other work.
  const offered = () => system.completeShell('cat no', new AbortController().signal)
  await expect.poll(offered).toEqual(['notes.md'])
  writeFileSync(at('project', 'p.png'), Buffer.from(PIXEL, 'base64'))
  expect(await system.imageFile('p.png')).toMatchObject({ type: 'image' })
})

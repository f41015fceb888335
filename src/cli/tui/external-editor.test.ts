import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { editOutside, editorCommand, runEditor } from './external-editor.ts'

const PATH = '/usr/bin:/bin'

/** An editor that does what the script says with the file in `$1`. */
const withEditor = async (script: string, text: string, args = '') => {
  await using tmp = tmpDir()
  const editor = join(tmp.path, 'my editor')
  writeFileSync(editor, `#!/bin/sh\n${script}\n`)
  chmodSync(editor, 0o755)
  const edited = await editOutside(text, {
    cwd: tmp.path,
    env: { PATH, LOG: join(tmp.path, 'log'), EDITOR: `'${editor}' ${args}`.trim() },
  })
  const log = readdirSync(tmp.path).includes('log') ? readFileSync(join(tmp.path, 'log'), 'utf8') : ''
  return { edited, log }
}

describe('editOutside', () => {
  test('gives back what the editor wrote, without the line end it added', async () => {
    expect((await withEditor('echo more >> "$1"', 'one\n你好 ')).edited).toEqual({ text: 'one\n你好 more' })
  })

  test('line ends of other systems become ours', async () => {
    expect((await withEditor(`printf 'a\\r\\nb\\r\\n' > "$1"`, 'x')).edited).toEqual({ text: 'a\nb' })
  })

  test('arguments stand before the file, split as a shell splits them', async () => {
    const { log } = await withEditor('printf "%s|" "$@" > "$LOG"', 'x', '--a "b c"')
    expect(log).toMatch(/^--a\|b c\|\/.*\/prompt\.md\|$/)
  })

  test('the file is private, and gone afterwards', async () => {
    const before = readdirSync(tmpdir()).filter(name => name.startsWith('capstan-edit-'))
    const { log } = await withEditor('ls -l "$1" > "$LOG"; ls -ld "$(dirname "$1")" >> "$LOG"', 'secret')
    expect(log).toMatch(/^-rw-------.*\ndrwx------/)
    expect(readdirSync(tmpdir()).filter(name => name.startsWith('capstan-edit-'))).toEqual(before)
  })

  test.each([
    ['an editor that fails', 'exit 3', /ended with code 3, so your text is unchanged/],
    ['an editor that is ended', 'kill -TERM $$', /was ended by SIGTERM|ended with code 143/],
    ['a file that is taken away', 'rm "$1"', /Couldn't pass/],
  ])('%s is said', async (_, script, words) => {
    expect(englishOf((await withEditor(script, 'x')).edited)).toEqual({ error: expect.stringMatching(words) })
  })

  test('an editor that is not there is said, with what to do', async () => {
    const edited = await editOutside('x', { cwd: '/', env: { PATH, EDITOR: 'no-such-editor' } })
    expect(englishOf(edited)).toEqual({
      error:
        'The editor (no-such-editor) was not found. Set EDITOR to the editor you want, e.g. EDITOR=nano.',
    })
  })

  test('without any editor nothing is started', async () => {
    expect(englishOf(await editOutside('x', { cwd: '/', env: { PATH: '/nowhere' } }))).toEqual({
      error: 'No editor found. Set EDITOR to the editor you want, e.g. EDITOR=nano.',
    })
  })
})

/** Ended, and its parent has heard of it. */
const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

test('a Ctrl-C that is told to the program after the end of the editor was still meant for the editor', async () => {
  await using tmp = tmpDir()
  const log = join(tmp.path, 'log')
  const pid = (): number => (existsSync(log) ? Number(readFileSync(log, 'utf8')) : 0)
  const { promise: told, resolve: tell } = Promise.withResolvers<boolean>()
  let taken = 0
  const take = (): void => {
    taken++
  }
  process.on('SIGINT', take)
  const look = setInterval(() => {
    if (pid() === 0 || !isGone(pid())) return
    clearInterval(look)
    tell(process.emit('SIGINT', 'SIGINT'))
  }, 1)
  try {
    const ended = await runEditor('echo $$ > "$LOG"; kill -INT $$', [], {
      cwd: tmp.path,
      env: { PATH, LOG: log },
    })
    expect(englishOf(ended)).toContain('was ended by SIGINT')
    await told
    expect(taken).toBe(0)
    expect(process.listeners('SIGINT')).toContain(take)
  } finally {
    clearInterval(look)
    process.off('SIGINT', take)
  }
})

test.each([
  [{ VISUAL: 'emacs', EDITOR: 'vi' }, 'emacs'],
  [{ VISUAL: ' ', EDITOR: 'vi' }, 'vi'],
  [{ CAPSTAN_EDITOR: 'hx', VISUAL: 'emacs' }, 'hx'],
  [{ EDITOR: 'code' }, 'code --wait'],
  [{ EDITOR: 'code --wait' }, 'code --wait'],
  [{ EDITOR: '/usr/bin/cursor -n' }, '/usr/bin/cursor -n --wait'],
  [{ EDITOR: 'subl -w' }, 'subl -w'],
  [{ EDITOR: 'gvim' }, 'gvim -f'],
  [{ PATH: '/nowhere' }, undefined],
])('%j is edited with %j', (env, command) => {
  expect(editorCommand(env)).toBe(command)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IS_NATIVE_PROGRAM, openWorld, REPOSITORY, type World } from '../support/run-program.ts'
import { SampleSession, writeSession } from '../support/sample-session.ts'

const HOOK = join(REPOSITORY, 'test/support/loaded-files.cjs')

/** A native program is one file, and tells nobody what it loads. */
const ofNode = (names: readonly string[]): readonly string[] => (IS_NATIVE_PROGRAM ? [] : names)

/** How the program ended, and the names of its own files that it loaded, without what the build adds to them. */
const runAndNote = async (world: World, args: readonly string[]) => {
  const file = join(world.root, 'loaded.txt')
  writeFileSync(file, '')
  const run = await world.run(args, { env: { NODE_OPTIONS: `--require ${HOOK}`, LOADED_FILES: file } })
  const names = readFileSync(file, 'utf8').matchAll(/\/dist\/(?:chunk\/)?([a-z-]+?)(?:-[A-Z0-9]{8})?\.mjs$/gm)
  return { run, loaded: [...names].map(([, name]) => name) }
}

test('sessions are listed, for people and for Tab, without loading what runs a session', async () => {
  await using world = await openWorld({ replies: [] })
  const session = new SampleSession().ask('find the bug')
  const projects = join(world.config, 'projects')
  writeSession(join(projects, '-p', `${session.sessionId}.jsonl`), session.lines)
  const listed = await runAndNote(world, ['sessions', 'list', '--all'])
  expect(listed.run).toMatchObject({ code: 0, stdout: expect.stringContaining('find the bug') })
  expect(listed.loaded).toEqual(ofNode(['cli', 'main', 'sessions', 'list']))
  const completed = await runAndNote(world, ['completion', 'sessions'])
  expect(completed.run.code).toBe(0)
  expect(completed.loaded).toEqual(ofNode(['cli', 'main', 'completion', 'list-sessions']))
  // Files of their own have error classes of their own: a mistake still ends with its sentence and its code.
  expect(await world.run(['sessions', 'list', '--limit', '0'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^capstan: sessions list: --limit takes a whole number above zero/),
  })
  expect(await world.run(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^capstan: Usage: capstan completion/),
  })
})

test('help is one file, in either language', async () => {
  await using world = await openWorld({ replies: [] })
  const { run, loaded } = await runAndNote(world, ['--help'])
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: capstan/) })
  expect(loaded).toEqual(ofNode(['cli', 'main', 'help']))
  const chinese = await world.run(['--help'], { env: { LC_ALL: 'zh_CN.UTF-8' } })
  expect(chinese.stdout).toMatch(/^用法：capstan/)
})

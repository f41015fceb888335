import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { RunOptions, World } from '../support/run-program.ts'

const FREEZE =
  '---\nname: Release freeze\ndescription: mobile release freeze and who owns it\ntype: project\n---\nOwner: Dana.\n'
const ASK = 'who owns the mobile release freeze?'
const QUIET = { CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' }
const echo = { replies: [{ when: { model: 'sonnet' }, text: 'ok', repeat: true }] }

const remember = (world: World): void => {
  const directory = join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'project_freeze.md'), FREEZE)
}
/** The first request of a run, as text. */
const requestOf = async (world: World, args: readonly string[], options?: RunOptions): Promise<string> => {
  const before = world.server.requests.length
  const ended = await world.run(['-p', ...args, '--', ASK], options)
  expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.stringify(world.server.requests[before]?.body)
}

test('memory is on: its place in the prompt, its index and what fits the words in the first message', async () => {
  await using world = await openWorldHere(echo)
  remember(world)
  const request = await requestOf(world, [], { env: QUIET })
  for (const text of ['/memory: a Markdown file for each', '(project_freeze.md)', 'Owner: Dana.'])
    expect(request).toContain(text)
})

test('a worktree of the repository has the same memory', async () => {
  await using world = await openWorldHere(echo)
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: world.project, stdio: 'ignore' })
  git('init')
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '--allow-empty', '-m', 'x')
  git('worktree', 'add', join(world.root, 'tree'))
  remember(world)
  expect(await requestOf(world, [], { env: QUIET, cwd: join(world.root, 'tree') })).toContain('Owner: Dana.')
})

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['--bare', ['--bare'], {}],
  ['the variable', [], { CAPSTAN_DISABLE_AUTO_MEMORY: '1' }],
  ['the setting', ['--settings', '{"autoMemoryEnabled":false}'], {}],
])('%s switches it off', async (_, args, env) => {
  await using world = await openWorldHere(echo)
  remember(world)
  const request = await requestOf(world, args, { env })
  expect(request).not.toContain('project_freeze')
  expect(request).not.toContain('MEMORY.md')
})

test('a small model that never answers holds up neither the answer nor the end', async () => {
  await using world = await openWorldHere({
    replies: [{ when: { model: 'haiku' }, text: 'never', at: [3_600_000], repeat: true }, ...echo.replies],
  })
  remember(world)
  const ended = await world.run(['-p', ASK])
  expect({ code: ended.code, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
    code: 0,
    stdout: 'ok\n',
    stderr: '',
  })
})

const directoryOf = (world: World): string =>
  join(world.config, 'projects', world.project.replace(/[^A-Za-z0-9]/g, '-'), 'memory')

test('a plain run leaves lines whose file is missing as they are, and tells the model nothing of them', async () => {
  await using world = await openWorldHere(echo)
  mkdirSync(directoryOf(world), { recursive: true })
  const index = join(directoryOf(world), 'MEMORY.md')
  const text =
    '- [Freeze](project_freeze.md) — the mobile release freeze\n- [Role](user_role.md) — who they are\n'
  writeFileSync(index, text)
  expect(await requestOf(world, [], { env: QUIET })).not.toContain('project_freeze.md')
  expect(readFileSync(index, 'utf8')).toBe(text)
  const { stdout } = await world.run(['doctor'])
  expect(stdout).toContain('project_freeze.md is missing, and its line is still in MEMORY.md')
  // The file is back, and with it the memory.
  remember(world)
  expect(await requestOf(world, [], { env: QUIET })).toContain('Owner: Dana.')
})

test('forgotten in one run, a memory is gone in the next', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        when: { lastUserText: 'forget the freeze' },
        // The prompt of the run says where it is; here it is the one place it can be.
        tool: {
          name: 'Bash',
          input: { command: 'rm ~/.capstan-memory/project_freeze.md', description: 'x' },
        },
      },
      ...echo.replies,
    ],
  })
  const directory = join(world.home, '.capstan-memory')
  const env = { ...QUIET, CAPSTAN_MEMORY_DIR: directory }
  mkdirSync(directory)
  writeFileSync(join(directory, 'project_freeze.md'), FREEZE)
  expect(await requestOf(world, [], { env })).toContain('(project_freeze.md)')
  const ended = await world.run(['-p', 'forget the freeze'], { env })
  expect({ code: ended.code, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
    code: 0,
    stdout: 'ok\n',
    stderr: '',
  })
  expect(existsSync(join(directory, 'project_freeze.md'))).toBe(false)
  expect(await requestOf(world, [], { env })).not.toContain('project_freeze')
  expect(readFileSync(join(directory, 'MEMORY.md'), 'utf8')).toBe('')
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const SCENARIO = { replies: [{ text: 'ok', repeat: true }] }

const initRepository = (world: World): void => {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: world.project, env: { PATH: process.env['PATH'], HOME: world.home } })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'begin')
}

const bodyOf = (world: World) => world.server.requests.at(-1)?.body as Readonly<Record<string, unknown>>
const systemOf = (world: World): string => JSON.stringify(bodyOf(world)['system'])

test('the first request tells the state of the repository', async () => {
  await using world = await openWorldHere(SCENARIO)
  initRepository(world)
  world.put('new.txt', 'x')
  await world.run(['-p', 'hi', '--trust'])
  const system = systemOf(world)
  expect(system).toContain('Branch: main\\nMain branch: main\\nUser: Ada\\nStatus:\\n  ?? new.txt')
  expect(system).toMatch(/ begin"/)
  // Nobody was asked about the folder: an ordinary repository is harmless by the rules for git status.
  await world.run(['-p', 'hi'])
  expect(systemOf(world)).toContain('Branch: main\\nMain branch: main\\nUser: Ada\\nStatus:\\n  ?? new.txt')
  await world.run(['-p', 'hi', '--settings', '{"includeGitInstructions":false}'])
  expect(systemOf(world)).not.toContain('Branch: main')
})

test('a session resumed in a changed repository sends the bytes it sent before', async () => {
  await using world = await openWorldHere(SCENARIO)
  initRepository(world)
  await world.run(['-p', 'one', '--trust'])
  const before = bodyOf(world)
  world.put('new.txt', 'x')
  await world.run(['-p', 'two', '--continue', '--trust'])
  const after = bodyOf(world)
  expect(JSON.stringify(after['system'])).toBe(JSON.stringify(before['system']))
  expect(JSON.stringify(after['tools'])).toBe(JSON.stringify(before['tools']))
  expect(JSON.stringify(after['messages'])).toContain('?? new.txt')
})

test('a recording is played in any state of the repository', async () => {
  await using world = await openWorldHere(SCENARIO)
  initRepository(world)
  const env = { CAPSTAN_DISABLE_AUTO_MEMORY: '1' }
  const tape = join(world.root, 'tape.jsonl')
  await world.run(['-p', 'hi', '--record', tape], { env })
  expect(systemOf(world)).not.toContain('Branch: main')
  world.put('new.txt', 'x')
  expect(await world.run(['replay', tape, '--assert'], { env })).toMatchObject({ code: 0, stdout: 'ok\n' })
})

test('--bare is a few lines and three tools, without a message of ours', async () => {
  await using world = await openWorldHere(SCENARIO)
  initRepository(world)
  world.put('AGENTS.md', 'Use tabs.')
  for (const how of [['--bare'], []]) {
    await world.run(['-p', 'hi', ...how], { env: { CAPSTAN_SIMPLE: how.length === 0 ? '1' : undefined } })
    const body = bodyOf(world)
    expect((body['tools'] as readonly { name: string }[]).map(tool => tool.name)).toEqual([
      'Bash',
      'Edit',
      'Read',
    ])
    expect(systemOf(world).length).toBeLessThan(700)
    expect(JSON.stringify(body['messages'])).not.toContain('system-reminder')
  }
})

test('language, prompt language and output style come from settings; a style of the folder waits for trust', async () => {
  await using world = await openWorldHere(SCENARIO)
  mkdirSync(join(world.config, 'output-styles'), { recursive: true })
  writeFileSync(join(world.config, 'output-styles/mine.md'), '---\nname: Mine\n---\nAnswer in rhymes.\n')
  world.put('.capstan/output-styles/theirs.md', 'Say their words.')
  const run = (settings: object, ...more: string[]) =>
    world.run(['-p', 'hi', '--settings', JSON.stringify(settings), ...more])
  await run({ language: 'Italiano', promptLanguage: 'zh', outputStyle: 'mine' })
  expect(systemOf(world)).toContain('Answer in rhymes.')
  expect(systemOf(world)).toContain('用 Italiano 思考和回答')
  const untrusted = await run({ outputStyle: 'theirs' })
  expect(untrusted.stderr).toContain('There is no output style named "theirs"')
  expect(systemOf(world)).not.toContain('Say their words.')
  await run({ outputStyle: 'theirs' }, '--trust')
  expect(systemOf(world)).toContain('Say their words.')
  expect(systemOf(world)).not.toContain('# Doing the work')
})

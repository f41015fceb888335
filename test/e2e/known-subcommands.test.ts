import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'

const scenario = { replies: [{ text: 'done', repeat: true }] } as const

test('a command of another program is refused with what to use instead, and no model hears of it', async () => {
  await using world = await openWorldHere(scenario)
  for (const [argv, words] of [
    [['upgrade'], 'capstan update'],
    [['-p', 'setup-token'], 'capstan auth login'],
    [['--teleport', 'x'], "vendor's cloud"],
  ] as const) {
    const ended = await world.run([...argv])
    expect([ended.code, ended.stderr.includes(words)]).toEqual([2, true])
  }
  expect(world.server.requests).toEqual([])
  expect((await world.run(['-p', 'upgrade the parser'])).stdout).toBe('done\n')
})

test('the rules of auto mode are shown, and the own ones removed with a yes', async () => {
  await using world = await openWorldHere(scenario)
  mkdirSync(world.config, { recursive: true })
  const file = join(world.config, 'settings.json')
  writeFileSync(file, JSON.stringify({ autoMode: { allow: ['$defaults', 'my-own-rule'] }, verbose: true }))
  expect((await world.run(['auto-mode', 'config'])).stdout).toContain('my-own-rule')
  const builtIn = JSON.parse((await world.run(['auto-mode', 'defaults'])).stdout)
  expect(Object.keys(builtIn)).toEqual(['environment', 'allow', 'soft_deny', 'hard_deny'])
  const unasked = await world.run(['auto-mode', 'reset'])
  expect([unasked.code, unasked.stderr.includes('add -y')]).toEqual([1, true])
  expect((await world.run(['auto-mode', 'reset', '-y'])).code).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ verbose: true })
})

test('what is kept about a project is listed, and deleted with a yes', async () => {
  await using world = await openWorldHere(scenario)
  await world.run(['-p', 'go'])
  await world.run(['trust', '-y'])
  const trial = await world.run(['project', 'purge', '--dry-run'])
  expect(trial.stdout).toContain('Trust and approvals')
  expect(world.sessions()).toHaveLength(1)
  expect((await world.run(['purge'])).code).toBe(1)
  expect((await world.run(['purge', '-y'])).code).toBe(0)
  expect(world.sessions()).toEqual([])
  expect(JSON.parse(readFileSync(join(world.config, 'state.json'), 'utf8'))).toMatchObject({ projects: {} })
  expect(existsSync(world.project)).toBe(true)
})

test('agents are read from a file, and a missing one is an error', async () => {
  await using world = await openWorldHere(scenario)
  const file = world.put(
    'agents.json',
    JSON.stringify({ helper: { description: 'word-of-it', prompt: 'x' } }),
  )
  await world.run(['-p', '--agents', file, 'go'])
  expect(JSON.stringify(world.server.requests[0]?.body)).toContain('word-of-it')
  const missing = await world.run(['-p', '--agents', 'nowhere.json', 'go'])
  expect([missing.code, missing.stderr.includes('nowhere.json')]).toEqual([1, true])
})

test('no session is open: programs read an empty list', async () => {
  await using world = await openWorldHere(scenario)
  await world.run(['-p', 'go'])
  expect((await world.run(['agents', '--json', '--all', '--cwd', '.'])).stdout).toBe('[]\n')
})

test('--system-prompt-snapshot=off builds the system prompt of a resumed session anew', async () => {
  await using world = await openWorldHere(scenario)
  const say = async (word: string, ...flags: readonly string[]): Promise<string> => {
    await world.run(['-p', ...flags, '--append-system-prompt', word, 'go'])
    const body: unknown = world.server.requests.at(-1)?.body
    return JSON.stringify((body as { readonly system?: unknown }).system)
  }
  expect(await say('first-word')).toContain('first-word')
  expect(await say('first-word', '--continue')).toContain('first-word')
  const anew = await say('second-word', '--continue', '--system-prompt-snapshot=off')
  expect([anew.includes('first-word'), anew.includes('second-word')]).toEqual([false, true])
})

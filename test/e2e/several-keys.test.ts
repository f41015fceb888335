import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const KEYS = { HOUSE_ONE: 'made-up-first-0123456789', HOUSE_TWO: 'made-up-other-0123456789' }
const ENV = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', CAPSTAN_DISABLE_KEYCHAIN: '1', ...KEYS }
const LIMITED = { fault: { kind: 'status', status: 429, retryAfter: 7200 } } as const

const setUp = (world: World, dir = world.config): void => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const models = [{ id: 'm', window: 200_000, maxOutput: 8192 }]
  const baseUrl = `${world.server.url}/v1`
  const house = { protocol: 'openai-chat', baseUrl, models, keys: ['HOUSE_ONE', 'HOUSE_TWO'] }
  writeFileSync(
    join(dir, 'settings.json'),
    JSON.stringify({ provider: 'house', model: 'm', providers: { house } }),
  )
}

const sent = (world: World): readonly unknown[] =>
  world.server.requests.map(({ headers }) => headers['authorization'])
const written = (world: World): string =>
  readdirSync(world.root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

test('the next key goes on where one is at its limit; keys are in no output, file, log or child', async () => {
  await using world = await openWorldHere({
    replies: [
      LIMITED,
      { tool: { name: 'Bash', input: { command: 'env; echo $HOUSE_ONE $HOUSE_TWO' } } },
      { text: 'Done.' },
    ],
  })
  setUp(world)
  const args = ['--debug', '--record', join(world.root, 'tape.jsonl'), '--allowedTools', 'Bash', '--', 'go']
  const run = await world.stream(args, { env: ENV })
  expect(run.lines.at(-1)).toMatchObject({ subtype: 'success', result: 'Done.' })
  const [one, two] = Object.values(KEYS).map(key => `Bearer ${key}`)
  expect(sent(world)).toEqual([one, two, two])
  expect(JSON.stringify(run.lines)).toMatch(/HOUSE_ONE is at its limit until .*? Using HOUSE_TWO\./)
  for (const text of [JSON.stringify(run.lines), run.stderr, written(world)])
    expect(text).not.toContain('0123456789')
})

test('a refusal names the key that was refused, and -p says on stderr that another one is used', async () => {
  await using world = await openWorldHere({
    replies: [LIMITED, { fault: { kind: 'status', status: 401 } }],
  })
  setUp(world)
  const run = await world.run(['-p', '--', 'go'], { env: ENV })
  expect(run.code).toBe(1)
  expect(run.stdout).toBe('')
  expect(run.stderr).toMatch(/HOUSE_ONE is at its limit until .*? Using HOUSE_TWO\./)
  expect(run.stderr).toContain('The key came from HOUSE_TWO')
})

test('a provider whose keys are named can be signed in to, and the key that was saved is one of them', async () => {
  await using world = await openWorldHere({ replies: [LIMITED, { text: 'Done.' }] })
  setUp(world)
  const file = join(world.config, 'settings.json')
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { providers: { house: { keys: string[] } } }
  settings.providers.house.keys = ['HOUSE_ONE', 'saved']
  writeFileSync(file, JSON.stringify(settings))
  const login = await world.run(['auth', 'login', 'house', '--with-key'], {
    env: ENV,
    input: 'made-up-saved-0123456789\n',
  })
  expect(login).toMatchObject({ code: 0 })
  expect((await world.run(['-p', '--', 'go'], { env: ENV })).stdout.trim()).toBe('Done.')
  expect(sent(world)).toEqual(['Bearer made-up-first-0123456789', 'Bearer made-up-saved-0123456789'])
})

test('where all are at their limit the run says when the first comes back', async () => {
  await using world = await openWorldHere({
    replies: [LIMITED, { fault: { kind: 'status', status: 429, retryAfter: 3600 } }],
  })
  setUp(world)
  const run = await world.stream(['--', 'go'], { env: ENV })
  expect(run.code).toBe(1)
  const limit = run.lines.find(line => line['type'] === 'rate_limit_event') as
    | { rate_limit_info: { resetsAt: number } }
    | undefined
  const inMinutes = ((limit?.rate_limit_info.resetsAt ?? 0) - Date.now() / 1000) / 60
  expect(Math.round(inMinutes / 10) * 10).toBe(60)
})

test('a repository names no keys, and a key in the place of a name is refused without being repeated', async () => {
  await using world = await openWorldHere({ replies: [] })
  setUp(world, join(world.project, '.capstan'))
  const theirs = await world.run(['-p', '--trust', '--', 'go'], { env: ENV })
  expect(theirs.code).toBe(1)
  expect(sent(world)).toEqual([])
  mkdirSync(world.config, { recursive: true })
  const providers = { openrouter: { keys: ['sk-or-v1-0123456789abcdef'] } }
  writeFileSync(join(world.config, 'settings.json'), JSON.stringify({ providers }))
  const wrong = await world.run(['-p', '--', 'go'], { env: ENV })
  expect(wrong.stderr).toContain('must be the name of a variable that holds a key')
  expect(wrong.stderr).not.toContain('0123456789')
})

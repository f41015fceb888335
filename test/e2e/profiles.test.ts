import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLive, type Job, readJobs } from '../../src/cli/background/jobs.ts'
import { openWorldHere } from '../support/run-here.ts'
import { eventually, type World } from '../support/run-program.ts'

const NOTHING = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', CAPSTAN_DISABLE_KEYCHAIN: '1' }

const setUp = (world: World): void => {
  mkdirSync(world.config, { recursive: true, mode: 0o700 })
  const house = {
    protocol: 'openai-chat',
    baseUrl: `${world.server.url}/v1`,
    models: [{ id: 'm', window: 200_000, maxOutput: 8192 }],
  }
  writeFileSync(
    join(world.config, 'settings.json'),
    JSON.stringify({
      provider: 'house',
      model: 'm',
      providers: { house: { ...house, apiKeyEnv: 'HOUSE_KEY' } },
    }),
  )
}

/** Every file of the config home, but those that are for secrets. */
const written = (world: World): string =>
  readdirSync(world.config, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'credentials.json')
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')

test('each profile signs in with its own key, and what it starts has the same', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'echo "as $CAPSTAN_PROFILE"' } } },
      { text: 'Done.', repeat: true },
    ],
  })
  setUp(world)
  const as = (profile: string) => ({ env: { ...NOTHING, CAPSTAN_PROFILE: profile } })
  for (const name of ['work', 'home']) {
    expect(await world.run(['profile', 'create', name], { env: NOTHING })).toMatchObject({ code: 0 })
    const key = `made-up-${name}-0123456789abcdef`
    const login = ['auth', 'login', 'house', '--with-key']
    expect((await world.run(login, { ...as(name), input: `${key}\n` })).code).toBe(0)
  }
  const first = await world.stream(['--allowedTools', 'Bash', '--debug', '--', 'go'], as('work'))
  expect(first.lines.at(-1)).toMatchObject({ result: 'Done.' })
  expect(JSON.stringify(first.lines)).toContain('as work')
  expect((await world.run(['-p', 'go'], as('home'))).stdout.trim()).toBe('Done.')
  expect(world.server.requests.map(({ headers }) => headers['authorization'])).toEqual([
    'Bearer made-up-work-0123456789abcdef',
    'Bearer made-up-work-0123456789abcdef',
    'Bearer made-up-home-0123456789abcdef',
  ])
  expect(written(world)).not.toContain('0123456789abcdef')
  const listed = await world.run(['profile', 'list', '--json'], as('work'))
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { name: 'home', signedIn: true, current: false },
    { name: 'work', signedIn: true, current: true },
  ])
  const none = await world.run(['-p', 'go'], { env: NOTHING })
  expect(none).toMatchObject({ code: 1 })
})

test('a profile that is not there ends the run with a sentence; /profile says how to go on with another', async () => {
  await using world = await openWorldHere({ replies: [] })
  const wrong = await world.run(['-p', 'go'], { env: { CAPSTAN_PROFILE: 'nobody' } })
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain('There is no profile named nobody.')
  expect(wrong.stderr).not.toContain(': .')
  expect((await world.run(['-p', '/profile create work'])).stdout).toContain('Profile work is ready.')
  expect((await world.run(['-p', '/profile work'])).stdout).toMatch(
    /capstan --profile work --resume [0-9a-f-]{36}/,
  )
  expect((await world.run(['-p', '/profile'], { env: { CAPSTAN_PROFILE: 'work' } })).stdout).toContain(
    'Profile in use: work',
  )
})

test('a session in the background keeps its profile over a restart; a resume with another account says so', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'Done.', repeat: true }] })
  setUp(world)
  for (const name of ['work', 'home']) {
    await world.run(['profile', 'create', name], { env: NOTHING })
    const how = { env: { ...NOTHING, CAPSTAN_PROFILE: name }, input: `made-up-${name}-0123456789abcdef\n` }
    expect((await world.run(['auth', 'login', 'house', '--with-key'], how)).code).toBe(0)
  }
  const [work, home] = ['work', 'home'].map(name => ({ env: { ...NOTHING, CAPSTAN_PROFILE: name } }))
  const { stdout } = await world.run(['--bg', 'go'], work)
  const id = /Running in the background: (\w+)/.exec(stdout)?.[1] ?? ''
  const job = (): Job | undefined => readJobs(world.config).find(each => each.id === id)
  using _ = {
    [Symbol.dispose]() {
      for (const each of readJobs(world.config)) if (isLive(each)) process.kill(each.process.pid, 'SIGKILL')
    },
  }
  await eventually(() => job()?.state === 'idle')
  const first = job()
  expect(first).toMatchObject({ profile: 'work', task: 'go' })
  process.kill(first?.process.pid ?? 0, 'SIGKILL')
  await eventually(() => job()?.state === 'crashed')
  expect(await world.run(['respawn', id], home)).toMatchObject({ code: 0 })
  await eventually(() => job()?.state === 'idle')
  expect(job()).toMatchObject({ profile: 'work', task: 'go', session: first?.session })
  expect((await world.run(['stop', id], home)).stdout).toContain(` --profile work --resume ${first?.session}`)
  const resumed = async (as: { readonly env: Record<string, string> }) =>
    (await world.run(['-p', '--resume', first?.session ?? '', 'more'], as)).stderr
  expect(await resumed(work ?? { env: {} })).toBe('')
  expect(await resumed(home ?? { env: {} })).toContain(
    'last sent with the profile work; it now goes on with the profile home.',
  )
  expect(await resumed(home ?? { env: {} })).toBe('')
  const zh = await resumed({ env: { ...work?.env, CAPSTAN_PROFILE: 'work', LANG: 'zh_CN.UTF-8' } })
  expect(zh).toContain('此会话上次使用配置档 home，现在将改用配置档 work。')
}, 60_000)

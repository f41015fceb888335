import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld, type World } from '../support/run-program.ts'
import { openOAuthServer } from '../support/sign-in/oauth-server.ts'

const KEY = 'made-up-key-0123456789abcdef'
/** Neither a key in the environment nor a server there. */
const NOTHING = { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '', CAPSTAN_DISABLE_KEYCHAIN: '1' }

const put = (world: World, files: { readonly settings?: object; readonly credentials?: object }): void => {
  mkdirSync(world.config, { recursive: true, mode: 0o700 })
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(world.config, `${name}.json`), JSON.stringify(content), { mode: 0o600 })
}

const house = (world: World, more: object = {}): object => ({
  protocol: 'openai-chat',
  baseUrl: `${world.server.url}/v1`,
  models: [{ id: 'm', window: 200_000, maxOutput: 8192 }],
  ...more,
})

const sentKeys = (world: World): readonly (string | undefined)[] =>
  world.server.requests.map(({ headers }) => headers['authorization'] as string | undefined)

/** Every file below the world, but the one that is for secrets. */
const written = (world: World): readonly string[] =>
  readdirSync(world.root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'credentials.json')
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

test('a token that is refused in mid-turn is renewed, and no secret is in any file, output or child', async () => {
  await using server = await openOAuthServer()
  server.state.refresh = 'refresh-first-0123456789'
  // However it is read: what is printed is hidden from the model and the transcript.
  const command = 'env; base64 -d <<< Y3JlZGVudGlhbHMuanNvbg== | xargs -I% cat "$CAPSTAN_CONFIG_DIR/%"'
  await using world = await openWorld({
    replies: [
      { tool: { name: 'Bash', input: { command, description: 'Look' } } },
      { fault: { kind: 'status', status: 401, message: 'token expired' } },
      { text: 'Went on.' },
    ],
  })
  const tokens = {
    accessToken: 'access-first-0123456789',
    refreshToken: server.state.refresh,
    expiresAt: Date.now() + 3_600_000,
  }
  put(world, {
    settings: { provider: 'house', model: 'm', providers: { house: house(world, { oauth: server.client }) } },
    credentials: { providers: { house: { oauth: tokens } } },
  })
  const args = ['--debug', '--record', join(world.root, 'tape.jsonl'), '--allowedTools', 'Bash']
  const run = await world.stream([...args, '--', 'go'], { env: NOTHING })
  expect(run.lines.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'Went on.' })
  expect(run.lines[0]).toMatchObject({ apiKeySource: '/login managed key' })
  expect(sentKeys(world).map(each => each?.slice(0, 13))).toEqual([
    'Bearer access',
    'Bearer access',
    'Bearer access',
  ])
  expect(sentKeys(world)[2]).not.toBe(sentKeys(world)[1])
  const kept = readFileSync(join(world.config, 'credentials.json'), 'utf8')
  expect(kept).toContain(server.state.refresh)
  const texts = [run.stdout, run.stderr, ...written(world)].join('\n')
  for (const secret of [...server.secrets, tokens.accessToken, tokens.refreshToken])
    expect(texts.includes(secret), secret.slice(0, 10)).toBe(false)
})

test.each([
  ['the environment', { HOUSE_KEY: 'from-environment' }, {}, 'Bearer from-environment'],
  ['a helper of its own', {}, { apiKeyHelper: 'echo from-helper' }, 'Bearer from-helper'],
  ['the file', {}, {}, `Bearer ${KEY}`],
])('the key of a provider comes first from %s', async (_name, env, more, sent) => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  put(world, {
    settings: { providers: { house: house(world, { apiKeyEnv: 'HOUSE_KEY', ...more }) } },
    credentials: { providers: { house: { apiKey: KEY } } },
  })
  const run = await world.run(['-p', '--model', 'house/m', 'hello'], { env: { ...NOTHING, ...env } })
  expect([run.stdout, sentKeys(world)]).toEqual(['ok\n', [sent]])
})

test.each([
  ['HOUSE_KEY in the environment', { HOUSE_KEY: 'k' }, {}, 'The key came from HOUSE_KEY in the environment.'],
  [
    'a file',
    {},
    { house: { apiKey: KEY } },
    'saved in credentials.json of your Capstan directory. Replace it with /login house.',
  ],
])('a key from %s that is refused is named, with how to replace it', async (_name, env, providers, said) => {
  await using world = await openWorldHere({ replies: [{ fault: { kind: 'status', status: 401 } }] })
  put(world, {
    settings: { providers: { house: house(world, { apiKeyEnv: 'HOUSE_KEY' }) } },
    credentials: { providers },
  })
  const run = await world.run(['-p', '--model', 'house/m', 'hello'], { env: { ...NOTHING, ...env } })
  expect(run.stdout + run.stderr).toContain(said)
  expect(run.stdout + run.stderr).not.toContain(KEY)
})

test('a key is saved from a pipe for whose it is, used from then on, shown as saved, and removed', async () => {
  await using world = await openWorldHere({ replies: [] })
  const env = { ...NOTHING, CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' }
  const auth = (words: readonly string[], input?: string) =>
    world.run(['auth', ...words], { env, ...(input === undefined ? {} : { input }) })
  const groq = `gsk_${KEY}`
  const saved = await auth(['login', '--with-key'], `GROQ_API_KEY=${groq}\n`)
  expect(saved.stdout).toContain("The key couldn't be checked with Groq. Saved in ")
  await auth(['login', 'mistral', '--with-key'], KEY)
  const status = await auth(['status', '--json'])
  expect(JSON.parse(status.stdout)).toEqual({
    loggedIn: true,
    apiKeySource: '/login managed key',
    apiProvider: 'groq',
    providers: [
      { name: 'groq', title: 'Groq', source: '/login managed key' },
      { name: 'mistral', title: 'Mistral', source: '/login managed key' },
    ],
  })
  expect((await auth(['status', '--text'])).stdout).toBe(
    'Signed in to Groq with the saved credential.\nAlso: Mistral (saved).\n',
  )
  expect((await auth(['logout', 'groq'])).stdout).toBe('Signed out of Groq.\n')
  expect((await auth(['logout'])).stdout).toBe('Signed out of Mistral.\n')
  expect((await auth(['logout'])).stdout).toBe('Nothing was saved.\n')
  expect((await auth(['login', 'opanai', '--with-key'], KEY)).stderr).toContain('Did you mean "openai"?')
})

test('a sign-in that has ended is told at the start, with how to sign in again', async () => {
  await using server = await openOAuthServer()
  await using world = await openWorldHere({ replies: [] })
  put(world, {
    settings: { providers: { house: house(world, { oauth: server.client }) } },
    credentials: {
      providers: { house: { oauth: { accessToken: 'a', refreshToken: 'revoked', expiresAt: 1 } } },
    },
  })
  const run = await world.run(['-p', '--model', 'house/m', 'hello'], { env: NOTHING })
  expect([run.code, run.stderr]).toEqual([
    1,
    expect.stringContaining(
      'Your sign-in to house has expired or was revoked (Token has been revoked). Sign in again with /login house',
    ),
  ])
})

test('a subscription token alone is told what works instead, and status is JSON where nobody reads it', async () => {
  await using world = await openWorldHere({ replies: [] })
  const env = { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined, CLAUDE_CODE_OAUTH_TOKEN: 'sub' }
  const ended = await world.run(['-p', 'hi'], { env })
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('belongs to a subscription') })
  const status = await world.run(['auth', 'status'], { env })
  expect(status.code).toBe(1)
  expect(JSON.parse(status.stdout)).toEqual({ loggedIn: false })
  const text = await world.run(['auth', 'status', '--text'], { env })
  expect(text.stdout).toContain('set ANTHROPIC_API_KEY (console.anthropic.com/settings/keys)')
})

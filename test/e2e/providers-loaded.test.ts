import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IS_NATIVE_PROGRAM, openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const HOOK = join(REPOSITORY, 'test/support/loaded-files.cjs')
const DIST = join(REPOSITORY, 'dist')

/** What belongs to one way of reaching a model, by the names of its files in the bundle. */
const OF_PROVIDERS = /^(?:[a-z]+-wire|event-stream|(?:aws|google|azure)-account|other-rows)$/

interface Loaded {
  /** Scripts and modules of the program up to the first request, without what tells builds apart. */
  readonly first: readonly string[]
  /** What belongs to providers, up to the end. */
  readonly ofProviders: readonly string[]
  /** Parts of the runtime, up to the first request. */
  readonly runtime: readonly string[]
}

const loadedBy = async (
  world: World,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Loaded> => {
  const file = join(world.root, 'loaded.txt')
  writeFileSync(file, '')
  const hooked = { NODE_OPTIONS: `--require ${HOOK}`, LOADED_FILES: file, ...env }
  const run = await world.run(['-p', 'hello', ...args], { env: hooked })
  expect(run).toMatchObject({ code: 0, stdout: 'Hi.\n' })
  const [before = '', runtime = '', after = ''] = readFileSync(file, 'utf8').split(/^runtime: (.*)$/m)
  const [first, rest] = [namesIn(before), namesIn(after)]
  return {
    first,
    ofProviders: [...first, ...rest].filter(name => OF_PROVIDERS.test(name)).toSorted(),
    runtime: runtime.split(', '),
  }
}

const namesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter(path => path.startsWith(`${DIST}/`))
    .map(path => path.slice(DIST.length + 1).replace(/^chunk\/(.*)-[A-Z0-9]{8}\.js$/, '$1'))
    .toSorted()

test.skipIf(IS_NATIVE_PROGRAM)(
  'no code of a provider is loaded for another, and up to the first request little of its own',
  async () => {
    await using world = await openWorld({ replies: [{ text: 'Hi.', repeat: true }] })
    const { url } = world.server
    mkdirSync(world.config, { recursive: true })
    writeFileSync(join(world.config, 'settings.json'), '{}')
    const load = (args: readonly string[], env: Record<string, string> = {}) => loadedBy(world, args, env)
    const key = {
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${url}/v1`,
      GEMINI_API_KEY: 'k',
      GEMINI_BASE_URL: url,
    }
    const vertex = { ANTHROPIC_VERTEX_BASE_URL: url, ANTHROPIC_VERTEX_PROJECT_ID: 'p' }
    const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', ANTHROPIC_BEDROCK_BASE_URL: url }
    const anthropic = await load([])
    expect(anthropic.ofProviders).toEqual([])
    // Whatever else is read there, however small, is some milliseconds at every start.
    expect(anthropic.first.map(name => name.replace(/-[A-Z0-9]{8}/, ''))).toEqual([
      'chunk/run.mjs',
      'cli.mjs',
      'main.js',
      'main.mjs',
      'run',
    ])
    const others = {
      chat: await load(['--model', 'openai-chat/gpt-5'], key),
      responses: await load(['--model', 'openai/gpt-5'], key),
      gemini: await load(['--model', 'gemini/gemini-3.8-flash'], key),
      bedrock: await load([], { ...aws, CLAUDE_CODE_USE_BEDROCK: '1' }),
      vertex: await load([], { ...vertex, CLAUDE_CODE_USE_VERTEX: '1', CLAUDE_CODE_SKIP_VERTEX_AUTH: '1' }),
    }
    const eachOf = (what: (loaded: Loaded) => readonly string[]) =>
      Object.fromEntries(Object.entries(others).map(([name, loaded]) => [name, what(loaded)]))
    expect(eachOf(({ ofProviders }) => ofProviders)).toEqual({
      chat: ['chat-wire', 'other-rows'],
      responses: ['other-rows', 'responses-wire'],
      gemini: ['gemini-wire', 'other-rows'],
      bedrock: ['aws-account', 'bedrock-wire', 'event-stream'],
      vertex: ['vertex-wire'],
    })
    // A script each, and one for what several have in common; nothing through the runtime's loader of modules.
    expect(eachOf(({ first }) => first.filter(name => !anthropic.first.includes(name)))).toEqual({
      chat: ['chat-wire', 'common', 'other-rows'],
      responses: ['common', 'other-rows', 'responses-wire'],
      gemini: ['common', 'gemini-wire', 'other-rows'],
      bedrock: ['aws-account', 'bedrock-wire', 'common'],
      vertex: ['vertex-wire'],
    })
    expect(eachOf(({ runtime }) => runtime.filter(name => !anthropic.runtime.includes(name)))).toEqual({
      chat: [],
      responses: [],
      gemini: [],
      bedrock: [],
      vertex: [],
    })
  },
)

test.skipIf(IS_NATIVE_PROGRAM)('the build leaves what it compiled of every protocol', () => {
  const [entry = ''] = readdirSync(join(DIST, 'chunk')).filter(name => /^run-[A-Z0-9]+\.mjs$/.test(name))
  const loader = readFileSync(join(DIST, 'chunk', entry), 'utf8')
  const scripts = [...loader.matchAll(/"([\w-]+)-[A-Z0-9]{8}\.mjs":\{hash:"(\w+)"/g)]
  const names = scripts.map(([, name = '']) => name)
  expect(names.filter(name => OF_PROVIDERS.test(name))).toHaveLength(10)
  const cache = join(DIST, 'compile-cache')
  const kept = readdirSync(cache).flatMap(version => readdirSync(join(cache, version)))
  const cold = scripts.filter(([, , hash]) => !kept.includes(`start-${hash}`)).map(([, name]) => name)
  // Accounts of these clouds are asked for over the network, which takes longer than anything here.
  expect(cold.toSorted()).toEqual(['azure-account', 'google-account'])
})

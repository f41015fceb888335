import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IS_NATIVE_PROGRAM, openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const HOOK = join(REPOSITORY, 'test/support/loaded-files.cjs')

/** What belongs to one way of reaching a model, by the names of its files in the bundle. */
const OF_PROVIDERS =
  /\/((?:[a-z]+-wire|event-stream|(?:aws|google|azure)-account|other-rows))-[A-Z0-9]+\.mjs$/gm

const loadedBy = async (world: World, args: readonly string[], env: Record<string, string>) => {
  const file = join(world.root, 'loaded.txt')
  writeFileSync(file, '')
  const hooked = { NODE_OPTIONS: `--require ${HOOK}`, LOADED_FILES: file, ...env }
  const run = await world.run(['-p', 'hello', ...args], { env: hooked })
  expect(run).toMatchObject({ code: 0, stdout: 'Hi.\n' })
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('/dist/')
  return [...text.matchAll(OF_PROVIDERS)].map(([, name]) => name).sort()
}

test.skipIf(IS_NATIVE_PROGRAM)('no code of a provider is loaded for another', async () => {
  await using world = await openWorld({ replies: [{ text: 'Hi.', repeat: true }] })
  const { url } = world.server
  mkdirSync(world.config, { recursive: true })
  writeFileSync(join(world.config, 'settings.json'), '{}')
  const load = (args: readonly string[], env: Record<string, string> = {}) => loadedBy(world, args, env)
  const key = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${url}/v1`, GEMINI_API_KEY: 'k', GEMINI_BASE_URL: url }
  const vertex = { ANTHROPIC_VERTEX_BASE_URL: url, ANTHROPIC_VERTEX_PROJECT_ID: 'p' }
  const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', ANTHROPIC_BEDROCK_BASE_URL: url }
  expect({
    anthropic: await load([]),
    chat: await load(['--model', 'openai-chat/gpt-5'], key),
    responses: await load(['--model', 'openai/gpt-5'], key),
    gemini: await load(['--model', 'gemini/gemini-3.8-flash'], key),
    bedrock: await load([], { ...aws, CLAUDE_CODE_USE_BEDROCK: '1' }),
    vertex: await load([], { ...vertex, CLAUDE_CODE_USE_VERTEX: '1', CLAUDE_CODE_SKIP_VERTEX_AUTH: '1' }),
  }).toEqual({
    anthropic: [],
    chat: ['chat-wire', 'other-rows'],
    responses: ['other-rows', 'responses-wire'],
    gemini: ['gemini-wire', 'other-rows'],
    bedrock: ['aws-account', 'bedrock-wire', 'event-stream', 'other-rows'],
    vertex: ['other-rows', 'vertex-wire'],
  })
})

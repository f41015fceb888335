import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPackage } from '../support/needs-program.ts'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf, type World } from '../support/run-program.ts'

/** As much as is used here of a public server that answers in the dialects of many providers. */
interface PublicServer {
  readonly url: string
  start(): Promise<string>
  stop(): Promise<void>
  reset(): this
  on(match: object, response: object, options?: object): this
  nextRequestError(status: number, error: { readonly message: string }): this
  getRequests(): readonly { readonly path: string; readonly body: unknown }[]
}

const PACKAGE = testPackage('@copilotkit/aimock/dist/index.js')

/** How one comes to each dialect: what is set, and what is asked for. */
const WAYS: Readonly<
  Record<string, (url: string) => { env: Readonly<Record<string, string>>; model?: string }>
> = {
  Anthropic: url => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' } }),
  'chat completions': url => ({
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'k' },
    model: 'openai-chat/gpt-5',
  }),
  responses: url => ({
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'k' },
    model: 'openai/gpt-5',
  }),
  Gemini: url => ({ env: { GEMINI_BASE_URL: url, GEMINI_API_KEY: 'k' }, model: 'gemini/gemini-3.8-flash' }),
  Bedrock: url => ({
    env: {
      CLAUDE_CODE_USE_BEDROCK: '1',
      ANTHROPIC_BEDROCK_BASE_URL: url,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    },
  }),
  Ollama: url => ({ env: { OLLAMA_HOST: new URL(url).host }, model: 'ollama/qwen3' }),
  OpenRouter: url => ({
    env: { OPENROUTER_BASE_URL: `${url}/api/v1`, OPENROUTER_API_KEY: 'k' },
    model: 'openrouter/some/model',
  }),
  Azure: url => ({
    env: { AZURE_OPENAI_ENDPOINT: url, AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_BASE_URL: url },
    model: 'azure/gpt-5',
  }),
}

const run = PACKAGE === undefined ? test.skip : test
let server: PublicServer
let world: World
beforeAll(async () => {
  if (PACKAGE === undefined) return
  const { LLMock } = (await import(PACKAGE)) as { LLMock: new (options: object) => PublicServer }
  server = new LLMock({ port: 0, logLevel: 'silent' })
  await server.start()
  world = await openWorldHere({ replies: [] })
  world.put('note.txt', 'the colour is blue\n')
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await server?.stop()
})

const ask = async (way: keyof typeof WAYS) => {
  const said = WAYS[way]?.(server.url)
  const model = said?.model === undefined ? [] : ['--model', said.model]
  const env = { ANTHROPIC_BASE_URL: undefined, ANTHROPIC_API_KEY: undefined, ...said?.env }
  return await world.stream([...model, 'what does the note say?'], { env })
}

const CALLS = [
  { name: 'Read', arguments: JSON.stringify({ file_path: 'note.txt' }) },
  { name: 'Glob', arguments: JSON.stringify({ pattern: '*.txt' }) },
]

run.each(Object.keys(WAYS))('%s: words, calls side by side, their results and the answer', async way => {
  server.reset()
  server.on({ hasToolResult: true }, { content: 'The note says blue.' })
  const usage = { prompt_tokens: 1_234, completion_tokens: 56 }
  server.on({}, { content: 'I look.', toolCalls: CALLS, usage })
  const ended = await ask(way)
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  const result = resultOf(ended)
  expect(result).toMatchObject({ subtype: 'success', result: 'The note says blue.', num_turns: 2 })
  const [, second] = server.getRequests()
  const sent = JSON.stringify(second?.body)
  // Both replies in their order, with what came of the calls.
  for (const text of ['I look.', 'the colour is blue', 'note.txt']) expect(sent).toContain(text)
  expect(server.getRequests()).toHaveLength(2)
  const ids = ended.lines.flatMap(line =>
    line.type === 'assistant' ? [(line['message'] as { readonly id: string }).id] : [],
  )
  expect(new Set(ids).size).toBe(2)
})

run.each(Object.keys(WAYS))('%s: a stream that breaks off is asked for again', async way => {
  server.reset()
  let asked = 0
  const once = { predicate: () => asked++ === 0 }
  server.on(
    once,
    { content: 'This is cut off in the middle of it.' },
    { chunkSize: 8, truncateAfterChunks: 2 },
  )
  server.on({}, { content: 'Whole.' })
  const ended = await ask(way)
  expect([ended.code, resultOf(ended)['result']]).toEqual([0, 'Whole.'])
})

run.each(Object.keys(WAYS))('%s: a wrong key is one sentence', async way => {
  server.reset()
  server.nextRequestError(401, { message: 'no such key' })
  const ended = await ask(way)
  const result = resultOf(ended)
  expect([ended.code, result['is_error']]).toEqual([1, true])
  expect(String(result['result'])).toMatch(/credentials|key/i)
  expect(String(result['result'])).toContain('no such key')
  expect(server.getRequests()).toHaveLength(1)
})

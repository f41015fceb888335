import { expect, test } from 'vitest'
import {
  type ContractReply,
  describeModel,
  modelRequest,
  never,
  readStream,
  type Traits,
} from '../../../test/support/model-contract.ts'
import type { ModelReply } from '../../protocol/model.ts'
import { createAnthropicModel } from './protocols/anthropic.ts'
import { createTransport } from './protocols/transport.ts'
import { ALL_PROVIDERS } from './providers/all.ts'
import { createProviderModel } from './providers/create-model.ts'
import type { Provider } from './providers/provider.ts'
import { parseCassette } from './recorder/cassette.ts'
import { recordModel } from './recorder/record.ts'
import { replayModel } from './recorder/replay.ts'
import type { Scenario } from './scripted/scenario.ts'
import { createScriptedModel } from './scripted/scripted-model.ts'
import { serveScenario } from './scripted/server.ts'

const scenarioOf = (replies: readonly ContractReply[]): Scenario => ({ replies }) as unknown as Scenario

describeModel('the in-process scripted model', async replies => ({
  model: createScriptedModel(scenarioOf(replies)),
  close: async () => undefined,
}))

describeModel('the Anthropic protocol over the loopback server', async replies => {
  const server = await serveScenario(scenarioOf(replies))
  return {
    model: createAnthropicModel({ baseUrl: server.url, userAgent: 'test' }),
    close: () => server.close(),
  }
})

describeModel("the same with the runtime's own client", async replies => {
  const server = await serveScenario(scenarioOf(replies))
  const transport = createTransport({ fetch })
  return {
    model: createAnthropicModel({ baseUrl: server.url, userAgent: 'test', transport }),
    async close() {
      transport[Symbol.dispose]()
      await server.close()
    },
  }
})

/** Of every kind of block, the ones that other dialects know; what was written to a cache counts as input there. */
const read = (id: string, input: object) => ({ type: 'tool_use', id, name: 'Read', input })
const TEXT = { type: 'text', text: 'I will read the file and then tell you what is in it.' }
const thought = (signature: string) => ({ type: 'thinking', thinking: 'Let me see. Ünïcödé 🧵', signature })
const CALLED = [{ file_path: '/a b.txt', limit: 3 }, {}] as const
const USAGE = {
  input_tokens: 55,
  output_tokens: 22,
  cache_read_input_tokens: 33,
  cache_creation_input_tokens: 0,
}

const DIALECTS: readonly {
  readonly provider: Pick<Provider, 'name' | 'protocol' | 'chat'> & Partial<Provider>
  readonly path: string
  readonly traits: Traits
}[] = [
  {
    provider: { name: 'chat completions', protocol: 'openai-chat' },
    path: '/v1',
    traits: {
      rich: [thought(''), TEXT, read('toolu_1', CALLED[0]), read('toolu_2', CALLED[1])],
      usage: USAGE,
      lateBlocks: true,
    },
  },
  {
    provider: {
      name: 'chat completions that want their reasoning back',
      protocol: 'openai-chat',
      chat: { reasoning: 'reasoning_content' },
    },
    path: '/v1',
    traits: {
      rich: [thought('chat'), TEXT, read('toolu_1', CALLED[0]), read('toolu_2', CALLED[1])],
      usage: USAGE,
      lateBlocks: true,
    },
  },
  {
    provider: { name: 'responses', protocol: 'openai-responses' },
    path: '/v1',
    traits: {
      rich: [
        thought('responses:{"id":"rs_0","sealed":"sealed:0"}'),
        TEXT,
        read('toolu_1', CALLED[0]),
        read('toolu_2', CALLED[1]),
      ],
      usage: USAGE,
    },
  },
  {
    provider: { name: 'Gemini', protocol: 'gemini' },
    path: '',
    traits: {
      rich: [
        thought(''),
        TEXT,
        { type: 'thinking', thinking: '', signature: 'gemini:thought:1' },
        read('call_1_0', CALLED[0]),
        read('call_1_1', CALLED[1]),
      ],
      usage: USAGE,
      lateBlocks: true,
      parsedInput: true,
    },
  },
  {
    provider: { name: 'Bedrock', protocol: 'bedrock', framing: 'aws-event-stream' },
    path: '',
    traits: {},
  },
  { provider: { name: 'Vertex', protocol: 'vertex' }, path: '', traits: {} },
]

for (const { provider, path, traits } of DIALECTS)
  describeModel(
    `the protocol of ${provider.name}`,
    async replies => {
      const server = await serveScenario(scenarioOf(replies))
      const row: Provider = {
        title: provider.name,
        endpoint: { url: `${server.url}${path}` },
        auth: [],
        framing: 'sse',
        secretNames: [],
        ...provider,
      }
      const env = { ANTHROPIC_VERTEX_PROJECT_ID: 'p', ANTHROPIC_VERTEX_BASE_URL: server.url }
      return {
        model: await createProviderModel(row, { baseUrl: undefined, userAgent: 'test', env }),
        close: () => server.close(),
      }
    },
    traits,
  )

const TOOLS = [
  { name: 'Read', id: 'abcdefghi', input: { file_path: 'a' } },
  { name: 'Read', id: 'jklmnopqr', input: { file_path: 'b' } },
]

test.each(ALL_PROVIDERS)(
  '$title: thoughts, calls side by side and their results, usage and a refused key',
  async provider => {
    const server = await serveScenario(
      scenarioOf([
        { thinking: 'Hm.', text: 'I look.', tools: TOOLS },
        { text: 'done' },
        { fault: { kind: 'status', status: 401 } },
      ]),
    )
    const path = provider.protocol.startsWith('openai') ? '/v1' : ''
    const env = { ANTHROPIC_VERTEX_PROJECT_ID: 'p', ANTHROPIC_VERTEX_BASE_URL: server.url }
    try {
      const row = { ...provider, endpoint: { url: `${server.url}${path}` } }
      const model = await createProviderModel(row, { baseUrl: undefined, userAgent: 'test', env })
      const first = modelRequest()
      const called = await readStream(model.stream(first, never()))
      const content = called.reply?.content ?? []
      const calls = content.flatMap(block => (block.type === 'tool_use' ? [block] : []))
      expect(calls.map(({ input }) => input)).toEqual(TOOLS.map(({ input }) => input))
      expect(called.reply).toMatchObject({
        stopReason: 'tool_use',
        usage: { output_tokens: expect.any(Number) },
      })
      const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: id }) as const)
      const messages = [
        ...first.messages,
        { role: 'assistant', content } as const,
        { role: 'user', content: results } as const,
      ]
      const answered = await readStream(model.stream({ ...first, messages }, never()))
      expect(answered.reply?.content).toEqual([{ type: 'text', text: 'done' }])
      // Who cannot be asked for it gives it unasked; this server does not.
      if (provider.chat?.streamUsage !== false) expect(inputOf(answered.reply)).toBeGreaterThan(0)
      const refused = await readStream(model.stream(first, never()))
      expect(refused.error).toMatchObject({ kind: 'authentication_failed', status: 401 })
      expect(server.violations).toEqual([])
    } finally {
      await server.close()
    }
  },
)

const inputOf = (reply: ModelReply | undefined): number => {
  const {
    input_tokens = 0,
    cache_read_input_tokens = 0,
    cache_creation_input_tokens = 0,
  } = reply?.usage ?? {}
  return input_tokens + cache_read_input_tokens + cache_creation_input_tokens
}

describeModel(
  'a replayed recording',
  async replies => {
    const lines: string[] = []
    // At no time of its own: the recording keeps only the order, as the contract asks for no more.
    const source = createScriptedModel(scenarioOf(replies), { sleep: async () => undefined })
    const recorder = recordModel(source, line => lines.push(line))
    for (const _ of replies) await readStream(recorder.stream(modelRequest(), never()))
    const cassette = parseCassette(`${lines.join('\n')}\n`, 'memory')
    return {
      model: replayModel(cassette, { match: 'strict', speed: 'instant' }),
      close: async () => undefined,
    }
  },
  { recorded: true },
)

test('server and in-process model give the same deltas and the same reply for the same scenario', async () => {
  const scenario = scenarioOf([
    {
      thinking: 'hm',
      text: 'a text of some length, cut into pieces',
      tools: [{ name: 'Read', input: { a: 1 } }],
    },
    { when: { toolResult: { tool: 'Read', contains: 'content' } }, text: 'done' },
  ])
  const first = modelRequest()
  const play = async (
    model: ReturnType<typeof createScriptedModel> | ReturnType<typeof createAnthropicModel>,
  ) => {
    const one = await readStream(model.stream(first, never()))
    const content = one.reply?.content ?? []
    const id = content.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))[0] ?? ''
    const answer = { type: 'tool_result', tool_use_id: id, content: 'the content' } as const
    const messages = [
      ...first.messages,
      { role: 'assistant', content } as const,
      { role: 'user', content: [answer] } as const,
    ]
    const two = await readStream(model.stream({ ...first, messages }, never()))
    return [one, two].map(each => ({ ...each, reply: withoutTime(each.reply) }))
  }
  const server = await serveScenario(scenario)
  const overWire = await play(createAnthropicModel({ baseUrl: server.url, userAgent: 'test' }))
  await server.close()
  expect(server.violations).toEqual([])
  expect(overWire).toEqual(await play(createScriptedModel(scenario)))
})

const withoutTime = (reply: ModelReply | undefined) => reply && { ...reply, durationMs: 0 }

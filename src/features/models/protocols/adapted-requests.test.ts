import { expect, test } from 'vitest'
import { modelRequest, never, readStream } from '../../../../test/support/model-contract.ts'
import { serveRefusing } from '../../../../test/support/refusing-server.ts'
import type { ModelRequest } from '../../../protocol/model.ts'
import { createProviderModel } from '../providers/create-model.ts'
import type { Protocol } from '../providers/provider.ts'
import { createChatWire } from './openai-chat/chat-wire.ts'

type Body = Readonly<Record<string, unknown>>

const CHAT = [
  { id: 'c1', model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' } }] },
  { id: 'c1', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
]
const RESPONSES = [
  { type: 'response.created', response: { id: 'r1', model: 'm' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message' } },
  { type: 'response.output_text.delta', output_index: 0, delta: 'hi' },
  { type: 'response.output_item.done', output_index: 0, item: { type: 'message' } },
  { type: 'response.completed', response: { id: 'r1', status: 'completed', usage: {} } },
]
const GEMINI = [{ candidates: [{ content: { parts: [{ text: 'hi' }] }, finishReason: 'STOP' }] }]
const streamOf = (events: readonly object[]) =>
  events.map(event => `data: ${JSON.stringify(event)}\n\n`).join('')

const STREAMS: Readonly<Partial<Record<Protocol, string>>> = {
  'openai-chat': `${streamOf(CHAT)}data: [DONE]\n\n`,
  'openai-responses': streamOf(RESPONSES),
  gemini: streamOf(GEMINI),
}

const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } } as const
const TOOL = {
  name: 'Read',
  description: 'Reads a file. More.',
  input_schema: { properties: { file_path: { type: 'string' } }, required: ['file_path'] },
}
const has = (text: string) => (body: Body) => JSON.stringify(body).includes(text)
const error = (status: number, message: string) => ({ status, body: JSON.stringify({ error: { message } }) })

const modelAt = (url: string, protocol: Protocol = 'openai-chat', more: { readonly keyless?: true } = {}) =>
  createProviderModel(
    {
      name: 'x',
      title: 'X',
      protocol,
      endpoint: { url },
      auth: [],
      framing: 'sse',
      secretNames: [],
      ...more,
    },
    { baseUrl: undefined, userAgent: 'test' },
  )

interface Row {
  readonly name: string
  readonly protocol: Protocol
  readonly more: Partial<ModelRequest>
  readonly refuse: {
    readonly when: (body: Body) => boolean
    readonly status?: number
    readonly words: string
  }
  readonly told: string
}

const withImage: Partial<ModelRequest> = { messages: [{ role: 'user', content: [IMAGE] }] }

const ROWS: readonly Row[] = [
  {
    name: 'Ollama: tools',
    protocol: 'openai-chat',
    more: { tools: [TOOL] },
    refuse: { when: has('"tools":['), words: 'registry.ollama.ai/library/gemma:2b does not support tools' },
    told: "doesn't support tool calls here",
  },
  {
    name: 'vLLM: tools',
    protocol: 'openai-chat',
    more: { tools: [TOOL] },
    refuse: {
      when: has('"tools":['),
      words: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    },
    told: "doesn't support tool calls here",
  },
  {
    name: 'llama.cpp: tools',
    protocol: 'openai-chat',
    more: { tools: [TOOL] },
    refuse: { when: has('"tools":['), status: 500, words: 'tools param requires --jinja flag' },
    told: "doesn't support tool calls here",
  },
  {
    name: 'OpenRouter: images',
    protocol: 'openai-chat',
    more: withImage,
    refuse: { when: has('image_url'), status: 404, words: 'No endpoints found that support image input' },
    told: "can't see images",
  },
  {
    name: 'vLLM: images',
    protocol: 'openai-chat',
    more: withImage,
    refuse: { when: has('image_url'), words: 'm is not a multimodal model' },
    told: "can't see images",
  },
  {
    name: 'an old gateway: usage in a stream',
    protocol: 'openai-chat',
    more: {},
    refuse: {
      when: has('stream_options'),
      status: 422,
      words: 'Extra inputs are not permitted: stream_options',
    },
    told: "doesn't report usage",
  },
  {
    name: 'a plain model: effort',
    protocol: 'openai-chat',
    more: { effort: 'high' },
    refuse: {
      when: has('reasoning_effort'),
      words: 'Unrecognized request argument supplied: reasoning_effort',
    },
    told: "doesn't take an effort level",
  },
  {
    name: 'a newer model: the name of the limit',
    protocol: 'openai-chat',
    more: {},
    refuse: {
      when: has('"max_tokens"'),
      words:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    },
    told: 'under another name',
  },
  {
    name: 'a reasoning model: temperature',
    protocol: 'openai-chat',
    more: { temperature: 0 },
    refuse: {
      when: has('temperature'),
      words: "Unsupported value: 'temperature' does not support 0 with this model.",
    },
    told: "doesn't take a temperature",
  },
  {
    name: 'responses: a model that does not reason',
    protocol: 'openai-responses',
    more: {},
    refuse: { when: has('encrypted_content'), words: 'Encrypted content is not supported with this model.' },
    told: "doesn't give reasoning back",
  },
  {
    name: 'responses: effort',
    protocol: 'openai-responses',
    more: { effort: 'low' },
    refuse: {
      when: has('"effort"'),
      words: "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    },
    told: "doesn't take an effort level",
  },
  {
    name: 'Gemini: thinking',
    protocol: 'gemini',
    more: { effort: 'low' },
    refuse: { when: has('thinkingConfig'), words: 'Thinking is not enabled for models/m' },
    told: "doesn't take an effort level",
  },
]

test.each(ROWS)(
  'a feature that the server refuses is left out, told once and remembered: $name',
  async ({ protocol, more, refuse, told }) => {
    const { when, words, status = 400 } = refuse
    const server = await serveRefusing(
      body => (when(body) ? error(status, words) : undefined),
      STREAMS[protocol] ?? '',
    )
    try {
      const model = await modelAt(server.url, protocol)
      const ask = () => readStream(model.stream({ ...modelRequest(), ...more }, never()))
      const [first, second] = [await ask(), await ask()]
      expect(first.reply?.content).toEqual([{ type: 'text', text: 'hi' }])
      expect(second.reply?.content).toEqual([{ type: 'text', text: 'hi' }])
      const notes = [...first.deltas, ...second.deltas].flatMap(delta =>
        delta.type === 'adapted' ? [delta.text.text] : [],
      )
      expect(notes).toEqual([expect.stringContaining(told)])
      expect(server.bodies.map(when)).toEqual([true, false, false])
    } finally {
      await server.close()
    }
  },
)

test.each([
  [
    'OpenAI',
    'max_tokens is too large: 8000. This model supports at most 4096 completion tokens, whereas you provided 8000.',
    4096,
  ],
  [
    'Groq',
    '`max_tokens` must be less than or equal to `4096`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    4096,
  ],
  ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 4096]', 4096],
  [
    'vLLM',
    "'max_tokens' or 'max_completion_tokens' is too large: 8000. This model's maximum context length is 16384 tokens and your request has 3000 input tokens (8000 > 16384 - 9000).",
    4096,
  ],
])(
  '%s: a reply that is asked to be too long is asked to be shorter, from then on',
  async (_, words, most) => {
    const server = await serveRefusing(
      ({ max_tokens: asked }) => (Number(asked) > most ? error(400, words) : undefined),
      STREAMS['openai-chat'] ?? '',
    )
    try {
      const model = await modelAt(server.url)
      const ask = () => readStream(model.stream(modelRequest({ maxTokens: 8000 }), never()))
      const told = [...(await ask()).deltas, ...(await ask()).deltas].filter(({ type }) => type === 'adapted')
      expect(told).toMatchObject([
        {
          type: 'adapted',
          text: { text: 'claude-sonnet-4-5 allows replies of up to 4096 tokens; the limit is lowered.' },
        },
      ])
      expect(server.bodies.map(body => body['max_tokens'])).toEqual([8000, 4096, 4096])
    } finally {
      await server.close()
    }
  },
)

test('a conversation that leaves no room for a reply is too long, whatever the server calls it', () => {
  const words =
    "'max_tokens' is too large: 8000. This model's maximum context length is 4096 tokens (8000 > 4096 - 4000)."
  expect(createChatWire().adapt?.(modelRequest({ maxTokens: 8000 }), words)).toBeUndefined()
})

test('a server that does not stream although it was asked to is read all the same', async () => {
  const called = { name: 'Read', arguments: '{"file_path":"x"}' }
  const message = {
    role: 'assistant',
    content: 'hi',
    tool_calls: [{ id: 'a', type: 'function', function: called }],
  }
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }
  const answer = {
    id: 'c1',
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage,
  }
  const server = await serveRefusing(() => undefined, JSON.stringify(answer))
  try {
    const { reply } = await readStream((await modelAt(server.url)).stream(modelRequest(), never()))
    expect(reply).toMatchObject({
      content: [{ type: 'text', text: 'hi' }, CALL],
      stopReason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 2 },
    })
  } finally {
    await server.close()
  }
})

test.each([
  [true, [{ type: 'tool_use', id: 'call_1_text0', name: 'Read', input: {} }]],
  [undefined, [{ type: 'text', text: '<tool_call>{"name":"Read","arguments":{}}</tool_call>' }]],
] as const)(
  'what looks like a call in the text of a model with tools is one only on a server of one’s own: %s',
  async (keyless, content) => {
    const said = '<tool_call>{"name":"Read","arguments":{}}</tool_call>'
    const stream = streamOf([
      { id: 'c1', choices: [{ index: 0, delta: { content: said }, finish_reason: 'stop' }] },
    ])
    const server = await serveRefusing(() => undefined, stream)
    try {
      const model = await modelAt(server.url, 'openai-chat', keyless ? { keyless } : {})
      const { reply } = await readStream(model.stream(modelRequest(), never()))
      expect(reply?.content).toEqual(content)
    } finally {
      await server.close()
    }
  },
)

test('a refusal that has another cause stands', () => {
  const adapt = (message: string) => createChatWire().adapt?.(modelRequest(), message)
  expect([adapt('temperature is not supported'), adapt('the request is odd')]).toEqual([undefined, undefined])
})

const CALL = { type: 'tool_use', id: 'a', name: 'Read', input: { file_path: 'x' } } as const
const RESULT = { type: 'tool_result', tool_use_id: 'a', content: 'gone', is_error: true } as const

test('a model without tools is told of them in a few words, and calls and results are text', () => {
  const request = modelRequest({
    tools: [TOOL],
    toolsAs: 'text',
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, CALL] },
      { role: 'user', content: [RESULT, { type: 'text', text: 'and?' }] },
    ],
  })
  const body = JSON.parse(Buffer.concat(createChatWire().write(request)).toString('utf8')) as Body
  expect(body['tools']).toBeUndefined()
  const [system, ...rest] = body['messages'] as readonly { readonly content: string }[]
  expect(system?.content).toMatch(/^You are a test\.[\s\S]*\n- Read \{file_path: string\}: Reads a file\.$/)
  expect(rest).toEqual([
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: 'I look.\n<tool_call>\n{"name":"Read","arguments":{"file_path":"x"}}\n</tool_call>',
    },
    { role: 'user', content: '<tool_response>\nError: gone\n</tool_response>\n\nand?' },
  ])
})

import { expect, test } from 'vitest'
import {
  type Model,
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
} from '../../src/protocol/model.ts'

/** A request that is valid as it stands; fields given replace its own. */
export const modelRequest = (fields: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'claude-sonnet-4-5',
  system: [{ text: 'You are a test.' }],
  tools: [{ name: 'Read', description: 'Reads a file.', input_schema: { type: 'object' } }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
  maxTokens: 1024,
  source: 'test',
  ...fields,
})

export interface ReadStream {
  readonly deltas: readonly ModelDelta[]
  readonly reply?: ModelReply
  readonly error?: ModelError
}

/** Reads a stream to its end. Errors other than ModelError are bugs and pass through. */
export const readStream = async (stream: AsyncGenerator<ModelDelta, ModelReply>): Promise<ReadStream> => {
  const deltas: ModelDelta[] = []
  try {
    for (;;) {
      const step = await stream.next()
      if (step.done) return { deltas, reply: step.value }
      deltas.push(step.value)
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { deltas, error }
  }
}

export const never = (): AbortSignal => new AbortController().signal

/** One reply of a scenario, in the shape of features/models/scripted/scenario.ts. */
export type ContractReply = Readonly<Record<string, unknown>>

/** Builds an implementation that answers with these replies in order. */
export type ModelMaker = (replies: readonly ContractReply[]) => Promise<{
  readonly model: Model
  close(): Promise<void>
}>

const RICH: ContractReply = {
  content: [
    { type: 'thinking', thinking: 'Let me see. Ünïcödé 🧵', signature: 'signed' },
    { type: 'redacted_thinking', data: 'opaque' },
    { type: 'text', text: 'I will read the file and then tell you what is in it.' },
    { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/a b.txt', limit: 3 } },
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ url: 'https://example.org' }] },
    { type: 'block_of_tomorrow', payload: [1, 2] },
    { type: 'tool_use', id: 'toolu_2', name: 'Read', input: {} },
  ],
  usage: {
    input_tokens: 11,
    output_tokens: 22,
    cache_read_input_tokens: 33,
    cache_creation_input_tokens: 44,
  },
}

const FAULTS: readonly {
  readonly fault: unknown
  readonly kind: string
  readonly status?: number
  readonly blocks?: number
}[] = [
  { fault: { kind: 'status', status: 429, retryAfter: 7 }, kind: 'rate_limit', status: 429 },
  { fault: { kind: 'status', status: 529 }, kind: 'overloaded', status: 529 },
  { fault: { kind: 'status', status: 500 }, kind: 'server_error', status: 500 },
  { fault: { kind: 'status', status: 401 }, kind: 'authentication_failed', status: 401 },
  { fault: { kind: 'status', status: 400 }, kind: 'invalid_request', status: 400 },
  { fault: { kind: 'status', status: 402 }, kind: 'billing_error', status: 402 },
  { fault: { kind: 'status', status: 403 }, kind: 'authentication_failed', status: 403 },
  { fault: { kind: 'status', status: 404 }, kind: 'model_not_found', status: 404 },
  { fault: 'prompt_too_long', kind: 'prompt_too_long', status: 400 },
  { fault: 'media_too_large', kind: 'media_too_large', status: 400 },
  { fault: 'reset', kind: 'stream_broken' },
  { fault: { kind: 'reset', afterBlocks: 1 }, kind: 'stream_broken', blocks: 1 },
  { fault: 'truncated', kind: 'stream_broken' },
  { fault: { kind: 'truncated', afterBlocks: 2 }, kind: 'stream_broken', blocks: 2 },
  { fault: 'invalid_sse', kind: 'stream_broken' },
  { fault: 'error_event', kind: 'overloaded' },
  { fault: { kind: 'error_event', type: 'api_error', afterBlocks: 1 }, kind: 'server_error', blocks: 1 },
]

const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } } as const
const paper = {
  type: 'document',
  title: 'a.pdf',
  source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
} as const
const read = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: id } }) as const
const MEDIA: ModelRequest['messages'] = [
  { role: 'user', content: [{ type: 'text', text: 'look' }, picture, paper] },
  { role: 'assistant', content: [{ type: 'text', text: 'Looking.' }, read('toolu_a'), read('toolu_b')] },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'toolu_a', content: [{ type: 'text', text: 'it:' }, picture] },
      { type: 'tool_result', tool_use_id: 'toolu_b', content: 'no such file', is_error: true },
    ],
  },
]

/** In what a dialect cannot say all that ours can. */
export interface Traits {
  /** What arrives of the reply with every kind of block. */
  readonly rich?: readonly unknown[]
  readonly usage?: object
  /** A block ends only when the next begins: of a broken stream fewer are whole. */
  readonly lateBlocks?: true
  /** Inputs come parsed: they cannot be broken. */
  readonly parsedInput?: true
  /** It answers only what it was asked before. */
  readonly recorded?: true
}

/** What every Model must do, whatever stands behind it. */
export const describeModel = (name: string, make: ModelMaker, traits: Traits = {}): void => {
  const withModel = async (
    replies: readonly ContractReply[],
    use: (model: Model) => Promise<void>,
  ): Promise<void> => {
    const made = await make(replies)
    try {
      await use(made.model)
    } finally {
      await made.close()
    }
  }

  test(`${name} streams every kind of block and returns them whole`, () =>
    withModel([RICH], async model => {
      const { deltas, reply } = await readStream(model.stream(modelRequest(), never()))
      const blocks = deltas.flatMap(delta => (delta.type === 'block' ? [delta.block] : []))
      expect(reply?.content).toEqual(traits.rich ?? RICH['content'])
      expect(blocks).toEqual(traits.rich ?? RICH['content'])
      expect(deltas[0]).toMatchObject({ type: 'start', model: 'claude-sonnet-4-5' })
      expect(reply).toMatchObject({
        stopReason: 'tool_use',
        stopSequence: null,
        usage: traits.usage ?? {
          input_tokens: 11,
          output_tokens: 22,
          cache_read_input_tokens: 33,
          cache_creation_input_tokens: 44,
        },
      })
    }))

  test(`${name} yields raw events in wire order, a block after its stop`, () =>
    withModel([{ text: 'hi' }], async model => {
      const { deltas } = await readStream(model.stream(modelRequest(), never()))
      expect(deltas.map(delta => (delta.type === 'event' ? delta.event.type : `<${delta.type}>`))).toEqual([
        '<start>',
        'message_start',
        'content_block_start',
        'content_block_delta',
        'content_block_stop',
        '<block>',
        'message_delta',
        'message_stop',
      ])
    }))

  test.each(FAULTS)(`${name} reports $fault as $kind`, ({ fault, kind, status, blocks }) =>
    withModel([{ text: 'one', tool: { name: 'Read', id: 'toolu_9', input: {} }, fault }], async model => {
      const { deltas, error } = await readStream(model.stream(modelRequest(), never()))
      expect({ kind: error?.kind, status: error?.status }).toEqual({ kind, status })
      const whole = deltas.filter(delta => delta.type === 'block' && delta.block.type !== 'thinking').length
      expect(traits.lateBlocks ? Math.max(whole, blocks ?? 0) : whole).toBe(blocks ?? 0)
      expect(error?.message).not.toMatch(/\n\s+at /)
    }),
  )

  test(`${name} says how long the server asks to wait`, () =>
    withModel([{ text: 'one', fault: { kind: 'status', status: 429, retryAfter: 7 } }], async model => {
      const { error } = await readStream(model.stream(modelRequest(), never()))
      expect(error?.retryAfterMs).toBe(7_000)
    }))

  test.skipIf(traits.recorded)(
    `${name} takes pictures and documents, said and as results, and errors, in a conversation`,
    () =>
      withModel([{ text: 'seen' }], async model => {
        const { reply, error } = await readStream(model.stream(modelRequest({ messages: MEDIA }), never()))
        expect({ content: reply?.content, error }).toEqual({ content: [{ type: 'text', text: 'seen' }] })
      }),
  )

  test(`${name} reads a stream that comes slowly, piece by piece`, () =>
    withModel([{ text: 'word '.repeat(40), chunkMs: 2 }], async model => {
      const { reply, deltas } = await readStream(model.stream(modelRequest(), never()))
      expect(reply?.content).toEqual([{ type: 'text', text: 'word '.repeat(40) }])
      expect(deltas.filter(({ type }) => type === 'event').length).toBeGreaterThan(5)
    }))

  test.skipIf(traits.parsedInput)(`${name} says what tool input was not JSON and gives an empty one`, () =>
    withModel(
      [{ tool: { name: 'Read', id: 'toolu_9', input: { path: '/x' } }, fault: 'malformed_json' }],
      async model => {
        const { deltas, reply } = await readStream(model.stream(modelRequest(), never()))
        expect(reply?.content).toEqual([{ type: 'tool_use', id: 'toolu_9', name: 'Read', input: {} }])
        expect(deltas.find(delta => delta.type === 'block')).toMatchObject({ badInput: { text: '{"path"' } })
      },
    ),
  )

  test(`${name} returns a cut reply as max_tokens and a refusal as refusal`, () =>
    withModel(
      [
        { text: 'abcdef', fault: 'max_tokens' },
        { text: 'no', fault: 'refusal' },
      ],
      async model => {
        const cut = await readStream(model.stream(modelRequest(), never()))
        const refused = await readStream(model.stream(modelRequest(), never()))
        expect(cut.reply).toMatchObject({
          stopReason: 'max_tokens',
          content: [{ type: 'text', text: 'abc' }],
        })
        expect(refused.reply).toMatchObject({
          stopReason: 'refusal',
          content: [{ type: 'text', text: 'no' }],
        })
      },
    ))

  test(`${name} throws aborted for a signal that has fired already`, () =>
    withModel([{ text: 'hi' }], async model => {
      const { deltas, error } = await readStream(model.stream(modelRequest(), AbortSignal.abort()))
      expect({ deltas, kind: error?.kind }).toEqual({ deltas: [], kind: 'aborted' })
    }))

  test(`${name} ends with aborted when the signal fires in the middle of the stream`, () =>
    withModel([{ text: 'word '.repeat(100), at: [60_000] }], async model => {
      const controller = new AbortController()
      const stream = model.stream(modelRequest(), controller.signal)
      await stream.next()
      controller.abort()
      expect((await readStream(stream)).error?.kind).toBe('aborted')
    }))

  test(`${name} can be left in the middle`, () =>
    withModel([{ text: 'first' }, { text: 'second' }], async model => {
      const stream = model.stream(modelRequest(), never())
      await stream.next()
      expect(await stream.return(undefined as never)).toEqual({ done: true, value: undefined })
      const next = await readStream(model.stream(modelRequest(), never()))
      expect(next.reply?.content).toEqual([{ type: 'text', text: 'second' }])
    }))
}

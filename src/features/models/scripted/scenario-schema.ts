import * as z from 'zod'

const plainFault = z.enum([
  'reset',
  'truncated',
  'stall',
  'invalid_sse',
  'error_event',
  'prompt_too_long',
  'media_too_large',
  'max_tokens',
  'malformed_json',
  'refusal',
])

const count = z.int().nonnegative()
const milliseconds = z.number().nonnegative()
const place = { afterEvents: count.optional(), afterBlocks: count.optional() }

const statusFault = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(400).max(599),
  type: z.string().optional(),
  message: z.string().optional(),
  retryAfter: z.union([z.number().nonnegative(), z.string()]).optional(),
  headers: z.record(z.string(), z.string()).optional(),
})

const fault = z.discriminatedUnion('kind', [
  statusFault,
  z.strictObject({ kind: z.enum(['reset', 'truncated', 'stall', 'invalid_sse']), ...place }),
  z.strictObject({
    kind: z.literal('error_event'),
    type: z.string().optional(),
    message: z.string().optional(),
    ...place,
  }),
  z.strictObject({ kind: z.enum(['prompt_too_long', 'media_too_large']), message: z.string().optional() }),
  z.strictObject({ kind: z.enum(['max_tokens', 'malformed_json', 'refusal']) }),
])

/** `fault: stall` and `fault: { status: 529 }` are short for the full form. */
const anyFault = z.preprocess(value => {
  if (plainFault.safeParse(value).success) return { kind: value }
  if (typeof value === 'object' && value !== null && 'status' in value && !('kind' in value))
    return { kind: 'status', ...value }
  return value
}, fault)

const tool = z.strictObject({
  name: z.string().min(1),
  input: z.unknown().optional(),
  id: z.string().optional(),
})

const matcher = z.strictObject({
  lastUserText: z.string().optional(),
  toolResult: z
    .strictObject({
      contains: z.string().optional(),
      tool: z.string().optional(),
      isError: z.boolean().optional(),
    })
    .optional(),
  requestIndex: count.optional(),
  model: z.string().optional(),
  system: z.string().optional(),
})

const usage = z.strictObject({
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  cache_creation_input_tokens: count.optional(),
  cache_read_input_tokens: count.optional(),
})

const reply = z
  .strictObject({
    when: matcher.optional(),
    times: z.int().positive().optional(),
    repeat: z.boolean().optional(),
    thinking: z.string().optional(),
    text: z.string().optional(),
    tool: tool.optional(),
    tools: z.array(tool).optional(),
    content: z.array(z.looseObject({ type: z.string() })).optional(),
    stopReason: z
      .enum([
        'end_turn',
        'tool_use',
        'max_tokens',
        'stop_sequence',
        'pause_turn',
        'refusal',
        'model_context_window_exceeded',
      ])
      .optional(),
    usage: usage.optional(),
    chunkMs: milliseconds.optional(),
    at: z.array(milliseconds).optional(),
    blockDelaysMs: z.array(milliseconds).optional(),
    fault: anyFault.optional(),
  })
  .refine(each => !each.content || (!each.text && !each.thinking && !each.tool && !each.tools), {
    error: 'give either content or the short form (thinking, text, tool, tools), not both',
    path: ['content'],
  })

export const scenarioSchema = z.strictObject({
  name: z.string().optional(),
  chunkMs: milliseconds.optional(),
  replies: z.array(reply).min(1),
})

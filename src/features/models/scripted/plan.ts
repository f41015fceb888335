import type { Usage } from '../../../protocol/usage.ts'
import { planBlock, type Step } from './block-steps.ts'
import { type Fault, faultOf, type ScriptedBlock, type ScriptedReply } from './scenario.ts'

/** One plan serves both the in-process model and the loopback server, so that they cannot differ. */
export type Plan =
  | {
      readonly kind: 'refuse'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | {
      readonly kind: 'stream'
      readonly steps: readonly Step[]
      readonly ending: 'complete' | 'reset' | 'truncated' | 'stall'
    }

export interface PlanFacts {
  readonly messageId: string
  /** Made-up tool ids are this and a number. */
  readonly toolIdPrefix: string
  readonly model: string
  readonly usage: Usage
  readonly chunkMs: number
}

export const planReply = (reply: ScriptedReply, facts: PlanFacts): Plan => {
  const fault = faultOf(reply)
  const refusal = fault && planRefusal(fault)
  if (refusal) return refusal
  const steps = planSteps(reply, facts, fault)
  return fault ? breakStream(steps, fault) : { kind: 'stream', steps, ending: 'complete' }
}

export const errorBody = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message } })

/** Content as explicit blocks, with what the script left out made up. */
const contentOf = (reply: ScriptedReply, facts: PlanFacts): readonly ScriptedBlock[] => {
  const tools = [...(reply.tool ? [reply.tool] : []), ...(reply.tools ?? [])]
  const short: readonly ScriptedBlock[] = [
    ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking: reply.thinking }]),
    ...(reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]),
    ...tools.map(tool => ({ type: 'tool_use', ...tool })),
  ]
  return (reply.content ?? short).map((block, index) => {
    if (block.type === 'tool_use')
      return { input: {}, ...block, id: block['id'] ?? `${facts.toolIdPrefix}_${index}` }
    if (block.type === 'thinking')
      return { ...block, signature: block['signature'] ?? `sig_${facts.messageId}_${index}` }
    return block
  })
}

const planSteps = (reply: ScriptedReply, facts: PlanFacts, fault: Fault | undefined): readonly Step[] => {
  const blocks = contentOf(reply, facts)
  const start = {
    type: 'message_start',
    message: {
      id: facts.messageId,
      type: 'message',
      role: 'assistant',
      model: facts.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...facts.usage, output_tokens: 1 },
    },
  }
  const steps: Step[] = [{ atMs: 0, event: start }]
  let time = 0
  for (const [index, block] of blocks.entries()) {
    const delay = reply.blockDelaysMs?.[index]
    const planned = planBlock(block, {
      index,
      from: time,
      completeAt: reply.at?.[index] ?? (delay === undefined ? undefined : time + delay),
      chunkMs: reply.chunkMs ?? facts.chunkMs,
      cut: isCut(fault, block, index === blocks.length - 1),
    })
    steps.push(...planned)
    time = planned.at(-1)?.atMs ?? time
  }
  const ending = { stop_reason: stopReasonOf(reply, blocks, fault), stop_sequence: null }
  const delta = { type: 'message_delta', delta: ending, usage: { output_tokens: facts.usage.output_tokens } }
  return [...steps, { atMs: time, event: delta }, { atMs: time, event: { type: 'message_stop' } }]
}

const isCut = (fault: Fault | undefined, block: ScriptedBlock, last: boolean): boolean =>
  (fault?.kind === 'max_tokens' && last) || (fault?.kind === 'malformed_json' && block.type === 'tool_use')

const stopReasonOf = (
  reply: ScriptedReply,
  blocks: readonly ScriptedBlock[],
  fault: Fault | undefined,
): string => {
  if (reply.stopReason) return reply.stopReason
  if (fault?.kind === 'max_tokens' || fault?.kind === 'refusal') return fault.kind
  return blocks.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn'
}

const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const planRefusal = (fault: Fault): Plan | undefined => {
  if (fault.kind === 'prompt_too_long')
    return refuse(
      400,
      'invalid_request_error',
      fault.message ?? 'prompt is too long: 200001 tokens > 200000 maximum',
    )
  if (fault.kind === 'media_too_large')
    return refuse(
      400,
      'invalid_request_error',
      fault.message ?? 'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum',
    )
  if (fault.kind !== 'status') return undefined
  const type = fault.type ?? TYPE_OF_STATUS[fault.status] ?? 'api_error'
  const plan = refuse(fault.status, type, fault.message ?? `scripted ${type}`)
  const retry = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
  return { ...plan, headers: { ...lowerCased(fault.headers ?? {}), ...retry } }
}

const refuse = (status: number, type: string, message: string): Plan & { kind: 'refuse' } => ({
  kind: 'refuse',
  status,
  headers: {},
  body: errorBody(type, message),
})

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

const breakStream = (steps: readonly Step[], fault: Fault): Plan => {
  switch (fault.kind) {
    case 'reset':
    case 'truncated':
    case 'stall':
      return { kind: 'stream', steps: cutSteps(steps, fault), ending: fault.kind }
    case 'invalid_sse': {
      const kept = cutSteps(steps, fault)
      const nonsense = {
        atMs: kept.at(-1)?.atMs ?? 0,
        raw: 'event: content_block_delta\ndata: {"type":"content\n\n',
      }
      return { kind: 'stream', steps: [...kept, nonsense], ending: 'truncated' }
    }
    case 'error_event': {
      const kept = cutSteps(steps, fault)
      const error = { type: fault.type ?? 'overloaded_error', message: fault.message ?? 'Overloaded' }
      const event = { type: 'error', error }
      return {
        kind: 'stream',
        steps: [...kept, { atMs: kept.at(-1)?.atMs ?? 0, event }],
        ending: 'truncated',
      }
    }
    default:
      return { kind: 'stream', steps, ending: 'complete' }
  }
}

const DEFAULT_EVENTS = 2

const cutSteps = (
  steps: readonly Step[],
  place: { readonly afterEvents?: number; readonly afterBlocks?: number },
): readonly Step[] => {
  if (place.afterBlocks === undefined) return steps.slice(0, place.afterEvents ?? DEFAULT_EVENTS)
  const stops = steps.flatMap((step, at) =>
    'event' in step && step.event.type === 'content_block_stop' ? [at] : [],
  )
  if (place.afterBlocks === 0) return steps.slice(0, 1)
  return steps.slice(0, (stops[place.afterBlocks - 1] ?? steps.length - 2) + 1)
}

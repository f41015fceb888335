import type { Event } from '../protocol/event.ts'
import type { AssistantBlock, AssistantMessage } from '../protocol/message.ts'
import { notice } from '../protocol/messages/notice.ts'
import {
  type ModelDelta,
  ModelError,
  type ModelReply,
  type ModelRequest,
  type StreamEvent,
} from '../protocol/model.ts'
import { NO_USAGE, type Usage } from '../protocol/usage.ts'
import { CallIds } from './call-ids.ts'
import { DeferredCalls } from './deferred-calls.ts'
import { ToolExecutor } from './tool-executor.ts'
import type { TurnDeps } from './turn.ts'

/** What came of one model call: the records written for it, and the reply or the reason there is none. */
export interface Attempt {
  readonly records: readonly AssistantMessage[]
  /** Records of calls whose input was cut off or was not JSON. */
  readonly broken: readonly AssistantMessage[]
  readonly executor: ToolExecutor
  readonly end:
    | { readonly kind: 'reply'; readonly reply: ModelReply }
    | { readonly kind: 'error'; readonly error: ModelError }
    | { readonly kind: 'aborted' }
}

/** The reply may end in the middle of something. */
const CUT_OFF: ReadonlySet<ModelReply['stopReason']> = new Set(['max_tokens', 'repetition'] as const)

/** Makes the call, writes each block down when it is complete and hands its tool call on at once. */
export async function* streamReply(
  deps: TurnDeps,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<Event, Attempt> {
  const started = deps.elapsed()
  const executor = new ToolExecutor(deps.tools, signal)
  const draft = new Draft(request.model)
  const ids = new CallIds(request)
  const calls = new DeferredCalls(executor)
  let handedOver = false
  try {
    const end = yield* consume(
      { deps, draft, calls, ids, started },
      deps.model.stream(request, signal),
      signal,
    )
    calls.release({ whole: end.kind === 'reply' && !CUT_OFF.has(end.reply.stopReason) })
    yield* account(draft, end, deps.elapsed() - started)
    if (end.kind === 'aborted' && draft.text.trim() !== '') {
      // What the person saw of an unfinished sentence stays in the history.
      const record = { ...draft.record(deps, { type: 'text', text: draft.text }), aborted: true }
      draft.records.push(record)
      yield { type: 'entry', entry: await deps.record(record) }
    }
    handedOver = true
    return { records: draft.records, broken: draft.broken, executor, end }
  } finally {
    if (!handedOver) await executor.discard()
  }
}

function* account(draft: Draft, end: Attempt['end'], durationMs: number): Generator<Event> {
  if (end.kind === 'reply') {
    const { id, model, usage, durationMs: apiMs, limits } = end.reply
    const said = { ...draft.named, ...(limits ? { limits } : {}) }
    yield { type: 'usage', model, usage, durationMs, apiMs, partial: false, replyId: id, ...said }
  } else if (draft.usage !== NO_USAGE)
    yield {
      type: 'usage',
      model: draft.model,
      usage: draft.usage,
      durationMs,
      apiMs: durationMs,
      partial: true,
      replyId: draft.id,
      ...draft.named,
    }
}

interface Consumer {
  readonly deps: TurnDeps
  readonly draft: Draft
  readonly calls: DeferredCalls
  readonly ids: CallIds
  readonly started: number
}

async function* consume(
  to: Consumer,
  stream: AsyncGenerator<ModelDelta, ModelReply>,
  signal: AbortSignal,
): AsyncGenerator<Event, Attempt['end']> {
  try {
    for (;;) {
      const next = await stream.next()
      if (next.done) return { kind: 'reply', reply: next.value }
      // Most deltas are shown to nobody: they are not worth a generator each.
      const delta = next.value
      if (delta.type === 'event') announce(to.deps.tools, delta.event)
      if (delta.type === 'start') {
        to.draft.start(delta)
        to.ids.restart()
      } else if (delta.type === 'event' && !to.deps.partials) to.draft.watch(delta.event)
      else yield* take(to, delta)
      if (signal.aborted) return { kind: 'aborted' }
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' }
    if (error instanceof ModelError) return { kind: 'error', error }
    throw error
  } finally {
    // Also when the consumer of this generator goes away: the connection is closed, not left to run.
    await stream.return(undefined as never)
  }
}

const announce = (tools: TurnDeps['tools'], event: StreamEvent): void => {
  if (event.type !== 'content_block_start') return
  const { type, name } = (event['content_block'] ?? {}) as { readonly type?: unknown; readonly name?: unknown }
  if (type === 'tool_use' && typeof name === 'string') tools.begins?.(name)
}

async function* take(
  { deps, draft, calls, ids, started }: Consumer,
  delta: Exclude<ModelDelta, { readonly type: 'start' }>,
): AsyncGenerator<Event> {
  if (delta.type === 'retry') {
    draft.text = ''
    yield delta
    return
  }
  if (delta.type === 'adapted' || delta.type === 'waiting') {
    const { key, limited } = { key: undefined, limited: undefined, ...delta }
    yield notice(delta.type === 'waiting' || limited ? 'warning' : 'info', delta.text)
    if (key !== undefined) yield { type: 'session_changed', key }
    return
  }
  if (delta.type === 'event') {
    const first = draft.watch(delta.event)
    yield {
      type: 'stream',
      event: ids.event(delta.event),
      ...(first ? { ttftMs: deps.elapsed() - started } : {}),
    }
    return
  }
  const block = ids.block(delta)
  const record = draft.record(deps, block)
  draft.records.push(record)
  if (delta.badInput || delta.repaired?.unclosed) draft.broken.push(record)
  yield { type: 'entry', entry: await deps.record(record) }
  if (block.type === 'tool_use') calls.add(block, delta)
}

/** The reply as far as it has come. */
class Draft {
  model: string
  usage: Usage = NO_USAGE
  /** Text of the block that is being written. */
  text = ''
  readonly records: AssistantMessage[] = []
  readonly broken: AssistantMessage[] = []
  id = ''
  requestId = ''
  #seen = false

  constructor(model: string) {
    this.model = model
  }

  start(start: Extract<ModelDelta, { readonly type: 'start' }>): void {
    this.id = start.id
    // Whoever counts what was used tells replies apart by both ids: a server that names no request gets one name for both.
    this.requestId = start.requestId ?? start.id
    this.model = start.model
    this.usage = start.usage
    this.text = ''
  }

  /** True for the first piece of content. */
  watch(event: StreamEvent): boolean {
    if (event.type !== 'content_block_delta') return false
    const delta = event['delta'] as { readonly text?: unknown } | undefined
    if (typeof delta?.text === 'string') this.text += delta.text
    const first = !this.#seen
    this.#seen = true
    return first
  }

  record(deps: Pick<TurnDeps, 'newId' | 'now'>, block: AssistantBlock): AssistantMessage {
    this.text = ''
    return {
      type: 'assistant',
      uuid: deps.newId(),
      timestamp: deps.now().toISOString(),
      message: {
        id: this.id,
        type: 'message',
        role: 'assistant',
        model: this.model,
        content: [block],
        stop_reason: null,
        stop_sequence: null,
        usage: this.usage,
      },
      ...this.named,
    }
  }

  /** The name of the request, for all that is written down about the reply. */
  get named(): { readonly requestId?: string } {
    return this.requestId === '' ? {} : { requestId: this.requestId }
  }
}

import { fullCompact } from '../../features/context/stages/full-compact.ts'
import { estimateTokens } from '../../features/context/tokens.ts'
import { windowLimits } from '../../features/context/window.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { TurnDeps } from '../../loop/turn.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import type { Model, ModelFacts, ModelReply, ModelRequest } from '../../protocol/model.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { Means } from '../config.ts'

export interface ContextPlace {
  readonly model: Model
  readonly rows: readonly ModelFacts[]
  readonly enabled: boolean
  readonly means: Means
  /** Tokens of system prompt and tools, before the first reply tells. */
  readonly overhead: number
  request(
    view: readonly Message[],
    want: { readonly model: string; readonly maxTokens: number; readonly instruction?: string },
  ): ModelRequest
  onSideCall(reply: ModelReply, durationMs: number): void
  /** What still holds and must be said again behind a boundary. */
  restate?: StageEnv['restate']
}

const SUMMARY_TOKENS = 20_000

/** How the history is kept inside the window. */
export const createContext = (
  place: ContextPlace,
): Pick<TurnDeps, 'stages' | 'compact' | 'stageEnv' | 'blocked'> => ({
  stages: [fullCompact],
  compact: fullCompact,
  stageEnv(view, { trigger, signal, model }) {
    const { facts } = findModel(model, place.rows)
    return {
      trigger,
      signal,
      tokens: estimateTokens(view, place.overhead),
      window: facts.window,
      maxOutput: facts.maxOutput,
      enabled: place.enabled,
      newMessageId: place.means.newId,
      now: place.means.now,
      ...(place.restate ? { restate: place.restate } : {}),
      summarize: (messages, instruction) => summarize(place, { messages, instruction, model, signal }),
    }
  },
  blocked(view, model) {
    if (place.enabled) return undefined
    const { facts } = findModel(model, place.rows)
    const tokens = estimateTokens(view, place.overhead)
    const { blockAt } = windowLimits(facts.window, facts.maxOutput)
    if (tokens <= blockAt) return undefined
    return `The next request would be about ${tokens} tokens; ${model} takes ${facts.window} and automatic compaction is off. Turn it on ("autoCompactEnabled": true) or start a new session.`
  },
})

const summarize = async (
  place: ContextPlace,
  ask: {
    readonly messages: readonly Message[]
    readonly instruction: string
    readonly model: string
    readonly signal: AbortSignal
  },
): Promise<string> => {
  const { facts } = findModel(ask.model, place.rows)
  const request = place.request(ask.messages, {
    model: ask.model,
    maxTokens: Math.min(SUMMARY_TOKENS, facts.maxOutput),
    instruction: ask.instruction,
  })
  const started = place.means.elapsed()
  const stream = place.model.stream({ ...request, source: 'compact' }, ask.signal)
  for (;;) {
    const step = await stream.next()
    if (!step.done) continue
    place.onSideCall(step.value, place.means.elapsed() - started)
    return plainText(step.value.content)
  }
}

import { findModel } from '../../features/models/catalogue.ts'
import { type ReasoningOptions, reasoningFor } from '../../features/models/reasoning.ts'
import { type Message, plainText } from '../../protocol/message.ts'
import type { ModelReply, ModelRequest } from '../../protocol/model.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'

export interface Fork {
  readonly config: {
    readonly models: ModelChoice
    readonly runtime: Runtime
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  /** How much the conversation lets the model think. */
  readonly wish: ReasoningOptions
  /** The request the conversation itself would make, with an instruction as the last thing in it. */
  request(
    view: readonly Message[],
    want: { readonly model: string; readonly maxTokens: number; readonly instruction?: string },
  ): ModelRequest
  onSideCall(reply: ModelReply, facts: { readonly durationMs: number; readonly source: string }): void
}

const ANSWER_TOKENS = 20_000
/** Beside it, where the model decides by itself how much it thinks. */
const THOUGHT_TOKENS = 8_000

/**
 * Asks the model about the conversation beside it: everything before the instruction is byte-equal to what the
 * conversation sends, so the prompt cache serves it. Tools are listed and none is run; only the text counts.
 */
export const askBeside = async (
  place: Fork,
  view: readonly Message[],
  ask: {
    readonly source: string
    readonly model: string
    readonly instruction: string
    readonly signal: AbortSignal
  },
): Promise<string> => {
  const { models, runtime } = place.config
  const { facts } = findModel(ask.model, models.rows)
  // Another thinking budget would be another prefix.
  const { thinking } = reasoningFor(facts, place.wish)
  const budget =
    thinking?.type === 'enabled' ? thinking.budget_tokens : thinking?.type === 'adaptive' ? THOUGHT_TOKENS : 0
  const request = place.request(view, {
    model: ask.model,
    maxTokens: Math.min(ANSWER_TOKENS + budget, facts.maxOutput),
    instruction: ask.instruction,
  })
  const started = runtime.elapsed()
  const stream = models.model.stream({ ...request, source: ask.source }, ask.signal)
  for (;;) {
    const step = await stream.next()
    if (!step.done) continue
    place.onSideCall(step.value, { durationMs: runtime.elapsed() - started, source: ask.source })
    return plainText(step.value.content)
  }
}

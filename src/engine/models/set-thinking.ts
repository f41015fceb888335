import { findModel } from '../../features/models/catalogue.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import type { ThreadState } from '../live/state.ts'
import { thinkingFor } from '../live/thinking-for.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ModelChoice } from './options.ts'

/** Of the values of a conversation, what is needed here. */
interface SetThinkingConfig {
  readonly session: SessionHandle
  readonly models: ModelChoice
}

/** From the next turn on; a later resume goes on with it. */
export const setThinking = async (
  config: SetThinkingConfig,
  live: ThreadState,
  choice: { readonly enabled: boolean },
): Promise<void> => {
  const { session, models } = config
  if (choice.enabled && findModel(live.model, models.rows).facts.thinking === 'none')
    throw new OpError(modelText('no_thinking', { model: live.model }))
  live.thinking = thinkingFor(models, live.model, choice)
  await session.note({ type: 'thinking', enabled: choice.enabled, sessionId: session.id })
}

/** From the next turn on, for this run. */
export const setThinkingBudget = (
  { models }: Pick<SetThinkingConfig, 'models'>,
  live: ThreadState,
  { tokens, summaries }: Omit<Extract<Op, { readonly type: 'set_thinking_budget' }>, 'type'>,
): void => {
  if (summaries !== undefined) live.summaries = summaries === 'as_started' ? undefined : summaries
  if (tokens === undefined) return
  if (tokens === 'as_started') live.thinking = models.thinking
  else if (tokens === 0) live.thinking = thinkingFor(models, live.model, { enabled: false })
  else if (findModel(live.model, models.rows).facts.thinking === 'none')
    throw new OpError(modelText('no_thinking', { model: live.model }))
  else live.thinking = { type: 'enabled', budget_tokens: tokens }
}

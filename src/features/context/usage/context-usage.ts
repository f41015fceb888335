import type { ContextUsage } from '../../../protocol/context.ts'
import { contextTokens } from '../../../protocol/usage.ts'
import { estimateTokens } from '../tokens.ts'
import { type ContextParts, contextItems } from './context-items.ts'
import type { Drift } from './drift.ts'
import { openingTokens } from './request-estimate.ts'

/**
 * What fills the window. The sum is what compaction goes by: the last report and an estimate of what came since; the
 * items share it in the proportion of their own estimates.
 */
export const contextUsage = (
  parts: ContextParts,
  model: Pick<ContextUsage, 'model' | 'window' | 'compactAt'>,
  drift: Drift,
): ContextUsage => {
  const items = contextItems(parts)
  const raw = items.reduce((sum, item) => sum + item.tokens, 0)
  const reported = parts.view.some(
    message => message.type === 'assistant' && contextTokens(message.message.usage) > 0,
  )
  const tokens = reported
    ? estimateTokens(parts.view, openingTokens(parts), drift.margin)
    : drift.correct(raw)
  const share = raw === 0 ? 1 : tokens / raw
  return {
    ...model,
    tokens,
    ...(drift.ratio === undefined ? {} : { drift: drift.ratio }),
    items: items.map(item => ({ ...item, tokens: Math.round(item.tokens * share) })),
  }
}

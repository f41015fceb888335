import { findModel } from '../../features/models/catalogue.ts'
import type { ModelFacts, Thinking } from '../../protocol/model.ts'

/** When it is switched on and nobody said how much. */
const DEFAULT_TOKENS = 10_000

/** In the form that was asked for at the start, else in the one the model takes. */
export const thinkingFor = (
  models: { readonly thinking?: Thinking | undefined; readonly rows: readonly ModelFacts[] },
  model: string,
  { enabled }: { readonly enabled: boolean },
): Thinking | undefined => {
  const given = models.thinking?.type === 'disabled' ? undefined : models.thinking
  if (!enabled) return { type: 'disabled' }
  if (given) return given
  switch (findModel(model, models.rows).facts.thinking) {
    case 'adaptive':
      return { type: 'adaptive' }
    case 'budget':
      return { type: 'enabled', budget_tokens: DEFAULT_TOKENS }
    case 'none':
      return undefined
  }
}

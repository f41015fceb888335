import { findModel } from '../../features/models/catalogue.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import { OpError } from '../../protocol/op.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from './options.ts'

/** From the next turn on. */
export const setFast = (
  { models }: { readonly models: ModelChoice },
  live: ThreadState,
  { enabled }: { readonly enabled: boolean },
): void => {
  if (enabled && !findModel(live.model, models.rows).facts.fast) {
    const able = [...models.rows, ...MODEL_ROWS].filter(({ fast }) => fast).map(({ id }) => id)
    throw new OpError(
      `${live.model} has no fast mode. Switch with /model first: fast mode works with ${able.join(', ')}.`,
    )
  }
  live.fast = enabled
}

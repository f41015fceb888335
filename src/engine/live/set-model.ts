import { isAvailable } from '../../features/models/available-models.ts'
import { OpError } from '../../protocol/op.ts'
import type { Limits } from '../options/limits.ts'
import type { ModelChoice } from '../options/model-choice.ts'
import { refusePrice } from '../parts/budgets.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { ThreadState } from './state.ts'

/** From the next request on; a later resume goes on with it. Absent: the session's default. */
export const setModel = async (
  config: { readonly session: SessionHandle; readonly models: ModelChoice; readonly limits: Limits },
  live: ThreadState,
  name: string | undefined,
): Promise<void> => {
  const { session } = config
  const model = modelFor(config, name)
  live.model = model
  await session.note({ type: 'model', model, sessionId: session.id })
}

/** The model of that name; absent: the session's default. Throws OpError for one that may not be used here. */
export const modelFor = (
  config: { readonly models: ModelChoice; readonly limits: Limits },
  name: string | undefined,
): string => {
  const { models } = config
  const model = name === undefined || name === 'default' ? models.name : models.resolve(name)
  const { available } = models
  if (available && model !== models.name && !isAvailable(model, available))
    throw new OpError(`${model} isn't one of the models you can use here: ${available.join(', ')}.`)
  const refusal = refusePrice(model, config)
  if (refusal !== undefined) throw new OpError(refusal)
  return model
}

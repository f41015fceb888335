import { OpError } from '../protocol/op.ts'
import { isPriced, PRICE_HINT } from './accounts.ts'
import type { EngineConfig, Live } from './config.ts'

/** From the next request on; a later resume goes on with it. Absent: the session's default. */
export const setModel = async (config: EngineConfig, live: Live, name: string | undefined): Promise<void> => {
  const { models, limits, session } = config
  const model = name === undefined || name === 'default' ? models.name : models.resolve(name)
  if (limits.maxBudgetUsd !== undefined && !isPriced(model, models.rows))
    throw new OpError(`The price of ${model} is not known and a budget is set. ${PRICE_HINT}`)
  live.model = model
  await session.note({ type: 'model', model, sessionId: session.id })
}

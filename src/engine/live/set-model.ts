import { OpError } from '../../protocol/op.ts'
import type { EngineConfig, Live } from '../config.ts'
import { refusePrice } from '../parts/budgets.ts'

/** From the next request on; a later resume goes on with it. Absent: the session's default. */
export const setModel = async (config: EngineConfig, live: Live, name: string | undefined): Promise<void> => {
  const { models, session } = config
  const model = name === undefined || name === 'default' ? models.name : models.resolve(name)
  const refusal = refusePrice(model, config)
  if (refusal !== undefined) throw new OpError(refusal)
  live.model = model
  await session.note({ type: 'model', model, sessionId: session.id })
}

import type { Effort } from '../../protocol/model.ts'
import type { EngineConfig, Live } from '../config.ts'

/** From the next turn on; a later resume goes on with it. Absent: the default of the model. */
export const setEffort = async (
  { session }: Pick<EngineConfig, 'session'>,
  live: Live,
  effort: Effort | undefined,
): Promise<void> => {
  live.effort = effort
  await session.note({ type: 'effort', effort: effort ?? null, sessionId: session.id })
}

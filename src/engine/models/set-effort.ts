import type { Effort } from '../../protocol/model.ts'
import type { ThreadState } from '../live/state.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** From the next turn on; a later resume goes on with it. Absent: the default of the model. */
export const setEffort = async (
  { session }: { readonly session: SessionHandle },
  live: ThreadState,
  effort: Effort | undefined,
): Promise<void> => {
  live.effort = effort
  await session.note({ type: 'effort', effort: effort ?? null, sessionId: session.id })
}

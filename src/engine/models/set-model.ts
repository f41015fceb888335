import type { ThreadState } from '../live/state.ts'
import { type ModelPool, usableModel } from '../live/usable-model.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** From the next request on; a later resume goes on with it. Absent: the session's default. */
export const setModel = async (
  config: ModelPool & { readonly session: SessionHandle },
  live: ThreadState,
  name: string | undefined,
): Promise<void> => {
  const { session } = config
  const model = usableModel(config, name)
  live.model = model
  await session.note({ type: 'model', model, sessionId: session.id })
}

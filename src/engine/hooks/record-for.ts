import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { HookRecord } from './hook-record.ts'

/** Loaded with the first hook that runs. */
export const recordFor = ({
  session,
  runtime,
}: {
  readonly session: SessionHandle
  readonly runtime: Runtime
}) => {
  let made: Promise<HookRecord> | undefined
  const make = async (): Promise<HookRecord> => {
    const { createHookRecord } = await import('../hooks/hook-record.ts')
    return createHookRecord({
      sessionId: session.id,
      runtime,
      isBegun: () => session.messages.length > 0,
      note: entry => session.note(entry),
    })
  }
  return {
    record: () => {
      made ??= make()
      return made
    },
    made: () => made,
  }
}

import { programKind } from '../../features/sessions/session-lock.ts'
import type { Event } from '../../protocol/event.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** Another process goes on with a session: whoever shows it hears why, its screen closes, and it ends as at any other end. */
export const followTakeOver = (
  session: Pick<SessionHandle, 'whenWanted'>,
  events: { emit(event: Event): Promise<void> | undefined },
  engine: AsyncDisposable,
): void =>
  session.whenWanted?.(async ({ pid, kind }) => {
    const text = `This session was taken over by ${programKind(kind)} (process ${pid}) and continues there.`
    await events.emit({ type: 'notice', level: 'warning', text })
    await events.emit({ type: 'ui_request', request: { kind: 'exit', because: 'taken_over' } })
    await engine[Symbol.asyncDispose]()
  })

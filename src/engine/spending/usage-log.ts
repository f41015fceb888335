import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Call } from './accounts.ts'

/**
 * Writes down what each model call used in the end: the records of its reply were written while it streamed. Nothing
 * waits for it, and a write that fails is said by the next entry, which meets the same file.
 */
export const createUsageLog =
  ({ session }: { readonly session: SessionHandle }) =>
  (call: Call, kind: 'main' | 'side', now: Date): void => {
    if (call.replyId === undefined || call.replyId === '') return
    session
      .note({
        type: 'usage',
        sessionId: session.id,
        timestamp: now.toISOString(),
        source: call.source ?? kind,
        durationMs: Math.round(call.durationMs),
        ...(call.partial ? { partial: true } : {}),
        message: { id: call.replyId, model: call.model, usage: call.usage },
      })
      .catch(() => undefined)
  }

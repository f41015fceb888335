import type { Event } from '../../protocol/event.ts'
import { describeError, messageFields } from '../../protocol/messages/localized-text.ts'
import type { ThreadParts } from '../thread.ts'

/** The end of a turn that broke: what was spent before was spent. */
export const brokenTurn = (
  error: unknown,
  { session, tally }: Pick<ThreadParts, 'session' | 'tally'>,
  queued: number,
): Event => {
  const said = messageFields(describeError(error))
  const { usage, apiMs, requests } = tally
  return {
    type: 'turn_ended',
    terminal: { kind: 'model_error', ...said, error: 'unknown' },
    report: {
      durationMs: apiMs,
      apiDurationMs: apiMs,
      requests,
      text: said.message,
      stopReason: null,
      usage,
      cost: session.purse.accounts.cost,
      denials: [],
      queued,
    },
  }
}

/** The session file could not be written, or we made a mistake: said at once, with what is on disk as the truth. */
export const failedTurn = (
  error: unknown,
  thread: Pick<ThreadParts, 'session' | 'tally'>,
  queued: number,
): Event => {
  const where = (error instanceof Error && error.stack) || String(error)
  thread.session.config.runtime.log?.(`turn failed: ${where}`)
  thread.session.config.watch?.noted({ kind: 'internal_error', error })
  return brokenTurn(error, thread, queued)
}

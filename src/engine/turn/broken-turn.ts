import { errorText } from '../../lib/error-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { Accounts } from '../spending/accounts.ts'
import type { TurnTally } from '../spending/turn-tally.ts'

/** The end of a turn that broke: what was spent before was spent. */
export const brokenTurn = (
  error: unknown,
  { accounts, tally }: { readonly accounts: Accounts; readonly tally: TurnTally },
  queued: number,
): Event => {
  const message = errorText(error)
  const { usage, apiMs, requests } = tally
  return {
    type: 'turn_ended',
    terminal: { kind: 'model_error', message, error: 'unknown' },
    report: {
      durationMs: apiMs,
      apiDurationMs: apiMs,
      requests,
      text: message,
      stopReason: null,
      usage,
      cost: accounts.cost,
      denials: [],
      queued,
    },
  }
}

import type { TurnReport } from '../../protocol/event.ts'
import type { Accounts } from '../spending/accounts.ts'

/** The report of a turn that broke: what was spent before was spent. */
export const brokenReport = (text: string, accounts: Accounts, queued: number): TurnReport => ({
  durationMs: accounts.turn.apiMs,
  apiDurationMs: accounts.turn.apiMs,
  requests: accounts.turn.requests,
  text,
  stopReason: null,
  usage: accounts.turn.usage,
  cost: accounts.cost,
  denials: [],
  queued,
})

import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { type CostState, NO_USAGE } from '../../protocol/usage.ts'

/** A message that was read in the place of the event that would have brought it. */
export const asEntry = (message: Message, sessionId: string): Event => ({
  type: 'entry',
  replay: true,
  entry: {
    ...message,
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    entrypoint: '',
    cwd: '',
    sessionId,
    version: '',
    gitBranch: '',
  },
})

/** The end of a turn that came while nobody listened. */
export const endOfTurn = (cost: CostState = NO_COST): Event => ({
  type: 'turn_ended',
  terminal: { kind: 'completed', stopReason: null },
  report: {
    durationMs: 0,
    apiDurationMs: 0,
    requests: 0,
    text: '',
    stopReason: null,
    usage: NO_USAGE,
    cost,
    denials: [],
    queued: 0,
  },
})

const NO_COST: CostState = {
  totalCostUSD: 0,
  unpricedModels: [],
  apiDurationMs: 0,
  apiDurationWithoutRetriesMs: 0,
  toolDurationMs: 0,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
}

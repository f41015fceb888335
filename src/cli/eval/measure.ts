import { copyFileSync, existsSync } from 'node:fs'
import type { Measured } from '../../features/evals/run/ports.ts'
import type { TranscriptCall } from '../../features/evals/why-failed.ts'
import type { Price } from '../../features/sessions/ledger/ledger-rows.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { type Call, callsOf, hasFailed, type Story } from '../../features/sessions/ledger/story.ts'
import { addUsage, NO_USAGE } from '../../protocol/usage.ts'

/** Texts are only looked through for what complains. */
const LIMITS = { maxText: 4000 }

/** What a session file tells, which is kept at `copy`. */
export const measureSession = (path: string, copy: string, price: Price): Measured => {
  const nothing = {
    usd: 0,
    unpriced: false,
    usage: NO_USAGE,
    requests: 0,
    calls: 0,
    toolErrors: 0,
    questions: 0,
  }
  if (!existsSync(path)) return { ...nothing, began: false, list: [] }
  copyFileSync(path, copy)
  const story = readStory(path, LIMITS)
  const replies = [...story.turns.flatMap(turn => turn.replies), ...story.lanes.flatMap(lane => lane.replies)]
  const prices = replies.map(reply => price(reply.model, reply.usage))
  const calls = story.turns.flatMap(turn => callsOf(turn.steps))
  const all = [...calls, ...story.lanes.flatMap(lane => callsOf(lane.steps))]
  return {
    began: true,
    usd: spentBy(story, prices),
    unpriced: prices.some(usd => usd === undefined),
    usage: replies.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    requests: replies.length,
    calls: all.length,
    toolErrors: all.filter(call => call.refused === undefined && hasFailed(call)).length,
    questions: all.filter(call => call.refused).length,
    list: calls.map(asCall),
  }
}

/** The session's own account knows what was spent where nothing else is written down. */
const spentBy = ({ booked }: Story, prices: readonly (number | undefined)[]): number => {
  const known = prices.reduce<number>((sum, usd) => sum + (usd ?? 0), 0)
  return Math.max(known, booked?.totalCostUSD ?? 0)
}

const asCall = (call: Call): TranscriptCall => ({
  tool: call.tool,
  subject: call.subject,
  failed: hasFailed(call),
  kind: kindOf(call),
  result: call.result,
})

const kindOf = ({ effect }: Call): TranscriptCall['kind'] =>
  effect.kind === 'run' || effect.kind === 'write'
    ? effect.kind
    : effect.kind === 'look'
      ? (effect.attempt ?? 'look')
      : 'look'

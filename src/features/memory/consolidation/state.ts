import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { keepDamaged } from '../../../lib/files/stored-object.ts'
import type { MemoryDirectory } from '../memory-directory.ts'
import { readBounded } from '../read-bounded.ts'

/** What is known about earlier consolidations of a memory directory, in milliseconds since the epoch. */
export interface ConsolidationState {
  /** The last one that came to an end, well or not. */
  readonly lastAt: number
  /** One is under way since then. */
  readonly claimedAt?: number
}

const NONE: ConsolidationState = { lastAt: 0 }
const MAX_BYTES = 4096
const EVERY_MS = 24 * 60 * 60 * 1000
/** Whoever claimed it longer ago is dead or has given up. */
const CLAIM_MS = 30 * 60 * 1000
const FEWEST_SESSIONS = 5
const FEWEST_FILES = 2

const statePath = ({ path }: MemoryDirectory): string => join(path, '.consolidation.json')

export const readState = (directory: MemoryDirectory): ConsolidationState => {
  try {
    const value = JSON.parse(
      readBounded(statePath(directory), MAX_BYTES)?.text ?? '{}',
    ) as Partial<ConsolidationState>
    const lastAt = Number.isFinite(value.lastAt) ? (value.lastAt ?? 0) : 0
    return typeof value.claimedAt === 'number' ? { lastAt, claimedAt: value.claimedAt } : { lastAt }
  } catch {
    // A damaged note counts as none: the worst it does is one consolidation too many.
    return NONE
  }
}

export const writeState = (directory: MemoryDirectory, state: ConsolidationState): void => {
  keepDamaged(statePath(directory))
  writeFileAtomically(statePath(directory), Buffer.from(JSON.stringify(state)), { mode: 0o600 })
}

export const isClaimed = ({ claimedAt }: ConsolidationState, now: number): boolean =>
  claimedAt !== undefined && Math.abs(now - claimedAt) < CLAIM_MS

export const isDue = (
  state: ConsolidationState,
  facts: {
    readonly now: number
    readonly files: number
    sessionsSince(time: number): number
    /** A day that is over was logged since. */
    hasUnreadDay(time: number): boolean
  },
): boolean => {
  if (facts.now - state.lastAt < EVERY_MS) return false
  // A session that goes on for days is one session, and what it logged waits for this.
  if (facts.hasUnreadDay(state.lastAt)) return true
  return facts.files >= FEWEST_FILES && facts.sessionsSince(state.lastAt) >= FEWEST_SESSIONS
}

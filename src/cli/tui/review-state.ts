import type { ReviewState } from '../../frontends/tui/ports/system-port.ts'
import { isObject } from '../../lib/is-object.ts'

/** What GitHub's own program is asked; the address says where, whatever the folder is. */
export const reviewQuestion = (url: string): readonly string[] => [
  'pr',
  'view',
  url,
  '--json',
  'state,isDraft,reviewDecision',
]

const DECISIONS: Readonly<Record<string, ReviewState>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
}

/** Its answer; undefined for anything else. */
export const readReviewState = (answer: Buffer | undefined): ReviewState | undefined => {
  let said: unknown
  try {
    said = JSON.parse(answer?.toString('utf8') ?? '')
  } catch {
    // Not there, not signed in, no network.
    return undefined
  }
  if (!isObject(said)) return undefined
  if (said['state'] === 'MERGED') return 'merged'
  if (said['state'] === 'CLOSED') return 'closed'
  if (said['state'] !== 'OPEN') return undefined
  if (said['isDraft'] === true) return 'draft'
  return DECISIONS[String(said['reviewDecision'])] ?? 'pending'
}

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, JudgedFinding } from '../../features/code-review/finding.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { ExitError } from '../exit-error.ts'
import type { Change } from './change.ts'

/** A review as far as it came. Its two runs are workflows, which are gone on with by their ids. */
export interface Review {
  readonly id: string
  readonly change: Change
  readonly finders: readonly string[]
  readonly begun: readonly string[]
  /** Of all finders, before what is the same was put together. */
  readonly found?: number
  readonly merged?: readonly Finding[]
  readonly judged?: readonly JudgedFinding[]
  /** Finders that did not answer. */
  readonly missing?: readonly string[]
  readonly usd: number
}

const pathOf = (configHome: string, id: string): string => join(configHome, 'reviews', `${id}.json`)

export const saveReview = (configHome: string, review: Review): void => {
  mkdirSync(join(configHome, 'reviews'), { recursive: true, mode: 0o700 })
  writeFileAtomically(pathOf(configHome, review.id), Buffer.from(JSON.stringify(review)), { mode: 0o600 })
}

export const loadReview = (configHome: string, id: string): Review => {
  const path = pathOf(configHome, id)
  if (!/^w[0-9a-f]+$/.test(id) || !existsSync(path))
    throw new ExitError(2, codeReviewText('no_review', { name: JSON.stringify(id) }))
  return JSON.parse(readFileSync(path, 'utf8')) as Review
}

import type { ChecksState } from '../../protocol/agents/pull-requests.ts'

/** One check of the newest commit. What its forge says of it is foreign text. */
export interface Check {
  readonly name: string
  readonly state: 'pending' | 'passed' | 'failed' | 'neutral'
  readonly about?: string
  readonly url?: string
  /** By which its log can be read; absent: there is none to be had. */
  readonly log?: string
}

/** Something that somebody wrote about it. */
export interface Remark {
  readonly id: string
  readonly by: string
  readonly text: string
  readonly verdict?: 'approved' | 'changes requested' | 'dismissed'
  readonly place?: string
  /** What an answer has to name to stand below it; absent: answers stand at the end. */
  readonly thread?: string
}

/** A pull request as it stands. */
export interface Snapshot {
  readonly title: string
  readonly state: 'open' | 'closed' | 'merged'
  readonly head: {
    readonly sha: string
    readonly branch: string
    /** `owner/name`; absent: the repository it came from is gone. */
    readonly repository?: string
    /** The branch is not there any more. */
    readonly gone: boolean
  }
  readonly base: string
  readonly checks: readonly Check[]
  readonly remarks: readonly Remark[]
}

/** As one word: all of them are done before they have passed. */
export const checksState = (checks: readonly Check[]): ChecksState => {
  if (checks.some(({ state }) => state === 'failed')) return 'failed'
  if (checks.some(({ state }) => state === 'pending')) return 'pending'
  return checks.some(({ state }) => state === 'passed') ? 'passed' : 'none'
}

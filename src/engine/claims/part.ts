import type { GoalNews } from '../../protocol/agents/goal.ts'
import type { Part } from '../scope.ts'
import type { ClaimsOptions } from './options.ts'

export interface Claims extends Part {
  /** What the model should hear of what it said, in the place of the end of its turn: once in a turn. */
  judge(lastText: string): Promise<GoalNews | undefined>
}

/** Holds what the model says of its work against what was done. */
export const createClaims = (at: ClaimsOptions): Claims => {
  let isTold = false
  return {
    turnStarts() {
      isTold = false
    },
    async judge(lastText) {
      // A plan is no work.
      if (at.config.limits.trustsClaims || at.live.mode === 'plan' || lastText.trim() === '') return undefined
      const { findClaims } = await import('../../features/claims/find-claims.ts')
      const claims = findClaims(lastText)
      // Most replies claim nothing: what a claim is held against is not loaded for them.
      if (claims.length === 0) return undefined
      const { checkClaims } = await import('./check-claims.ts')
      const found = await checkClaims(at, claims)
      if (!found) return undefined
      // The person sees why the model goes on, or what it left standing.
      at.emit(found.note)
      if (isTold) return undefined
      isTold = true
      return found.news
    },
  }
}

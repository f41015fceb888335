import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import { behaviorName } from '../../../protocol/messages/permissions/rules.ts'
import type { Behavior, Rule } from '../../../protocol/permission.ts'
import { kindOf, type ReplayedCall, textOf } from './past-call.ts'

/** Calls of one kind whose verdict changes in the same way for the same reason. */
export interface ChangedCalls {
  readonly what: string
  readonly count: number
  readonly example: string
  readonly was: Behavior
  readonly why: LocalizedText
  /** The rule that decides now, when one does. */
  readonly rule?: Rule
}

/** What changed rules would have changed. */
export interface Comparison {
  readonly calls: number
  readonly unchanged: number
  readonly newlyRun: readonly ChangedCalls[]
  readonly newlyAsk: readonly ChangedCalls[]
  readonly newlyDenied: readonly ChangedCalls[]
}

const LIST = { allow: 'newlyRun', ask: 'newlyAsk', deny: 'newlyDenied' } as const

export const compareCalls = (calls: readonly ReplayedCall[]): Comparison => {
  const groups = { newlyRun: new Map(), newlyAsk: new Map(), newlyDenied: new Map() } as {
    readonly [K in (typeof LIST)[Behavior]]: Map<string, ChangedCalls>
  }
  let unchanged = 0
  for (const { call, before, after } of calls) {
    if (before.verdict === after.verdict) {
      unchanged += 1
      continue
    }
    const { rule } = after.because
    const gone = rule ? undefined : before.because.rule
    const what = kindOf(call)
    const key = JSON.stringify([what, before.verdict, rule?.behavior, rule?.text, gone?.text])
    const group = groups[LIST[after.verdict]]
    const known = group.get(key)
    group.set(key, {
      what,
      count: (known?.count ?? 0) + 1,
      example: known?.example ?? textOf(call),
      was: before.verdict,
      // A rule that used to decide and is gone says more than what decides without it.
      why:
        known?.why ??
        (gone
          ? explainText('rule_gone', { behavior: behaviorName(gone.behavior), rule: gone.text })
          : after.because.localized),
      ...(rule ? { rule } : {}),
    })
  }
  return {
    calls: calls.length,
    unchanged,
    newlyRun: byCount(groups.newlyRun),
    newlyAsk: byCount(groups.newlyAsk),
    newlyDenied: byCount(groups.newlyDenied),
  }
}

const byCount = (group: ReadonlyMap<string, ChangedCalls>): readonly ChangedCalls[] =>
  [...group.values()].sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1))

import { inertTags } from '../../lib/harness-tags.ts'
import type { Goal } from '../../protocol/agents/goal.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { CallEffect } from '../../protocol/context.ts'

/** For the model: what its goal is, and what the check says is missing. */
export const continueText = ({ check, rounds, budget }: Goal, why: string): string => {
  const what = nameOf(check)
  return `The goal of this session is not reached yet: ${what}\nThe check (${rounds} of at most ${budget.rounds}) says:\n${inertTags(why)}\nGo on working toward it. If it cannot be reached without the user, say what is missing and stop.`
}

const nameOf = (check: Goal['check']): string =>
  'command' in check ? `this command must end with exit code 0: ${check.command}` : check.condition

const MAX_WHY = 300

/** For the model: its goal is over. In the ledger, too, with the last end of a command that was the check. */
export const endText = ({ check, status, rounds, last = '' }: Goal): Attachment => {
  const why = inertTags(last.slice(0, MAX_WHY))
  const isReached = status === 'reached'
  const effects: readonly CallEffect[] = [
    ...('command' in check && isReached
      ? [
          {
            kind: 'command',
            text: check.command,
            outcome: 'done',
            detail: 'run as the check of the goal',
          } as const,
        ]
      : []),
    {
      kind: 'goal',
      text: 'command' in check ? `$ ${check.command}` : check.condition,
      outcome: isReached ? 'done' : 'failed',
      detail: `${rounds} ${rounds === 1 ? 'check' : 'checks'}${isReached || why === '' ? '' : `; ${why.replaceAll(/\s+/g, ' ')}`}`,
    },
  ]
  return {
    kind: 'goal_ended',
    text: isReached
      ? `The goal of this session is reached and not checked any more: ${nameOf(check)}\nThe last check says: ${why}`
      : `The goal of this session was given up before it was reached, and is not checked any more: ${nameOf(check)}\nWhy: ${why}`,
    effects,
    // What it asked for must not be followed any longer.
    endsSkill: 'goal',
  }
}

/** For a model whose history ends before that: its goal is over. */
export const NOT_IN_FORCE: Attachment = {
  kind: 'goal_ended',
  text: 'The goal that was set earlier in this conversation is not in force any more, and is not checked.',
  endsSkill: 'goal',
}

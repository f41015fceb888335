import { inertTags } from '../../lib/harness-tags.ts'
import type { Goal } from '../../protocol/agents/goal.ts'

/** For the model: what its goal is, and what the check says is missing. */
export const continueText = ({ check, rounds, budget }: Goal, why: string): string => {
  const what =
    'command' in check ? `this command must end with exit code 0: ${check.command}` : check.condition
  return `The goal of this session is not reached yet: ${what}\nThe check (${rounds} of at most ${budget.rounds}) says:\n${inertTags(why)}\nGo on working towards it. If it cannot be reached without the user, say what is missing and stop.`
}

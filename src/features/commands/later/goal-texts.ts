import type { Goal } from '../../../protocol/agents/goal.ts'

/** For the model, behind the person's words: a PROMPT of ours. */
export const promptForGoal = ({ check, budget }: Goal): string => {
  const how =
    'command' in check
      ? 'Work until that command ends with exit code 0. It is run for you whenever you end your turn'
      : 'Work until the goal is reached. Whenever you end your turn it is checked'
  return `${how}, and you hear what is missing; at most ${budget.rounds} times. Show what proves it: run the checks instead of assuming they pass. If it cannot be reached without the user, say what is missing and stop.`
}

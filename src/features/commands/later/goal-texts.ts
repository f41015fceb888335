import type { Goal } from '../../../protocol/agents/goal.ts'

/** For the model, in the person's name: a PROMPT. */
export const promptForGoal = ({ check, budget }: Goal): string => {
  const what =
    'command' in check
      ? `this command ends with exit code 0 (it is run for you whenever you end your turn):\n${check.command}`
      : check.condition
  return `Work until this is so: ${what}\n\nWhenever you end your turn it is checked, and you hear what is missing; at most ${budget.rounds} times. Show what proves it: run the checks instead of assuming they pass. If it cannot be reached without me, say what is missing and stop.`
}

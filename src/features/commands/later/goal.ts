import { dollars } from '../../../lib/dollars.ts'
import type { Goal } from '../../../protocol/agents/goal.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { promptForGoal } from './goal-texts.ts'
import { type GoalWords, readGoalWords } from './goal-words.ts'

export const goal: Pick<Command, 'run'> = {
  async run(args, host) {
    const words = readGoalWords(args)
    if (words.kind === 'show') return { kind: 'shown', text: tell(host.goals.now()) }
    return words.kind === 'clear' ? clear(host) : set(words, host)
  },
}

const set = (
  { check, budget }: Extract<GoalWords, { readonly kind: 'set' }>,
  { goals }: CommandHost,
): CommandOutcome => {
  const made = goals.set({ check, budget })
  return { kind: 'submit', text: `Goal: ${nameOf(made)}\n\n${promptForGoal(made)}` }
}

const clear = ({ goals }: CommandHost): CommandOutcome => {
  const before = goals.clear()
  return {
    kind: 'shown',
    text: before?.status === 'active' ? `Goal cleared: ${nameOf(before)}` : 'No goal is set.',
  }
}

const tell = (now: Goal | undefined): string => {
  if (!now) return 'No goal is set. Set one with /goal <condition>, or /goal $ <command> that must succeed.'
  const { rounds, budget, usd, activeMs, last } = now
  const minutes = Math.floor(activeMs / 60_000)
  return [
    `${HEADS[now.status]}: ${nameOf(now)}`,
    `Used: ${rounds} of ${budget.rounds} checks, ${minutes} of ${budget.minutes} min, ${dollars(usd)} of ${dollars(budget.usd)}.`,
    ...(last === undefined ? [] : [`Last check: ${last.replace(/\s+/g, ' ').slice(0, SHOWN)}`]),
    ...(now.status === 'active' ? ['Clear it with /goal clear.'] : []),
  ].join('\n')
}

const SHOWN = 300

const HEADS: Readonly<Record<Goal['status'], string>> = {
  active: 'Goal',
  reached: 'Goal reached',
  stopped: 'Goal not reached, stopped',
}

const nameOf = ({ check }: Goal): string => ('command' in check ? `$ ${check.command}` : check.condition)

import { dollars } from '../../../lib/dollars.ts'
import type { Goal, GoalBudget } from '../../../protocol/agents/goal.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { promptForGoal } from './goal-texts.ts'

const DEFAULTS: GoalBudget = { rounds: 25, minutes: 60, usd: 5 }
const MOST: GoalBudget = { rounds: 1_000, minutes: 7 * 24 * 60, usd: 10_000 }
const FLAGS: Readonly<Record<string, keyof GoalBudget>> = {
  turns: 'rounds',
  rounds: 'rounds',
  minutes: 'minutes',
  usd: 'usd',
}
const CLEARING = ['clear', 'stop', 'off', 'cancel', 'none']

export const goal: Pick<Command, 'run'> = {
  async run(args, host) {
    const words = args.trim()
    if (words === '') return { kind: 'shown', text: tell(host.goals.now()) }
    if (CLEARING.includes(words.toLowerCase())) return clear(host)
    return set(words, host)
  },
}

const set = (words: string, { goals }: CommandHost): CommandOutcome => {
  const { rest, budget } = readBudget(words)
  const command = /^\$\s*([\s\S]+)$/.exec(rest)?.[1]?.trim()
  if (rest === '' || rest === '$')
    throw new OpError('Say when the work is done: /goal all tests pass, or /goal $ npm test')
  const made = goals.set({ check: command === undefined ? { condition: rest } : { command }, budget })
  return { kind: 'submit', text: `Goal: ${nameOf(made)}`, skills: [promptForGoal(made)] }
}

/** `--turns 10 --usd 2 --minutes 30`, wherever they stand. */
const readBudget = (words: string): { readonly rest: string; readonly budget: GoalBudget } => {
  let budget = DEFAULTS
  const rest = words.replace(
    /(?:^|\s)--(turns|rounds|minutes|usd)(?:\s+|=)(\S+)/g,
    (_all, flag: string, text: string) => {
      const key = FLAGS[flag] ?? 'rounds'
      const amount = Number(text.replace(/^\$/, ''))
      if (!(amount > 0) || amount > MOST[key])
        throw new OpError(`--${flag} takes a number above 0 and up to ${MOST[key]}.`)
      budget = { ...budget, [key]: key === 'rounds' ? Math.ceil(amount) : amount }
      return ' '
    },
  )
  return { rest: rest.trim(), budget }
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

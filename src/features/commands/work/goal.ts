import { dollars } from '../../../lib/dollars.ts'
import type { Goal, GoalBudget } from '../../../protocol/agents/goal.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import { workAnswer } from '../../../protocol/messages/commands/work.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown } from '../answer.ts'
import { described } from '../described.ts'

export const goalCommand: Command = {
  ...described('goal'),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const words = readGoalWords(args)
    if (words.kind === 'show') return shown(tell(host.goals.now()))
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
  return shown(
    before?.status === 'active'
      ? workAnswer('goal_cleared', { goal: nameOf(before) })
      : workAnswer('goal_not_set'),
  )
}

const tell = (now: Goal | undefined): LocalizedText => {
  if (!now) return workAnswer('goal_usage')
  const { rounds, budget, usd, activeMs, last, localized } = now
  const minutes = Math.floor(activeMs / 60_000)
  return lines([
    workAnswer(`goal_${now.status}`, { goal: nameOf(now) }),
    workAnswer('goal_used', {
      rounds,
      maxRounds: budget.rounds,
      minutes,
      maxMinutes: budget.minutes,
      money: dollars(usd),
      maxMoney: dollars(budget.usd),
    }),
    ...(last === undefined
      ? []
      : [workAnswer('goal_last', { words: localized ?? last.replace(/\s+/g, ' ').slice(0, SHOWN) })]),
    ...(now.status === 'active' ? [workAnswer('goal_clear_hint')] : []),
  ])
}

const SHOWN = 300

const nameOf = ({ check }: Goal): string => ('command' in check ? `$ ${check.command}` : check.condition)

/** For the model, behind the person's words. */
const promptForGoal = ({ check, budget }: Goal): string => {
  const how =
    'command' in check
      ? 'Work until that command ends with exit code 0. It is run for you whenever you end your turn'
      : 'Work until the goal is reached. Whenever you end your turn it is checked'
  return `${how}, and you hear what is missing; at most ${budget.rounds} times. Show what proves it: run the checks instead of assuming they pass. If it cannot be reached without the user, say what is missing and stop.`
}

const DEFAULTS: GoalBudget = { rounds: 25, minutes: 60, usd: 5 }
const MOST: GoalBudget = { rounds: 1_000, minutes: 7 * 24 * 60, usd: 10_000 }
const FLAGS: Readonly<Record<string, keyof GoalBudget>> = {
  turns: 'rounds',
  rounds: 'rounds',
  minutes: 'minutes',
  usd: 'usd',
}
const CLEARING = ['clear', 'stop', 'off', 'cancel', 'none']

/** What the words behind `/goal` ask for. */
type GoalWords =
  | { readonly kind: 'show' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'set'; readonly check: Goal['check']; readonly budget: GoalBudget }

/** @throws OpError when they name no goal, or a budget that is none. */
export const readGoalWords = (args: string): GoalWords => {
  const words = args.trim()
  if (words === '') return { kind: 'show' }
  if (CLEARING.includes(words.toLowerCase())) return { kind: 'clear' }
  const { rest, budget } = readBudget(words)
  const command = /^\$\s*([\s\S]+)$/.exec(rest)?.[1]?.trim()
  if (rest === '' || rest === '$') throw new OpError(workAnswer('goal_takes'))
  return { kind: 'set', check: command === undefined ? { condition: rest } : { command }, budget }
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
        throw new OpError(usageAnswer('above_zero', { flag, most: MOST[key] }))
      budget = { ...budget, [key]: key === 'rounds' ? Math.ceil(amount) : amount }
      return ' '
    },
  )
  return { rest: rest.trim(), budget }
}

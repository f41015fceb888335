import type { Goal, GoalBudget } from '../../../protocol/agents/goal.ts'
import { OpError } from '../../../protocol/op.ts'

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
export type GoalWords =
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
  if (rest === '' || rest === '$')
    throw new OpError('Say when the work is done: /goal all tests pass, or /goal $ npm test')
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
        throw new OpError(`--${flag} takes a number above 0 and up to ${MOST[key]}.`)
      budget = { ...budget, [key]: key === 'rounds' ? Math.ceil(amount) : amount }
      return ' '
    },
  )
  return { rest: rest.trim(), budget }
}

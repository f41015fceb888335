import type { BudgetUse } from '../../protocol/budgets.ts'
import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { columns, dollars } from './columns.ts'

export const budgetCommand: Command = {
  name: 'budget',
  description: 'Show the limits on spending, or allow so much more',
  argumentHint: '[usd]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, rich }) {
    const usd = readAmount(args)
    if (usd !== undefined) await engine.send({ type: 'allow_spending', usd })
    const uses = await engine.query('budgets')
    const text = [...(usd === undefined ? [] : [allowed(usd, uses)]), ...limits(uses, rich)].join('\n\n')
    return { kind: 'shown', text }
  },
}

const readAmount = (args: string): number | undefined => {
  if (args === '') return undefined
  const usd = Number(args.replace(/^\$/, ''))
  if (!Number.isFinite(usd) || usd <= 0) throw new OpError('/budget takes an amount in USD, e.g. /budget 5.')
  return usd
}

/** A limit of the administrator stays where it is. */
const allowed = (usd: number, uses: readonly BudgetUse[]): string => {
  const least = Math.min(usd, ...uses.map(({ limit, spent }) => Math.max(0, limit - spent)))
  return least < usd - ROUNDING
    ? `At most ${dollars(least)} more may be spent: the administrator of this machine allows no more.`
    : `At most ${dollars(usd)} more may be spent, until the program ends.`
}

const ROUNDING = 1e-9

const limits = (uses: readonly BudgetUse[], rich: boolean): readonly string[] =>
  uses.length === 0
    ? ['Nothing limits spending. /budget 5 does, for this run; "budgets" in your settings does for good.']
    : [
        columns(
          ['limit for', 'limit', 'spent'],
          uses.map(({ scope, limit, spent }) => [NAMES[scope], dollars(limit), dollars(spent)]),
          rich,
        ),
      ]

const NAMES: Readonly<Record<BudgetUse['scope'], string>> = {
  run: 'this run',
  session: 'this session',
  day: 'today',
  project: 'this project',
}

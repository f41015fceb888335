import { dollars } from '../../lib/dollars.ts'
import type { BudgetUse } from '../../protocol/budgets.ts'
import type { Command } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { columns, grouped } from './columns.ts'

export const budgetCommand: Command = {
  name: 'budget',
  description: 'Show the budgets, allow more spending, or set a token budget per turn',
  argumentHint: '[usd | 500k | off]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine, rich }) {
    const tokens = readTokenAmount(args)
    if (tokens !== undefined) {
      await engine.send({ type: 'set_token_budget', ...(tokens === 0 ? {} : { tokens }) })
      return { kind: 'shown', text: perTurn(tokens) }
    }
    const usd = readAmount(args)
    if (usd !== undefined) await engine.send({ type: 'allow_spending', usd })
    const [uses, { tokenBudget = 0 }] = [await engine.query('budgets'), await engine.query('state')]
    const text = [
      ...(usd === undefined ? [] : [allowed(usd, uses)]),
      ...limits(uses, rich),
      ...(tokenBudget === 0 ? [] : [perTurn(tokenBudget)]),
    ].join('\n\n')
    return { kind: 'shown', text }
  },
}

/** Tokens have a k, an m or their name; zero: none. A bare number is money. */
const readTokenAmount = (args: string): number | undefined => {
  if (args === 'off') return 0
  const [, digits, size] = /^\+?(\d+(?:\.\d+)?)\s*(k|m|tokens)$/i.exec(args.replaceAll(',', '')) ?? []
  if (digits === undefined || size === undefined) return undefined
  return Math.round(Number(digits) * (SIZES[size.toLowerCase()] ?? 1))
}

const SIZES: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 }

const perTurn = (tokens: number): string =>
  tokens === 0
    ? 'No token budget: each turn ends when the model is done.'
    : `Each turn works with ${grouped(tokens)} output tokens: it goes on until they are nearly used up, and ends when they are. /budget off removes that.`

const readAmount = (args: string): number | undefined => {
  if (args === '') return undefined
  const usd = Number(args.replace(/^\$/, ''))
  if (!Number.isFinite(usd) || usd <= 0)
    throw new OpError('/budget takes an amount in USD (5), a number of tokens (500k), or off.')
  return usd
}

/** A limit of the administrator stays where it is. */
const allowed = (usd: number, uses: readonly BudgetUse[]): string => {
  const least = Math.min(usd, ...uses.map(({ limit, spent }) => Math.max(0, limit - spent)))
  return least < usd - ROUNDING
    ? `You can spend at most ${dollars(least)} more: your administrator allows no more.`
    : `You can spend ${dollars(usd)} more in this run.`
}

const ROUNDING = 1e-9

const limits = (uses: readonly BudgetUse[], rich: boolean): readonly string[] =>
  uses.length === 0
    ? [
        'No spending limit. Set one for this run with /budget 5, or permanently with "budgets" in your settings.',
      ]
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

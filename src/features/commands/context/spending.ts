import { dollars } from '../../../lib/dollars.ts'
import type { BudgetUse } from '../../../protocol/budgets.ts'
import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { CostState, SourceUsage } from '../../../protocol/usage.ts'
import { columns, grouped } from '../columns.ts'

export const costCommand: Command = {
  name: 'cost',
  aliases: ['usage', 'stats'],
  description: 'Show what this session cost',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'cost', when: 'always' },
  async run(_, { engine, rich }) {
    const cost = await engine.query('cost')
    return { kind: 'shown', text: [...headline(cost), ...background(cost), ...models(cost, rich)].join('\n') }
  },
}

const headline = (cost: CostState): readonly string[] => [
  total(cost),
  `Time: ${seconds(cost.apiDurationMs)} model time (${seconds(cost.apiDurationWithoutRetriesMs)} without retries), ${seconds(cost.toolDurationMs)} tool time.`,
  `Lines: ${cost.linesAdded} added, ${cost.linesRemoved} removed.`,
]

const total = ({ totalCostUSD, unpricedModels }: CostState): string =>
  unpricedModels.length === 0
    ? `Cost: ${dollars(totalCostUSD)}`
    : `Cost: at least ${dollars(totalCostUSD)}; the price of ${unpricedModels.join(', ')} is unknown.`

/** What nobody asked for is told apart: how often, how much of all input, for how much. */
const background = ({ bySource = {} }: CostState): readonly string[] => {
  const own = bySource.background
  if (!own) return []
  const input = (usage: SourceUsage): number =>
    usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens
  const all = Object.values(bySource).reduce((sum, usage) => sum + input(usage), 0)
  const share = ((100 * input(own)) / Math.max(1, all)).toFixed(1)
  const times = own.requests === 1 ? '1 request' : `${own.requests} requests`
  return [`Background (notes, memory): ${times}, ${share} % of all input, ${dollars(own.costUSD)}.`]
}

const models = ({ modelUsage }: CostState, rich: boolean): readonly string[] => {
  const rows = Object.entries(modelUsage).map(([model, usage]) => [
    model,
    usage.inputTokens,
    usage.cacheCreationInputTokens,
    usage.cacheReadInputTokens,
    usage.outputTokens,
    usage.costUSD === undefined ? 'unknown' : dollars(usage.costUSD),
  ])
  if (rows.length === 0) return []
  return ['', columns(['model', 'input', 'cache written', 'cache read', 'output', 'cost'], rows, rich)]
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

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

const DEFAULT_DAYS = 30

export const insightsCommand: Command = {
  name: 'insights',
  description: 'Show how you work here: sessions, tools, files and spending of the last 30 days',
  argumentHint: '[days]',
  group: 'context',
  headless: true,
  beside: true,
  async run(args, host) {
    const days = args === '' ? DEFAULT_DAYS : Number(args)
    if (!Number.isInteger(days) || days < 1) throw new OpError('/insights takes a number of days, such as 7.')
    return { kind: 'shown', text: await host.insights(days) }
  },
}

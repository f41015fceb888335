import { dollars } from '../../../lib/dollars.ts'
import { grouped } from '../../../lib/text/columns.ts'
import type { BudgetUse } from '../../../protocol/budgets.ts'
import type { Command } from '../../../protocol/command.ts'
import { spendingAnswer } from '../../../protocol/messages/commands/spending.ts'
import { cellText, headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { CostState, SourceUsage } from '../../../protocol/usage.ts'
import { paragraphs, shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const costCommand: Command = {
  ...described('cost', ['usage', 'stats']),
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'cost', when: 'always' },
  async run(_, { engine }) {
    const cost = await engine.query('cost')
    return shownLines([...headline(cost), ...background(cost), ...models(cost)])
  },
}

const headline = (cost: CostState): readonly LocalizedText[] => [
  total(cost),
  spendingAnswer('time', {
    model: seconds(cost.apiDurationMs),
    bare: seconds(cost.apiDurationWithoutRetriesMs),
    tools: seconds(cost.toolDurationMs),
  }),
  spendingAnswer('lines', { added: cost.linesAdded, removed: cost.linesRemoved }),
]

const total = ({ totalCostUSD, unpricedModels }: CostState): LocalizedText =>
  unpricedModels.length === 0
    ? spendingAnswer('cost', { money: dollars(totalCostUSD) })
    : spendingAnswer('cost_at_least', { money: dollars(totalCostUSD), models: unpricedModels })

/** What nobody asked for is told apart: how often, how much of all input, for how much. */
const background = ({ bySource = {} }: CostState): readonly LocalizedText[] => {
  const own = bySource.background
  if (!own) return []
  const input = (usage: SourceUsage): number =>
    usage.inputTokens + usage.cacheReadInputTokens + usage.cacheCreationInputTokens
  const all = Object.values(bySource).reduce((sum, usage) => sum + input(usage), 0)
  const share = ((100 * input(own)) / Math.max(1, all)).toFixed(1)
  const requests = spendingAnswer('requests', { count: own.requests })
  return [spendingAnswer('background', { requests, share, money: dollars(own.costUSD) })]
}

const models = ({ modelUsage }: CostState): readonly Text[] => {
  const rows = Object.entries(modelUsage).map(([model, usage]) => [
    model,
    usage.inputTokens,
    usage.cacheCreationInputTokens,
    usage.cacheReadInputTokens,
    usage.outputTokens,
    usage.costUSD === undefined ? cellText('unknown') : dollars(usage.costUSD),
  ])
  if (rows.length === 0) return []
  return ['', table(headerOf('model', 'input', 'cache_written', 'cache_read', 'output', 'cost'), rows)]
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const budgetCommand: Command = {
  ...described('budget'),
  group: 'context',
  headless: true,
  beside: true,
  async run(args, { engine }) {
    const tokens = readTokenAmount(args)
    if (tokens !== undefined) {
      await engine.send({ type: 'set_token_budget', ...(tokens === 0 ? {} : { tokens }) })
      return shown(perTurn(tokens))
    }
    const usd = readAmount(args)
    if (usd !== undefined) await engine.send({ type: 'allow_spending', usd })
    const [uses, { tokenBudget = 0 }] = [await engine.query('budgets'), await engine.query('state')]
    return shown(
      paragraphs([
        ...(usd === undefined ? [] : [allowed(usd, uses)]),
        limits(uses),
        ...(tokenBudget === 0 ? [] : [perTurn(tokenBudget)]),
      ]),
    )
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

const perTurn = (tokens: number): LocalizedText =>
  tokens === 0
    ? spendingAnswer('no_token_budget')
    : spendingAnswer('token_budget', { tokens: grouped(tokens) })

const readAmount = (args: string): number | undefined => {
  if (args === '') return undefined
  const usd = Number(args.replace(/^\$/, ''))
  if (!Number.isFinite(usd) || usd <= 0) throw new OpError(spendingAnswer('budget_takes'))
  return usd
}

/** A limit of the administrator stays where it is. */
const allowed = (usd: number, uses: readonly BudgetUse[]): LocalizedText => {
  const least = Math.min(usd, ...uses.map(({ limit, spent }) => Math.max(0, limit - spent)))
  return least < usd - ROUNDING
    ? spendingAnswer('spend_at_most', { money: dollars(least) })
    : spendingAnswer('spend_more', { money: dollars(usd) })
}

const ROUNDING = 1e-9

const limits = (uses: readonly BudgetUse[]): LocalizedText =>
  uses.length === 0
    ? spendingAnswer('no_limit')
    : table(
        headerOf('limit_for', 'limit', 'spent'),
        uses.map(({ scope, limit, spent }) => [
          spendingAnswer(SCOPES[scope]),
          dollars(limit),
          dollars(spent),
        ]),
      )

const SCOPES = { run: 'this_run', session: 'this_session', day: 'today', project: 'this_project' } as const

const DEFAULT_DAYS = 30

export const insightsCommand: Command = {
  ...described('insights'),
  group: 'context',
  headless: true,
  beside: true,
  async run(args, host) {
    const days = args === '' ? DEFAULT_DAYS : Number(args)
    if (!Number.isInteger(days) || days < 1) throw new OpError(spendingAnswer('insights_takes'))
    return shown(await host.insights(days))
  },
}

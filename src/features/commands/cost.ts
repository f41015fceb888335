import { dollars } from '../../lib/dollars.ts'
import type { Command } from '../../protocol/command.ts'
import type { CostState, SourceUsage } from '../../protocol/usage.ts'
import { columns } from './columns.ts'

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

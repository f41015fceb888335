import type { Command } from '../../protocol/command.ts'
import type { CostState } from '../../protocol/usage.ts'
import { columns, dollars } from './columns.ts'

export const costCommand: Command = {
  name: 'cost',
  aliases: ['usage', 'stats'],
  description: 'Show what the session has cost',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'cost', when: 'always' },
  async run(_, { engine, rich }) {
    const cost = await engine.query('cost')
    return { kind: 'shown', text: [...headline(cost), ...models(cost, rich)].join('\n') }
  },
}

const headline = (cost: CostState): readonly string[] => [
  total(cost),
  `Time: ${seconds(cost.apiDurationMs)} for the model (${seconds(cost.apiDurationWithoutRetriesMs)} without retries), ${seconds(cost.toolDurationMs)} for tools.`,
  `Lines: ${cost.linesAdded} added, ${cost.linesRemoved} removed.`,
]

const total = ({ totalCostUSD, unpricedModels }: CostState): string =>
  unpricedModels.length === 0
    ? `Cost: ${dollars(totalCostUSD)}`
    : `Cost: at least ${dollars(totalCostUSD)}; the price of ${unpricedModels.join(', ')} is not known.`

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

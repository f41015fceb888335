import { truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import { gapAfter, namesAfter } from '../../../../lib/text/written-signs.ts'
import { CALL_SOURCES, type CostState } from '../../../../protocol/usage.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { money, shortCount } from '../../text/amounts.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelRenderOptions } from '../panel-room.ts'

/** The sum, then by model and by what for; what is not known is said, never counted as nothing. */
export const costLines = (cost: CostState, look: PanelRenderOptions): readonly Line[] => {
  const { theme, words, width } = look
  const told = words.panels.cost
  const unpriced = cost.unpricedModels.length > 0
  const total = `${unpriced ? '≥ ' : ''}${money(cost.totalCostUSD)}`
  const warn = (text: string): readonly Line[] => wrapAnsi(theme.paint('warn', text), width)
  return [
    `${told.total}${gapAfter(told.total)}${theme.paint('strong', total)}`,
    ...(unpriced ? warn(told.unpriced(namesAfter(told.title, cost.unpricedModels.map(safeLine)))) : []),
    ...(cost.estimatedUSD ? warn(told.estimated(money(cost.estimatedUSD))) : []),
    ...wrapAnsi(
      theme.paint('dim', told.time(seconds(cost.apiDurationMs, look), seconds(cost.toolDurationMs, look))),
      width,
    ),
    ...wrapAnsi(theme.paint('dim', told.lines(cost.linesAdded, cost.linesRemoved)), width),
    ...modelLines(cost, look),
    ...sourceLines(cost, look),
  ]
}

const seconds = (ms: number, { words }: PanelRenderOptions): string => words.transcript.duration(ms)

const modelLines = ({ modelUsage }: CostState, look: PanelRenderOptions): readonly Line[] => {
  const models = Object.entries(modelUsage)
  if (models.length === 0) return ['', look.theme.paint('dim', look.words.panels.cost.nothing)]
  return [
    '',
    look.theme.paint('heading', look.words.panels.cost.byModel),
    ...models.flatMap(([model, usage]) => [
      entry(
        safeLine(model),
        usage.costUSD === undefined ? look.words.panels.unknownPrice : money(usage.costUSD),
        look,
      ),
      ...wrapAnsi(look.theme.paint('dim', tokensOf(usage, look)), look.width - 2).map(line => `  ${line}`),
    ]),
  ]
}

const sourceLines = ({ bySource }: CostState, look: PanelRenderOptions): readonly Line[] => {
  const sources = CALL_SOURCES.flatMap(source => {
    const usage = bySource?.[source]
    return usage && usage.requests > 0 ? [{ source, usage }] : []
  })
  if (sources.length === 0) return []
  const told = look.words.panels.cost
  return [
    '',
    look.theme.paint('heading', told.bySource),
    ...sources.map(({ source, usage }) =>
      entry(`${told.sources[source]} ×${usage.requests}`, money(usage.costUSD), look),
    ),
  ]
}

interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadInputTokens: number
  readonly cacheCreationInputTokens: number
}

const tokensOf = (usage: Tokens, { words }: PanelRenderOptions): string =>
  words.panels.cost.tokens({
    input: shortCount(usage.inputTokens),
    output: shortCount(usage.outputTokens),
    read: shortCount(usage.cacheReadInputTokens),
    written: shortCount(usage.cacheCreationInputTokens),
  })

const entry = (name: string, amount: string, { theme, width }: PanelRenderOptions): Line =>
  truncateAnsi(`${name}  ${theme.paint('strong', amount)}`, width)

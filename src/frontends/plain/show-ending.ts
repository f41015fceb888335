import { dollars } from '../../lib/dollars.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'
import type { TurnReport } from '../../protocol/event.ts'
import { inEnglish, type Localize } from '../../protocol/messages/localized-text.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { contextTokens } from '../../protocol/usage.ts'
import type { Paint } from './paint.ts'

interface EndingOptions {
  /** In the place of the cost where the caller knows better. */
  readonly price?: string | undefined
  readonly localize?: Localize | undefined
}

/** The last line of a turn. */
export const showEnding = (
  { terminal, report }: { readonly terminal: Terminal; readonly report: TurnReport },
  paint: Paint,
  { price = priceOf(report), localize = inEnglish }: EndingOptions = {},
): string => {
  const facts = [
    `${report.requests} model ${report.requests === 1 ? 'call' : 'calls'}`,
    `${contextTokens(report.usage).toLocaleString('en-US')} tokens`,
    price,
  ]
  const line = paint('dim', `— ${facts.join(', ')} —`)
  const trouble = troubleOf(terminal, localize)
  return trouble === undefined ? `${line}\n` : `${paint('red', escapeText(trouble))}\n${line}\n`
}

const priceOf = ({ cost }: TurnReport): string =>
  cost.unpricedModels.length > 0
    ? `at least ${dollars(cost.totalCostUSD)} (price of ${cost.unpricedModels.map(escapeText).join(', ')} not known)`
    : dollars(cost.totalCostUSD)

const troubleOf = (terminal: Terminal, localize: Localize): string | undefined => {
  switch (terminal.kind) {
    case 'completed':
      return undefined
    case 'aborted_streaming':
    case 'aborted_tools':
      return 'Interrupted.'
    case 'max_turns':
      return `Stopped after ${counted(terminal.limit, 'turn')}.`
    default:
      return localize(terminal.localized ?? terminal.message)
  }
}

import { dollars } from '../../lib/dollars.ts'
import { escapeText } from '../../lib/escape-text.ts'
import type { TurnReport } from '../../protocol/event.ts'
import { inEnglish, type Localize, type Text } from '../../protocol/messages/localized-text.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { contextTokens } from '../../protocol/usage.ts'
import type { Paint } from './paint.ts'

interface EndingOptions {
  /** In the place of the cost where the caller knows better. */
  readonly price?: Text | undefined
  readonly localize?: Localize | undefined
}

/** The last line of a turn. */
export const showEnding = (
  { terminal, report }: { readonly terminal: Terminal; readonly report: TurnReport },
  paint: Paint,
  { price = priceOf(report), localize = inEnglish }: EndingOptions = {},
): string => {
  const tokens = contextTokens(report.usage)
  const facts = [
    lineText('model_calls', { count: report.requests }),
    lineText('tokens', { count: tokens, number: tokens.toLocaleString('en-US') }),
    price,
  ]
  const line = paint('dim', localize(lineText('facts', { facts })))
  const trouble = troubleOf(terminal, localize)
  return trouble === undefined ? `${line}\n` : `${paint('red', escapeText(trouble))}\n${line}\n`
}

const priceOf = ({ cost }: TurnReport): Text => {
  const usd = dollars(cost.totalCostUSD)
  const models = cost.unpricedModels.map(model => escapeText(model))
  return models.length > 0 ? lineText('at_least', { usd, models }) : usd
}

const troubleOf = (terminal: Terminal, localize: Localize): string | undefined => {
  switch (terminal.kind) {
    case 'completed':
      return undefined
    case 'aborted_streaming':
    case 'aborted_tools':
      return localize(lineText('interrupted'))
    case 'max_turns':
      return localize(lineText('turns_over', { count: terminal.limit }))
    default:
      return localize(terminal.localized ?? terminal.message)
  }
}

import type { ListedAccess, ListedModel, ListedProvider } from '../../host/providers/list-models.ts'
import { padAnsi } from '../../lib/ansi-text.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { textWidth } from '../../lib/text-width.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import type { Localize, Text } from '../../protocol/messages/localized-text.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'

/** Provider by provider, as plain text. */
export const renderModels = (providers: readonly ListedProvider[], localize: Localize): string =>
  providers.map(provider => renderProvider(provider, localize)).join('\n\n')

const renderProvider = ({ name, title, access, models }: ListedProvider, localize: Localize): string => {
  const found = credentialOf(access)
  const head = `${found === undefined ? '·' : '✓'} ${title}  ${localize(found ?? hintOf(access))}`
  if (models.length === 0) return `${escapeText(head)}\n  ${name}/<model>`
  const rows = models.map(model =>
    [model.name, windowOf(model), priceOf(model), thinkingOf(model)].map(localize),
  )
  const widths = [0, 1, 2].map(at => Math.max(...rows.map(row => textWidth(row[at] ?? ''))))
  const lines = rows.map(row => row.map((cell, at) => padAnsi(cell, widths[at] ?? 0)).join('  '))
  return [head, ...lines.map(line => `  ${line.trimEnd()}`)].map(line => escapeText(line)).join('\n')
}

/** Where what opens the way comes from; undefined: nothing was found. */
const credentialOf = (access: ListedAccess): Text | undefined => {
  if (access.kind === 'key') return access.source
  if (access.kind === 'running') return answerText('model_running')
  return access.kind === 'keyless' ? answerText('no_key_needed') : undefined
}

const hintOf = (access: ListedAccess): Text => {
  if (access.kind === 'not-running') return answerText('not_running', { url: access.url })
  if (access.kind !== 'account' && access.kind !== 'no-key') return ''
  const { variables: keys } = access
  if (access.kind === 'no-key') return answerText('no_key', { keys })
  const { account } = access
  return keys.length === 0
    ? answerText('your_account', { account })
    : answerText('your_account_or', { account, keys })
}

const windowOf = ({ known, facts: { window } }: ListedModel): string => {
  const size = window >= 1_000_000 ? `${Math.round(window / 10_000) / 100}M` : `${Math.round(window / 1000)}K`
  return known ? size : `${size}?`
}

const priceOf = ({ facts: { price } }: ListedModel): Text => {
  if (!price) return answerText('price_unknown')
  return price.input === 0 && price.output === 0 ? answerText('free') : `$${price.input} / $${price.output}`
}

const thinkingOf = ({ known, facts: { thinking, effort = [] } }: ListedModel): Text => {
  if (!known) return ''
  const [from, to = from] = [effort[0], effort.at(-1)]
  if (from !== undefined && to !== undefined) return answerText('effort_range', { from, to })
  return thinking === 'budget' ? answerText('thinking_budget') : ''
}

/** For programs: stable names, nothing that is only assumed. */
export const jsonModel = (
  { name: provider, access }: ListedProvider,
  { name, known, facts }: ListedModel,
): object => ({
  model: name,
  provider,
  credential: inEnglish(credentialOf(access) ?? '') || null,
  ...(hintOf(access) === '' ? {} : { hint: inEnglish(hintOf(access)) }),
  known,
  ...(known
    ? {
        window: facts.window,
        maxOutput: facts.maxOutput,
        thinking: facts.thinking,
        effort: facts.effort ?? [],
        images: facts.images !== false,
        documents: facts.documents === true,
      }
    : {}),
  price: facts.price
    ? { input: facts.price.input, output: facts.price.output, cacheRead: facts.price.cacheRead }
    : null,
})

import type { ListedAccess, ListedModel, ListedProvider } from '../../host/providers/list-models.ts'
import { escapeText } from '../../lib/escape-text.ts'

/** Provider by provider, as plain text. */
export const renderModels = (providers: readonly ListedProvider[]): string =>
  providers.map(renderProvider).join('\n\n')

const renderProvider = ({ name, title, access, models }: ListedProvider): string => {
  const head = `${credentialOf(access) === undefined ? '·' : '✓'} ${title}  ${credentialOf(access) ?? hintOf(access)}`
  if (models.length === 0) return `${escapeText(head)}\n  ${name}/<model>`
  const rows = models.map(model => [model.name, windowOf(model), priceOf(model), thinkingOf(model)])
  const widths = [0, 1, 2].map(at => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  const lines = rows.map(row => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
  return [head, ...lines.map(line => `  ${line.trimEnd()}`)].map(line => escapeText(line)).join('\n')
}

/** Where what opens the way comes from; undefined: nothing was found. */
const credentialOf = (access: ListedAccess): string | undefined => {
  if (access.kind === 'key') return access.source
  return access.kind === 'running' ? 'running' : access.kind === 'keyless' ? 'no key needed' : undefined
}

const hintOf = (access: ListedAccess): string => {
  if (access.kind === 'not-running') return `not running at ${access.url}`
  if (access.kind !== 'account' && access.kind !== 'no-key') return ''
  const keys = access.variables.join(' or ')
  if (access.kind === 'no-key') return `no API key: set ${keys}`
  return `uses your ${access.account} account${keys === '' ? '' : `, or set ${keys}`}`
}

const windowOf = ({ known, facts: { window } }: ListedModel): string => {
  const size = window >= 1_000_000 ? `${Math.round(window / 10_000) / 100}M` : `${Math.round(window / 1000)}K`
  return known ? size : `${size}?`
}

const priceOf = ({ facts: { price } }: ListedModel): string => {
  if (!price) return 'price unknown'
  return price.input === 0 && price.output === 0 ? 'free' : `$${price.input} / $${price.output}`
}

const thinkingOf = ({ known, facts: { thinking, effort = [] } }: ListedModel): string => {
  if (!known) return ''
  const [lowest] = effort
  if (lowest !== undefined) return `effort ${lowest} to ${effort.at(-1)}`
  return thinking === 'budget' ? 'thinking budget' : ''
}

/** For programs: stable names, nothing that is only assumed. */
export const jsonModel = (
  { name: provider, access }: ListedProvider,
  { name, known, facts }: ListedModel,
): object => ({
  model: name,
  provider,
  credential: credentialOf(access) ?? null,
  ...(hintOf(access) === '' ? {} : { hint: hintOf(access) }),
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

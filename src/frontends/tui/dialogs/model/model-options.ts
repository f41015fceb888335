import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { textWidth } from '../../../../lib/text-width.ts'
import type { CacheReport } from '../../../../protocol/cache.ts'
import { EFFORTS, type Effort } from '../../../../protocol/model.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { ModelRow, ProviderAccess, ProviderModels } from '../../ports/models-port.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** What follows a name stands in a column; the same before and after servers are found, so that nothing jumps. */
const NAME_COLUMNS = 40
const MOST_LETTERS = 60

/** The value of the line that stands for providers which cannot be used now. */
export const UNFOLD = '\u0000unfold'

export interface ModelLists {
  /** What the session can switch to. */
  readonly models: Queries['models']
  /** Everybody who could answer from this machine; empty: not known, or not yet. */
  readonly listed: readonly ProviderModels[]
  readonly current: string
  /** Providers that cannot be used now are shown, too. */
  readonly unfolded?: boolean
}

/**
 * Provider by provider, those that can be used first; each model once, the one in use marked. Those that need a key, an
 * account or a running server are behind one line; typing finds them.
 */
export const modelOptions = (
  { models, listed, current, unfolded = false }: ModelLists,
  words: Pick<Words['panels'], 'model' | 'unknownPrice'>,
): readonly Option<string>[] => {
  const named = new Set(listed.flatMap(provider => provider.models.map(({ value }) => value)))
  const rest = [...new Map(models.map(model => [model.value, model])).values()]
    .filter(({ value }) => !named.has(value))
    .map(({ value, description }) => ({ value, name: value, detail: description }))
  const isListed = named.has(current) || rest.some(({ value }) => value === current)
  const others = isListed || current === '' ? rest : [{ value: current, name: current, detail: '' }, ...rest]
  const options = others.map(({ value, name, detail }) => rowOf({ value, name, detail, current }))
  if (listed.length === 0) return options
  const isUsable = ({ access, models: rows }: ProviderModels): boolean =>
    RANK[access.kind] === 0 || rows.some(({ value }) => value === current)
  const groups = listed.toSorted((a, b) => RANK[a.access.kind] - RANK[b.access.kind])
  const usable = groups.filter(isUsable).flatMap(provider => groupOf(provider, { current, words }))
  const unusable = groups.filter(provider => !isUsable(provider))
  const behind = unusable.flatMap(provider => groupOf(provider, { current, words }))
  const more = others.length === 0 ? [] : [headingOf(words.model.other, ''), ...options]
  if (unfolded || unusable.length === 0) return [...usable, ...more, ...behind]
  return [
    ...usable,
    ...more,
    foldOf(words.model.more(unusable.length)),
    ...behind.map(option => ({ ...option, folded: true })),
  ]
}

const foldOf = (label: string): Option<string> => ({ value: UNFOLD, label: `  ${label}`, fold: true })

const RANK: Readonly<Record<ProviderAccess['kind'], number>> = {
  key: 0,
  running: 0,
  keyless: 0,
  account: 1,
  'no-key': 2,
  'not-running': 3,
}

interface Saying {
  readonly current: string
  readonly words: Pick<Words['panels'], 'model' | 'unknownPrice'>
}

const groupOf = (
  { title, access, models }: ProviderModels,
  { current, words }: Saying,
): readonly Option<string>[] => {
  const heading = headingOf(title, accessText(access, words.model))
  // What a server that does not run has is not known.
  if (access.kind === 'not-running') return [heading]
  if (models.length === 0) return []
  const off = access.kind === 'no-key'
  const rows = models.map(model => ({
    ...rowOf({ value: model.value, name: model.value, detail: factsText(model, words), current }),
    also: title,
    ...(off && model.value !== current ? { disabled: true } : {}),
  }))
  return [heading, ...rows]
}

const headingOf = (title: string, detail: string): Option<string> => ({
  value: '',
  label: escapeProse(title, MOST_LETTERS),
  detail: escapeProse(detail, 120),
  heading: true,
  disabled: true,
})

const rowOf = (row: {
  readonly value: string
  readonly name: string
  readonly detail: string
  readonly current: string
}): Option<string> => {
  const name = escapeLine(row.name, MOST_LETTERS)
  return {
    value: row.value,
    label: `${row.value === row.current ? '✓' : ' '} ${name}${' '.repeat(Math.max(0, NAME_COLUMNS - textWidth(name)))}`,
    detail: escapeProse(row.detail, 120),
  }
}

const accessText = (access: ProviderAccess, words: Words['panels']['model']): string => {
  switch (access.kind) {
    case 'key':
      return access.source
    case 'running':
      return words.running
    case 'keyless':
      return words.keyless
    case 'account':
      return words.account(access.account, access.variables.join(words.or))
    case 'no-key':
      return words.noKey(access.variables.join(words.or))
    case 'not-running':
      return words.notRunning(access.url)
  }
}

const factsText = ({ known, window, price }: ModelRow, words: Saying['words']): string => {
  const size = window >= 1_000_000 ? `${Math.round(window / 10_000) / 100}M` : `${Math.round(window / 1000)}K`
  const sum = !price
    ? words.unknownPrice
    : price.input === 0 && price.output === 0
      ? words.model.free
      : `$${price.input} / $${price.output}`
  return `${`${size}${known ? '' : '?'}`.padEnd(6)} ${sum}`
}

/** How long a provider keeps what it has read, unless it says otherwise. */
const WARM_MS = 5 * 60_000

/** Tokens of the conversation that the model in use has in its cache now: another one would read them anew. */
export const warmTokens = ({ requests }: CacheReport, now: number): number => {
  const last = requests.findLast(line => line.source === 'main')
  if (!last || now - Date.parse(last.at) > WARM_MS) return 0
  const cached = last.cacheRead + last.cacheWrite
  return cached === 0 ? 0 : cached + last.input
}

const LEVELS: readonly (Effort | undefined)[] = [undefined, ...EFFORTS]

/** The next level in that direction; undefined is the default of the model. */
export const stepEffort = (effort: Effort | undefined, step: 1 | -1): Effort | undefined =>
  LEVELS[Math.max(0, Math.min(LEVELS.length - 1, LEVELS.indexOf(effort) + step))]

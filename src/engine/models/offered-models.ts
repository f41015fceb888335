import { isAvailable } from '../../features/models/available-models.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import { modelName } from '../../protocol/model-name.ts'
import type { Queries } from '../../protocol/query.ts'
import type { ModelChoice } from './options.ts'

type Offer = Pick<ModelChoice, 'rows' | 'available' | 'reachable'>

/** What can be switched to, provider by provider: each id once, as settings say it. */
export const offeredModels = (models: Offer): Queries['models'] =>
  offered(models).map(row => ({
    value: row.id,
    displayName: row.title ?? modelName(row.id),
    description: describe(row),
    ...(row.effort?.length ? { supportsEffort: true, supportedEffortLevels: row.effort } : {}),
  }))

const offered = ({ rows, available, reachable = [] }: Offer): readonly ModelFacts[] => {
  const ids = [...new Set([...MODEL_ROWS, ...rows].map(({ id }) => id))]
  // A row that settings changed stands before the one it was made of.
  return ids
    .flatMap(id => rows.find(row => row.id === id) ?? MODEL_ROWS.find(row => row.id === id) ?? [])
    .filter(({ id, provider }) => provider === undefined || isNamed(id, provider, reachable))
    .filter(({ id }) => !available || isAvailable(id, available))
}

/** A model of another provider is offered by its whole name, and where the way there is open. */
const isNamed = (id: string, provider: string, reachable: readonly string[]): boolean =>
  reachable.includes(provider) && id.startsWith(`${provider}/`)

const describe = ({ window, price, about }: ModelFacts): string => {
  if (about !== undefined) return about
  const size = `${window.toLocaleString('en-US')} tokens`
  return price ? `${size} · $${price.input} / $${price.output}` : size
}

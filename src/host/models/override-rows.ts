import { findModel } from '../../features/models/catalogue.ts'
import { priceOf } from '../../features/models/model-rows.ts'
import { baseOf, type ModelFacts } from '../../protocol/model.ts'
import type { ModelOverride } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'

/** Models as the settings change or add them; `models` before `modelOverrides`, which is the older name. */
export const overrideRows = (
  { models, modelOverrides, providers = {} }: Settings,
  known: readonly ModelFacts[] = [],
): readonly ModelFacts[] =>
  Object.entries({ ...ofProviders(providers), ...modelOverrides, ...models }).flatMap(([id, change]) =>
    typeof change === 'string' ? [] : [overrideRow(id, change, known)],
  )

const overrideRow = (
  id: string,
  { price, fast, ...change }: ModelOverride,
  known: readonly ModelFacts[],
): ModelFacts => ({
  ...findModel(id, known).facts,
  ...(change as Partial<ModelFacts>),
  id,
  ...(price ? { price: priceOf(price) } : {}),
  ...(fast ? { fast: { price: priceOf(fast) } } : {}),
})

/** Models that a provider of the settings brings, by the name they are chosen with. */
const ofProviders = (
  providers: NonNullable<Settings['providers']>,
): Readonly<Record<string, ModelOverride>> =>
  Object.fromEntries(
    Object.entries(providers).flatMap(([name, { models = [] }]) =>
      models.map(({ id, ...facts }) => [`${name.toLowerCase()}/${id}`, facts]),
    ),
  )

/** What whoever answers calls a model, where settings say it: an ARN, a deployment. */
export const providerIds = ({
  modelOverrides = {},
}: Pick<Settings, 'modelOverrides'>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(modelOverrides).flatMap(([id, value]) =>
      typeof value === 'string' ? [[baseOf(id), value] as const] : [],
    ),
  )

import { findModel } from '../../features/models/catalogue.ts'
import { CNY_PER_USD, priceOf } from '../../features/models/model-rows.ts'
import { baseOf, type ModelFacts } from '../../protocol/model.ts'
import type { ModelOverride, PriceSetting } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'

/** Models as the settings change or add them; `models` before `modelOverrides`, which is the older name. */
export const overrideRows = (
  { models, modelOverrides, providers = {}, exchangeRates }: Settings,
  known: readonly ModelFacts[] = [],
): readonly ModelFacts[] => {
  const at = { known, perUsd: exchangeRates?.CNY ?? CNY_PER_USD }
  return Object.entries({ ...ofProviders(providers), ...modelOverrides, ...models }).flatMap(
    ([id, change]) => (typeof change === 'string' ? [] : [overrideRow(id, change, at)]),
  )
}

const overrideRow = (
  id: string,
  { price, fast, ...change }: ModelOverride,
  { known, perUsd }: { readonly known: readonly ModelFacts[]; readonly perUsd: number },
): ModelFacts => {
  const { listed, ...facts } = findModel(id, known).facts
  return {
    ...facts,
    ...(listed && !price ? { listed } : {}),
    ...(change as Partial<ModelFacts>),
    id,
    ...(price ? pricedAs(price, perUsd) : {}),
    ...(fast ? { fast: { price: priceOf(fast) } } : {}),
  }
}

/** As settings say it, in USD or in what they name. */
const pricedAs = (
  { currency = 'USD', ...price }: PriceSetting,
  perUsd: number,
): Pick<ModelFacts, 'price' | 'listed'> => {
  if (currency === 'USD') return { price: priceOf(price) }
  const inUsd = Object.entries(price).map(([name, value]) => [name, value / perUsd])
  return {
    listed: { cacheRead: price.input, ...price, currency },
    price: priceOf(Object.fromEntries(inUsd) as Omit<PriceSetting, 'currency'>),
  }
}

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

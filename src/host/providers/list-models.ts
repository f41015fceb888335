import { ALL_ROWS, rowsAtRates } from '../../features/models/all-rows.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import { newerModels } from '../../features/models/newer-models.ts'
import { namedRows } from '../../features/models/other-rows.ts'
import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { Env } from '../../protocol/host.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isLoopback } from '../credentials/credentials.ts'
import { overrideRows } from '../models/override-rows.ts'
import { knownProviders } from './known-providers.ts'
import { type KeyLocation, providerCredential } from './provider-credential.ts'
import { type SavedModelList, safeAddress, savedModelsFor } from './saved-models.ts'

/** A model that can be asked for by `name`. */
export interface ListedModel {
  readonly name: string
  readonly known: boolean
  readonly facts: ModelFacts
}

/** Whether it can be used, and what it needs where it cannot. */
export type ListedAccess =
  /** `source`: where what opens the way comes from. */
  | { readonly kind: 'key'; readonly source: string }
  | { readonly kind: 'keyless' }
  | { readonly kind: 'running' }
  /** Whether anybody is signed in there is seen when it is used; or one of these is set. */
  | { readonly kind: 'account'; readonly account: string; readonly variables: readonly string[] }
  | { readonly kind: 'no-key'; readonly variables: readonly string[] }
  | { readonly kind: 'not-running'; readonly url: string }

export interface ListedProvider {
  readonly name: string
  readonly title: string
  readonly access: ListedAccess
  readonly models: readonly ListedModel[]
}

export interface Listing {
  readonly env: Env
  readonly settings: Settings
  /** Where the key of the first provider comes from. */
  readonly own: string | undefined
  /** Where keys may come from beside the environment. */
  readonly places?: KeyLocation
  /** Only this one, by name. */
  readonly only?: string
  /** The models that servers on this machine have, by provider; absent: it does not answer. */
  readonly served: ReadonlyMap<string, readonly string[]>
  /** What providers listed when they were last asked; absent: nobody did. */
  readonly kept?: ReadonlyMap<string, SavedModelList>
  /** Where the first provider is. */
  readonly address?: string
}

/** Every provider in the order of the table, with what is known of its models. */
export const listModels = (listing: Listing): readonly ListedProvider[] => {
  const { settings, only } = listing
  const known = namedRows(rowsAtRates(settings))
  const rows = [...overrideRows(settings, known), ...known]
  const seen = new Set<string>()
  return knownProviders(settings, ALL_PROVIDERS).flatMap(provider => {
    const { name, title } = provider
    if (seen.has(name) || (only !== undefined && name !== only)) return []
    seen.add(name)
    if (only === undefined && !isWorthALine(provider, listing)) return []
    const models = namesOf(provider, listing).map(each => {
      const { facts, known: isKnown } = findModel(each, rows)
      return { name: each, known: isKnown, facts }
    })
    return [{ name, title, access: accessOf(provider, listing), models }]
  })
}

/** Another way to somebody is listed where its key is there, and another protocol of theirs only by name. */
const isWorthALine = (provider: Provider, { env, places, settings }: Listing): boolean =>
  provider.wayTo === undefined ||
  settings.providers?.[provider.name] !== undefined ||
  (provider.storedAs === undefined && providerCredential(provider, env, places) !== undefined)

const namesOf = (provider: Provider, listing: Listing): readonly string[] => {
  const { name, sells, models } = provider
  const { settings, served } = listing
  const asked = served.get(name)
  const newer = newerOf(provider, listing)
  if (name === anthropic.name)
    return asked ? asked.map(nameAtFirst) : [...newer, ...MODEL_ROWS.map(({ id }) => id)]
  const own = settings.providers?.[name]?.models?.map(({ id }) => id)
  const usual = models ? [models.usual, models.small ?? models.usual] : []
  const ids =
    asked ??
    own ??
    (sells
      ? Object.keys(sells)
      : [...usual, ...newer, ...ALL_ROWS.filter(row => row.provider === name).map(({ id }) => id)])
  return [...new Set(ids)].map(id => `${name}/${id}`)
}

/** What the catalogue does not have of what a provider listed when it was last asked. */
const newerOf = (provider: Provider, { kept, address, env }: Listing): readonly string[] => {
  const { name } = provider
  if (!kept?.has(name)) return []
  const isFirst = name === anthropic.name
  const at = isFirst ? address : safeAddress(provider, env)
  const rows = isFirst ? MODEL_ROWS : ALL_ROWS.filter(row => row.provider === name)
  return at === undefined
    ? []
    : newerModels(rows, savedModelsFor(kept, { provider: name, address: at })).map(({ id }) => id)
}

/** A gateway may have `openai/gpt-x`, which by itself would name another provider. */
const nameAtFirst = (id: string): string => (id.includes('/') ? `${anthropic.name}/${id}` : id)

const ACCOUNTS = { aws: 'AWS', google: 'Google Cloud', azure: 'Azure' } as const

const accessOf = (provider: Provider, listing: Listing): ListedAccess => {
  const { env, own, served } = listing
  const { name, auth, account, keyless } = provider
  const variables = auth.map(({ variable }) => variable)
  if (name === anthropic.name)
    return own === undefined
      ? { kind: 'no-key', variables }
      : own === 'none'
        ? { kind: 'keyless' }
        : { kind: 'key', source: own }
  // Whoever listed the models of a server is not asked whether it runs: it was not looked for.
  const url = keyless && !listing.settings.providers?.[name]?.models ? localAddress(provider, env) : undefined
  if (url !== undefined) return served.has(name) ? { kind: 'running' } : { kind: 'not-running', url }
  const found = providerCredential(provider, env, listing.places)
  if (found) return found.source === 'none' ? { kind: 'keyless' } : { kind: 'key', source: found.source }
  return account === undefined
    ? { kind: 'no-key', variables }
    : { kind: 'account', account: ACCOUNTS[account], variables }
}

/** Where it listens on this machine; undefined: elsewhere, where nobody looks. */
const localAddress = (provider: Provider, env: Env): string | undefined => {
  const address = safeAddress(provider, env)
  return address !== undefined && isLoopback(address) ? address : undefined
}

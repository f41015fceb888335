import { findModel } from '../../features/models/catalogue.ts'
import { MODEL_ROWS } from '../../features/models/model-rows.ts'
import { namedRows, OTHER_ROWS } from '../../features/models/other-rows.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { Env } from '../../protocol/host.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'
import { overrideRows } from '../choose-models.ts'
import { knownProviders } from './known-providers.ts'
import { type KeyPlace, providerCredential } from './provider-credential.ts'

/** A model that can be asked for by `name`. */
export interface ListedModel {
  readonly name: string
  readonly known: boolean
  readonly facts: ModelFacts
}

export interface ListedProvider {
  readonly name: string
  readonly title: string
  /** Where what opens the way to it comes from. Absent: nothing was found. */
  readonly credential?: string
  /** What to do where nothing was found. */
  readonly hint?: string
  readonly models: readonly ListedModel[]
}

export interface Listing {
  readonly env: Env
  readonly settings: Settings
  /** Where the key of the first provider comes from. */
  readonly own: string | undefined
  /** Where keys may come from beside the environment. */
  readonly places?: KeyPlace
  /** Only this one, by name. */
  readonly only?: string
  /** The models that servers on this machine have, by provider; absent: it does not answer. */
  readonly served: ReadonlyMap<string, readonly string[]>
}

/** Every provider in the order of the table, with what is known of its models. */
export const listModels = (listing: Listing): readonly ListedProvider[] => {
  const { settings, only } = listing
  const known = namedRows()
  const rows = [...overrideRows(settings, known), ...known]
  const seen = new Set<string>()
  return knownProviders(settings).flatMap(provider => {
    const { name, title } = provider
    if (seen.has(name) || (only !== undefined && name !== only)) return []
    seen.add(name)
    const models = namesOf(provider, listing).map(each => {
      const { facts, known: isKnown } = findModel(each, rows)
      return { name: each, known: isKnown, facts }
    })
    return [{ name, title, ...accessOf(provider, listing), models }]
  })
}

const namesOf = ({ name, sells, models }: Provider, { settings, served }: Listing): readonly string[] => {
  if (name === anthropic.name) return MODEL_ROWS.map(({ id }) => id)
  const own = settings.providers?.[name]?.models?.map(({ id }) => id)
  const usual = models ? [models.usual, models.small ?? models.usual] : []
  const ids =
    served.get(name) ??
    own ??
    (sells
      ? Object.keys(sells)
      : [...usual, ...OTHER_ROWS.filter(row => row.provider === name).map(({ id }) => id)])
  return [...new Set(ids)].map(id => `${name}/${id}`)
}

const ACCOUNTS = { aws: 'AWS', google: 'Google Cloud', azure: 'Azure' } as const

const accessOf = (
  provider: Provider,
  { env, own, served, places }: Listing,
): Pick<ListedProvider, 'credential' | 'hint'> => {
  const { name, auth, account, keyless, endpoint } = provider
  const keys = auth.map(({ variable }) => variable).join(' or ')
  if (name === anthropic.name)
    return own === undefined ? { hint: `no API key: set ${keys}` } : { credential: own }
  const isLocal = keyless && endpoint.url.startsWith('http://127.0.0.1')
  if (isLocal)
    return served.has(name) ? { credential: 'running' } : { hint: `not running at ${endpoint.url}` }
  const found = providerCredential(provider, env, places)
  if (found) return { credential: found.source === 'none' ? 'no key needed' : found.source }
  if (account === undefined) return { hint: `no API key: set ${keys}` }
  return { hint: `uses your ${ACCOUNTS[account]} account${keys === '' ? '' : `, or set ${keys}`}` }
}

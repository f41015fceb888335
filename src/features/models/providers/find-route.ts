import { nearestName } from '../../../lib/nearest-name.ts'
import { providerText } from '../../../protocol/messages/host/providers.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Provider } from './provider.ts'

/** Who answers for the name of a model, and what they call it. */
export interface Route {
  readonly provider: Provider
  readonly id: string
}

export interface KnownRoutes {
  readonly providers: readonly Provider[]
  /** Answers for what names nobody and is nobody's. */
  readonly fallback: Provider
  /** The fallback has none but its own models: no other id can be meant for it. */
  readonly onlyOwn?: boolean
  /** Whose model it is, by the catalogue. */
  ownerOf?(id: string): Provider | undefined
  /** Something opens the way to the provider. */
  isOpen?(provider: Provider): boolean
}

/**
 * `openai/gpt-x` names its provider. Any other name is the maker's whose model it is, where the way there is open;
 * else the default provider's, slashes and all.
 */
export const findRoute = (name: string, known: KnownRoutes): Route => {
  const slash = name.indexOf('/')
  const prefix = slash > 0 ? name.slice(0, slash).toLowerCase() : undefined
  const provider = known.providers.find(each => each.name === prefix)
  const id = name.slice(slash + 1)
  const route = provider && id !== '' ? { provider, id } : { provider: unnamed(name, known), id: name }
  return { ...route, id: route.provider.sells?.[route.id] ?? route.id }
}

/** A maker without a key is named all the same where nobody else could have the model: then the key is asked for. */
const unnamed = (id: string, { fallback, onlyOwn, ownerOf, isOpen }: KnownRoutes): Provider => {
  if (fallback.sells?.[id] !== undefined) return fallback
  const owner = ownerOf?.(id)
  return owner && (onlyOwn || isOpen?.(owner)) ? owner : fallback
}

/** What is said of `opanai/gpt-x`: a beginning that is nobody's name, and nearly somebody's. */
export const mistypedProvider = (
  name: string,
  { providers, onlyOwn }: Pick<KnownRoutes, 'providers' | 'onlyOwn'>,
): LocalizedText | undefined => {
  const slash = name.indexOf('/')
  if (!onlyOwn || slash <= 0) return undefined
  const prefix = name.slice(0, slash).toLowerCase()
  const names = providers.map(each => each.name)
  const nearest = names.includes(prefix) ? undefined : nearestName(prefix, names)
  return nearest === undefined
    ? undefined
    : providerText('mistyped', { name: prefix, meant: `${nearest}${name.slice(slash)}` })
}

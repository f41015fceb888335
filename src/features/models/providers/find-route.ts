import type { Provider } from './provider.ts'

/** Who answers for the name of a model, and what they call it. */
export interface Route {
  readonly provider: Provider
  readonly id: string
}

/**
 * `openai/gpt-x` names its provider; any other name is the default provider's. A name that begins with no known
 * provider is one whole, slashes and all.
 */
export const findRoute = (
  name: string,
  known: { readonly providers: readonly Provider[]; readonly fallback: Provider },
): Route => {
  const slash = name.indexOf('/')
  const prefix = slash > 0 ? name.slice(0, slash).toLowerCase() : undefined
  const provider = known.providers.find(each => each.name === prefix)
  const id = name.slice(slash + 1)
  const route = provider && id !== '' ? { provider, id } : { provider: known.fallback, id: name }
  return { ...route, id: route.provider.sells?.[route.id] ?? route.id }
}

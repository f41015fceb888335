import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import { knownProviders, settingOf } from '../providers/known-providers.ts'
import { FIRST_PROVIDER } from './stored-credentials.ts'

export type SignInWay = 'key' | 'browser' | 'device'

/** Somebody who can be signed in to. */
export interface SignInChoice {
  readonly name: string
  readonly title: string
  readonly ways: readonly SignInWay[]
  readonly keysAt?: string
}

type WithProviders = Pick<Settings, 'providers'>

/** Everybody who takes a key or signs people in; the usual one first. */
export const signInChoices = (settings: WithProviders): readonly SignInChoice[] => {
  const seen = new Set<string>()
  const all = knownProviders(settings, ALL_PROVIDERS).flatMap(provider => {
    const { name, title, keysAt } = provider
    const ways = waysOf(provider, settings)
    if (seen.has(name) || ways.length === 0) return []
    seen.add(name)
    return [{ name, title, ways, ...(keysAt === undefined ? {} : { keysAt }) }]
  })
  const isFirst = ({ name }: SignInChoice): boolean => name === FIRST_PROVIDER
  return [...all.filter(isFirst), ...all.filter(each => !isFirst(each))]
}

/** The client that signs people in to it, if there is one. */
export const clientOf = ({ name, oauth }: Provider, settings: WithProviders): ProviderOAuth | undefined =>
  settingOf(settings, name)?.oauth ?? oauth

const waysOf = (provider: Provider, settings: WithProviders): readonly SignInWay[] => {
  const { auth, account, keyless, storedAs, endpoint } = provider
  if (storedAs !== undefined) return []
  const client = clientOf(provider, settings)
  const isLocal = keyless && endpoint.url.startsWith('http://127.0.0.1')
  return [
    ...(client && (client.authorizationEndpoint ?? client.issuer) ? (['browser'] as const) : []),
    ...(client && (client.deviceEndpoint ?? client.issuer) ? (['device'] as const) : []),
    ...(isLocal || (auth.length === 0 && account) ? [] : (['key'] as const)),
  ]
}

import type { Provider } from '../../features/models/providers/provider.ts'
import type { Env } from '../../protocol/host.ts'
import type { ProviderSetting } from '../../protocol/provider-settings.ts'
import { keySchemeOf } from '../providers/known-providers.ts'
import { fixed } from './credentials.ts'
import type { FoundCredential } from './hosted-credential.ts'

/** Stands in a list of keys for the one that a sign-in saved. */
const SAVED_KEY = 'saved'

/** The keys that settings name for a provider, as far as they are there; undefined: the usual ways count. */
export const severalKeys = (
  provider: Provider,
  env: Env,
  {
    setting: { keys = [], keyOrder = 'in-order' } = {},
    saved,
  }: {
    readonly setting: Pick<ProviderSetting, 'keys' | 'keyOrder'> | undefined
    /** What a sign-in saved. */
    saved(): FoundCredential | undefined
  },
): FoundCredential | undefined => {
  const scheme = keySchemeOf(provider)
  const found = keys.flatMap(name => {
    if (name === SAVED_KEY) return saved() ?? []
    const secret = env[name]
    return secret ? fixed(name, scheme, secret) : []
  })
  const [first] = found
  if (!first || found.length === 1) return first
  return {
    source: first.source,
    identity: JSON.stringify([keyOrder, found.map(({ identity }) => identity)]),
    create: () => {
      const members = found.map(({ create }) => create())
      const opened = import('./turning-keys.ts').then(
        ({ TurningKeys }) => new TurningKeys(members, { title: provider.title, order: keyOrder }),
      )
      return {
        source: first.source,
        prepare: async () => await (await opened).prepare(),
        authorize: async request => await (await opened).authorize(request),
        renew: async refused => await (await opened).renew(refused),
        used: async sent => (await opened).used(sent),
        sourceOf: async refused => (await opened).sourceOf(refused),
        limited: async (refused, waitMs) => (await opened).limited(refused, waitMs),
      }
    },
  }
}

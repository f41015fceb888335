import type { Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn } from '../environment.ts'

/**
 * Who answers for a model that names nobody: the one that settings say, else the first with a credential in the
 * environment, else the first of all.
 */
export const chooseProvider = (
  providers: readonly Provider[],
  from: {
    readonly settings: Pick<Settings, 'provider'>
    readonly env: Env
    /** Something that was stored or configured opens the way to it. */
    isOpen?(provider: Provider): boolean
    /** The one before all others, if there is a credential for it. */
    readonly first: { readonly provider: Provider; readonly open: boolean }
  },
): Provider => {
  const { provider: wanted } = from.settings
  if (wanted !== undefined) {
    const named = providers.find(({ name }) => name === wanted.toLowerCase())
    if (named) return named
    const known = [...new Set(providers.map(({ name }) => name))]
    throw new HostError('provider', providerText('unknown_setting', { name: wanted, known }))
  }
  const switched = providers.find(each => each.switch !== undefined && isOn(from.env, each.switch))
  if (switched) return switched
  if (from.first.open) return from.first.provider
  const open = providers.find(
    ({ auth, byName }) => !byName && auth.some(({ variable }) => from.env[variable]),
  )
  const stored = open ? undefined : providers.find(each => !each.keyless && from.isOpen?.(each))
  return open ?? stored ?? from.first.provider
}

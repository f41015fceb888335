import { MORE_KEYS, PROVIDERS } from '../../features/models/providers/index.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { Reaching } from './reach-models.ts'
import { isOfFirst } from './rows-in-use.ts'

/** Everybody, where one may be asked whom not every run knows: in front of a person, or by a key or a name. */
export const moreProviders = async ({
  request: { interactive, env, overrides },
  environment: { stored = {}, model, smallModel, redirects },
  gathered: { settings, ownEnv },
}: Pick<Reaching, 'request' | 'environment' | 'gathered'>): Promise<readonly Provider[] | undefined> => {
  const { provider, providers = {} } = settings
  const named = [provider, ...Object.keys(providers), ...Object.keys(stored)]
  const asked = [overrides.model, model, smallModel, settings.model, settings.smallFastModel]
  const others = [overrides.fallbackModel, settings.fallbackModel, settings.compaction?.model].flat()
  const isWanted =
    interactive === true ||
    MORE_KEYS.some(name => env[name] || ownEnv[name]) ||
    named.some(name => name !== undefined && !isKnown(name)) ||
    [...asked, ...others, ...Object.values(redirects)].some(
      name => name !== undefined && !isOfFirst(name) && !isKnown(name.slice(0, name.indexOf('/'))),
    )
  return isWanted ? (await import('../../features/models/providers/all.ts')).ALL_PROVIDERS : undefined
}

const isKnown = (name: string): boolean => PROVIDERS.some(each => each.name === name.toLowerCase())

import { MORE_KEYS, PROVIDERS } from '../../features/models/providers/index.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { findProviders, type Providers, type Reaching } from './reach-models.ts'
import { isOfFirst } from './rows-in-use.ts'

/** Who can be asked; nobody has to be where a model was brought or a recording is played. */
export const providersOf = async ({
  start,
  ...from
}: Reaching & { readonly start: Parameters<typeof findProviders>[1] }): Promise<Providers | undefined> =>
  from.request.model || from.request.overrides.replay !== undefined
    ? undefined
    : findProviders({ ...from, all: await moreProviders(from) }, start)

/** Everybody, where one may be asked whom not every run knows: in front of a person, or by a key or a name. */
export const moreProviders = async ({
  request: { interactive, env, overrides },
  environment: { stored = {}, model, smallModel, redirects },
  gathered: { settings, ownEnv },
}: Pick<Reaching, 'request' | 'environment' | 'gathered'>): Promise<readonly Provider[] | undefined> => {
  const { provider, providers = {} } = settings
  const named = [provider, ...Object.keys(providers), ...Object.keys(stored)]
  const asked = [overrides.model, overrides.advisor, model, smallModel]
  const set = [settings.model, settings.planModel, settings.advisorModel, settings.smallFastModel]
  const others = [overrides.fallbackModel, settings.fallbackModel, settings.compaction?.model].flat()
  const isWanted =
    interactive === true ||
    MORE_KEYS.some(name => env[name] || ownEnv[name]) ||
    named.some(name => name !== undefined && !isKnown(name)) ||
    [...asked, ...set, ...others, ...Object.values(redirects)].some(
      name => name !== undefined && !isOfFirst(name) && !isKnown(name.slice(0, name.indexOf('/'))),
    )
  return isWanted ? (await import('../../features/models/providers/all.ts')).ALL_PROVIDERS : undefined
}

const isKnown = (name: string): boolean => PROVIDERS.some(each => each.name === name.toLowerCase())

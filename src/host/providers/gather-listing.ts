import { isAvailable } from '../../features/models/available-models.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Env } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { findCredential } from '../credentials/credentials.ts'
import { withStoredCredentials } from '../credentials/stored-credentials.ts'
import { readEnvironment } from '../environment.ts'
import { ownHome } from '../profiles/profile.ts'
import { gatherSettings, type SettingsOverrides } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'
import { type ListedProvider, listModels } from './list-models.ts'
import { firstHelper } from './provider-credential.ts'
import { keepListed, type Refreshed } from './refresh-models.ts'
import { firstAddress, readSavedModels } from './saved-models.ts'
import { refreshable, servedModels } from './served-models.ts'

/** Every provider with its models, as a session that began here and now could use them. */
export const gatherListing = async (
  start: Start,
  from: {
    readonly env: Env
    readonly overrides?: SettingsOverrides
    readonly only?: string | undefined
    /** Providers are asked for their lists, which are kept: hears what came of it. */
    onRefreshed?(refreshed: readonly Refreshed[]): void
    readonly signal: AbortSignal
    readonly warn: Warn
  },
): Promise<readonly ListedProvider[]> => {
  const { settings, ownEnv } = gatherSettings(from.overrides ?? {}, { ...start, env: from.env })
  const env = { ...from.env, ...ownEnv }
  const environment = withStoredCredentials(readEnvironment({ ...env, ...settings.env }), {
    configHome: ownHome(start),
    helper: settings.apiKeyHelper,
    warn: from.warn,
  })
  const places = { settings, ...environment, cwd: start.cwd, configHome: ownHome(start) }
  const own = findCredential(anthropic, environment, firstHelper(places, env))
  const { only, signal } = from
  const asking = { settings, env, said: ownEnv, environment, own, only, signal }
  if (from.onRefreshed) {
    const listed = await servedModels({ ...asking, everywhere: true })
    from.onRefreshed(
      keepListed(refreshable(asking), { listed, env, environment, configHome: ownHome(start) }),
    )
  }
  const served = await servedModels(asking)
  const listed = listModels({
    kept: readSavedModels(ownHome(start)),
    address: firstAddress(environment),
    env,
    settings,
    own: own?.source,
    places,
    served,
    ...(only === undefined ? {} : { only }),
  })
  const { availableModels: list } = settings
  if (!list) return listed
  return listed
    .map(provider => ({ ...provider, models: provider.models.filter(({ name }) => isAvailable(name, list)) }))
    .filter(({ models }) => models.length > 0)
}

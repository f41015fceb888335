import { PROVIDERS } from '../features/models/providers/index.ts'
import { HostError, type OpenRequest } from '../protocol/host.ts'
import type { Model } from '../protocol/model.ts'
import { connectModel } from './connect-model.ts'
import type { Connections } from './connections.ts'
import { findCredential } from './credentials.ts'
import type { EnvironmentOptions } from './environment.ts'
import type { Gathered } from './gather-settings.ts'
import { NO_CREDENTIALS } from './no-credentials.ts'

interface Connecting {
  readonly request: OpenRequest
  readonly environment: EnvironmentOptions
  readonly gathered: Gathered
  readonly connections: Connections
  readonly version: string
  readonly log?: (line: string) => void
}

/** The model that answers: the provider's, one that plays a recording, or one that the caller brought. */
export const connect = async (
  connecting: Connecting,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string },
): Promise<{ readonly model: Model; readonly credential: string }> => {
  const { request, environment, gathered } = connecting
  const { overrides, env } = request
  if (request.model) return { model: request.model, credential: 'none' }
  const taped = { ...place, env, secrets: gathered.settings.secrets }
  if (overrides.replay !== undefined) {
    const { openReplay } = await import('./tape.ts')
    return { model: openReplay(overrides.replay, taped), credential: 'none' }
  }
  const { model, credential } = await reach(connecting, place)
  if (overrides.record === undefined) return { model, credential }
  const { recordTo } = await import('./tape.ts')
  const run = {
    ...(request.recorded ?? { argv: [] }),
    ...(environment.baseUrl === undefined ? {} : { baseUrl: new URL(environment.baseUrl).origin }),
  }
  return { model: recordTo(overrides.record, model, { ...taped, run }), credential }
}

/** Over a connection of the host, which others may use, too. */
const reach = async (
  { request, environment, gathered, connections, version, log }: Connecting,
  { cwd }: { readonly cwd: string },
): Promise<{ readonly model: Model; readonly credential: string }> => {
  const [provider] = PROVIDERS
  const helper = { command: gathered.settings.apiKeyHelper, env: request.env, cwd }
  const found = findCredential(provider, environment, helper)
  if (!found) throw new HostError('no_credentials', NO_CREDENTIALS)
  const { baseUrl, proxy } = environment
  const connection = connections.find({ provider, baseUrl, found, proxy })
  await connection.credential.prepare?.()
  const model = connectModel(environment, connection, { provider, version, ...(log ? { log } : {}) })
  return { model, credential: found.source }
}

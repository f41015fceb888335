import type { RunOptions } from '../cli/args/run-options.ts'
import type { Model } from '../protocol/model.ts'
import { connectModel, findCredential, NoCredentialsError } from './connect-model.ts'
import type { Env, EnvironmentOptions } from './environment.ts'
import type { Gathered } from './gather-settings.ts'

interface Connecting {
  readonly options: RunOptions
  readonly environment: EnvironmentOptions
  readonly gathered: Gathered
  /** Of the process. */
  readonly from: {
    readonly env: Env
    readonly version: string
    readonly argv: readonly string[]
    /** Stands in for the provider. */
    readonly model?: Model
  }
  readonly log?: (line: string) => void
}

/** The model that answers: the provider's, one that plays a recording, or one that the caller brought. */
export const connect = async (
  { options, environment, gathered, from, log }: Connecting,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string },
): Promise<{ readonly model: Model; readonly credential: string }> => {
  if (from.model) return { model: from.model, credential: 'none' }
  const taped = { ...place, env: from.env, secrets: gathered.settings.secrets }
  if (options.replay !== undefined) {
    const { openReplay } = await import('./tape.ts')
    return { model: openReplay(options.replay, taped), credential: 'none' }
  }
  const credential = await findCredential(environment, {
    command: gathered.settings.apiKeyHelper,
    env: from.env,
    cwd: place.cwd,
  })
  if (!credential) throw new NoCredentialsError()
  const model = connectModel(environment, credential, { version: from.version, ...(log ? { log } : {}) })
  if (options.record === undefined) return { model, credential: credential.source }
  const { recordTo } = await import('./tape.ts')
  const run = {
    argv: from.argv,
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
    ...(environment.baseUrl === undefined ? {} : { baseUrl: new URL(environment.baseUrl).origin }),
  }
  return { model: recordTo(options.record, model, { ...taped, run }), credential: credential.source }
}

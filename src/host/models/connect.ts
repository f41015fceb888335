import { HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import type { Model } from '../../protocol/model.ts'
import type { Providers, Reaching } from '../providers/reach-models.ts'

/** The model that answers: the provider's, one that plays a recording, or one that the caller brought. */
export const connect = async (
  connecting: Pick<Reaching, 'request' | 'environment' | 'gathered'> & {
    /** Absent: nobody has to be reached. */
    readonly providers: Providers | undefined
    /** Of the model the session begins with. */
    readonly name: string
    readonly log: ((line: string) => void) | undefined
  },
  place: { readonly cwd: string; readonly home: string; readonly configHome: string },
): Promise<{ readonly model: Model; readonly credential: string }> => {
  const { request, environment, gathered, providers, log } = connecting
  const { overrides, env } = request
  if (request.model) return { model: request.model, credential: 'none' }
  const taped = { ...place, env, secrets: gathered.settings.secrets }
  if (overrides.replay !== undefined) {
    const { openReplay } = await import('./recorder.ts')
    return { model: openReplay(overrides.replay, taped), credential: 'none' }
  }
  if (!providers) throw new HostError('provider', providerText('no_model'))
  const { model, credential } = await providers.reach(connecting.name, log)
  if (overrides.record === undefined) return { model, credential }
  const { recordTo } = await import('./recorder.ts')
  const run = {
    ...(request.recorded ?? { argv: [] }),
    ...(environment.baseUrl === undefined ? {} : { baseUrl: new URL(environment.baseUrl).origin }),
  }
  return { model: recordTo(overrides.record, model, { ...taped, run }), credential }
}

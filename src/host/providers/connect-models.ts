import type { ModelChoice } from '../../engine/options/model-choice.ts'
import type { Overrides } from '../../protocol/host.ts'
import { chooseModels } from '../choose-models.ts'
import { connect } from '../connect.ts'
import type { Providers, Reaching } from './reach-models.ts'

/** Which models are used for what, and the way to them. */
export const connectModels = async (
  from: Pick<Reaching, 'request' | 'environment' | 'gathered'> & {
    readonly providers: Providers | undefined
    /** What an agent that runs the conversation asks for is in them. */
    readonly overrides: Overrides
    readonly resumed: string | undefined
    readonly log: ((line: string) => void) | undefined
    warn(text: string): void
  },
  place: { readonly cwd: string; readonly home: string; readonly configHome: string },
): Promise<{ readonly models: ModelChoice; readonly credential: string }> => {
  const { request, environment, gathered, overrides, resumed, warn } = from
  const models = chooseModels({
    options: overrides,
    env: environment,
    settings: gathered.settings,
    resumed,
    interactive: request.interactive ?? false,
    warn,
  })
  const { model, credential } = await connect({ ...from, name: models.name }, place)
  return { models: { ...models, model }, credential }
}

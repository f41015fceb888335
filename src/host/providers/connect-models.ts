import type { ModelChoice } from '../../engine/models/options.ts'
import type { Protocol, Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError, type Overrides } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { ModelFacts } from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'
import { connect } from '../models/connect.ts'
import { chooseModels } from '../models/options.ts'
import { isVendor } from '../web/options.ts'
import { addressOf } from './provider-credential.ts'
import type { Providers, Reaching } from './reach-models.ts'

/** Which models are used for what, and the way to them. */
export const connectModels = async (
  from: Pick<Reaching, 'request' | 'environment' | 'gathered'> & {
    readonly providers: Providers | undefined
    /** What an agent that runs the conversation asks for is in them. */
    readonly overrides: Overrides
    readonly resumed: string | undefined
    readonly log: ((line: string) => void) | undefined
    readonly warn: Warn
  },
  place: { readonly cwd: string; readonly home: string; readonly configHome: string },
): Promise<{ readonly models: ModelChoice; readonly credential: string }> => {
  const { request, environment, gathered, providers, overrides, resumed, warn } = from
  const { settings } = gathered
  const chosen = overrides.model ?? resumed ?? environment.model ?? settings.model
  const isOpen = (chosen === undefined || chosen === 'default') && !environment.redirects.default
  if (isOpen && providers?.unnamed !== undefined) throw new HostError('request', providers.unnamed)
  const names = [chosen, ...others(overrides, settings), environment.smallModel]
  const learned = await providers?.learn([...names, ...Object.values(environment.redirects)])
  const known = await withNamed({ ...request.env, ...gathered.ownEnv }, learned)
  const models = chooseModels({
    options: overrides,
    env: environment,
    settings,
    ...(known ? { known } : {}),
    smallOf: name => smallOf(providers, name),
    resumed,
    interactive: request.interactive ?? false,
    warn,
  })
  const { model, credential } = await connect({ ...from, name: models.name }, place)
  const { reachable } = providers ?? {}
  const reservesOutput = (name: string): boolean =>
    answers(providers, name, provider => provider.reservesOutput === true)
  const needsListedTools = (name: string): boolean =>
    answers(providers, name, ({ protocol }) => !CALLS_ANY_TOOL.has(protocol))
  const searches = (name: string): boolean =>
    providers
      ? answers(providers, name, provider => searchesItself(provider, { ...request.env, ...settings.env }))
      : isVendor(environment.baseUrl)
  const facts = { reservesOutput, needsListedTools, searches }
  return { models: { ...models, model, ...facts, ...(reachable ? { reachable } : {}) }, credential }
}

/** What variables name a model by, and say of it. */
const withNamed = async (
  env: Env,
  known: readonly ModelFacts[] | undefined,
): Promise<readonly ModelFacts[] | undefined> => {
  if (!Object.keys(env).some(name => /^ANTHROPIC_(?:CUSTOM_MODEL_OPTION$|DEFAULT_\w+_MODEL_)/.test(name)))
    return known
  const { namedModels } = await import('../models/named-models.ts')
  return [...namedModels(env, known ?? []), ...(known ?? [])]
}

/** Protocols that let a model call a tool it was only told of in words; others refuse names that were not declared. */
const CALLS_ANY_TOOL: ReadonlySet<Protocol> = new Set(['anthropic', 'bedrock', 'vertex'])

/** Gateways and local servers speak the protocol, but few of them run the vendor's server tools. */
export const searchesItself = (provider: Provider, env: Env): boolean => {
  if (provider.searchesAt === undefined) return false
  const at = addressOf(provider, env)
  return URL.canParse(at) && new URL(at).host === provider.searchesAt
}

/** What else may be asked in the session, by name. */
const others = (overrides: Overrides, settings: Settings): readonly (string | undefined)[] => [
  ...(overrides.fallbackModel ?? []),
  ...[settings.fallbackModel ?? []].flat(),
  overrides.advisor,
  settings.advisorModel,
  settings.smallFastModel,
  settings.planModel,
  settings.compaction?.model,
]

/** A name that nobody answers for is told of when it is asked. */
const answers = (
  providers: Providers | undefined,
  name: string,
  fact: (provider: Provider) => boolean,
): boolean => {
  try {
    return providers !== undefined && fact(providers.route(name).provider)
  } catch (error) {
    if (error instanceof HostError) return false
    throw error
  }
}

/** For small questions beside a model: the small one of the same provider. */
const smallOf = (providers: Providers | undefined, name: string): string | undefined => {
  const provider = providers?.route(name).provider
  const small = provider?.models?.small
  return small === undefined ? undefined : `${provider?.name}/${small}`
}

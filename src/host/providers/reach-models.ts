import { FAMILIES, newestOf } from '../../features/models/catalogue.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import {
  findRoute,
  type KnownRoutes,
  mistypedProvider,
  type Route,
} from '../../features/models/providers/find-route.ts'
import { MORE_KEYS } from '../../features/models/providers/index.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError, type OpenRequest } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { baseOf, type Model, ModelError, type ModelFacts } from '../../protocol/model.ts'
import { findCredential, isLoopback } from '../credentials/credentials.ts'
import type { FoundCredential } from '../credentials/hosted-credential.ts'

import type { EnvironmentOptions } from '../environment.ts'
import { connectModel } from '../models/connect-model.ts'
import type { Connections, ModelConnectionOptions } from '../models/connections.ts'
import { providerIds } from '../models/override-rows.ts'
import { ownHome } from '../profiles/profile.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'
import type { AccountCommands } from './cloud/sign-in-again.ts'
import { knownProviders } from './known-providers.ts'
import { chooseProvider } from './options.ts'
import {
  addressOf,
  firstHelper,
  gatewayCredential,
  type KeyLocation,
  missingFirst,
  missingKey,
  providerCredential,
} from './provider-credential.ts'
import { headerSecrets, providerHeaders } from './provider-headers.ts'
import { createRoutedModel } from './routed-model.ts'
import { ownerIn, rowsInUse } from './rows-in-use.ts'
import { listedBy, readSavedModels, type SavedModelList, withSavedModels } from './saved-models.ts'
import { KEY_SECRETS, secureWay, wayIdentity } from './secure-way.ts'

export interface Reaching {
  readonly request: OpenRequest
  readonly environment: EnvironmentOptions
  readonly gathered: Gathered
  readonly connections: Connections
  readonly version: string
  /** Everybody, where somebody may be asked whom not every run knows. */
  readonly all?: readonly Provider[] | undefined
}

type Log = (line: string) => void

export interface Providers {
  /** What the environment says, with the names of models that count where it leaves them open. */
  readonly environment: EnvironmentOptions
  /** Who answers for a name. Throws HostError for a provider that is nearly one. */
  route(name: string): Route
  /** What is known of the models of others, where these names or a key may lead to them; counts for routes, too. */
  learn(names: readonly (string | undefined)[]): Promise<readonly ModelFacts[]>
  /** Whom else than the first a key opens the way to. */
  readonly reachable: readonly string[]
  /** What is said where nobody names a model, and nothing is usual. */
  readonly unnamed?: LocalizedText
  /** The variables that open the way to any provider, in use or not. */
  readonly secretNames: readonly string[]
  /** The model of the session, and where what opens the way to the one it begins with came from. Throws HostError. */
  reach(name: string, log: Log | undefined): Promise<{ readonly model: Model; readonly credential: string }>
}

/** Who can be asked in this session, and how. */
export const findProviders = (
  from: Reaching,
  { cwd, configHome, profile }: Partial<Start> & Pick<Start, 'cwd'>,
): Providers => {
  const reaching = withOwnEnv(from)
  const { request, gathered, environment } = reaching
  const { settings } = gathered
  const keys = { settings, ...environment, cwd, ...keptIn({ configHome, profile }) }
  const kept = readSavedModels(keys.configHome)
  const own = findCredential(anthropic, environment, firstHelper(keys, request.env))
  const providers = knownProviders(settings, reaching.all)
  const ids = providerIds(settings)
  const fallback = chooseProvider(providers, {
    settings,
    env: request.env,
    isOpen: each => each !== anthropic && providerCredential(each, request.env, keys) !== undefined,
    first: { provider: anthropic, open: own !== undefined },
  })
  const secretNames = [...secretsOf(providers, settings)]
  let known: KnownRoutes = { providers, fallback, onlyOwn: hasOnlyOwn(fallback, reaching) }
  const isReachable = (provider: Provider): boolean =>
    provider === anthropic ? own !== undefined : providerCredential(provider, request.env, keys) !== undefined
  const route = (name: string): Route => {
    const mistyped = mistypedProvider(name, known)
    if (mistyped !== undefined) throw new HostError('provider', mistyped)
    const found = findRoute(name, known)
    const own = ids.size === 0 ? undefined : ids.get(baseOf(withoutPrefix(name, found.provider)))
    return own === undefined ? found : { ...found, id: own }
  }
  const others = providers.filter(
    each => each !== anthropic && (each === fallback || (!each.keyless && !each.byName && isReachable(each))),
  )
  const learn = async (names: readonly (string | undefined)[]): Promise<readonly ModelFacts[]> => {
    // Whoever sits in front of it may switch to any of them; whoever sells the first one's has none of their own.
    const hasMore = others.some(({ sells }) => sells === undefined)
    const isOpen = hasMore || request.interactive === true
    const listed = listedBy(providers, kept, request.env)
    const more = reaching.all && settings
    const rows = await rowsInUse(names, { isOpen, listed, more, usual: fallback.name })
    known = { ...known, ownerOf: ownerIn(rows, { providers, first: anthropic }), isOpen: isReachable }
    return rows
  }
  const reached = new Map<string, Model | Promise<Model>>()
  let log: Log | undefined
  const connect = async (provider: Provider): Promise<Reached> => {
    for (const name of [...provider.secretNames, ...headerSecrets(provider)])
      if (!secretNames.includes(name)) secretNames.push(name)
    const made = await connectProvider(provider, reaching, { own, keys, log })
    reached.set(provider.name, made.model)
    return made
  }
  const reach = (provider: Provider): Model | Promise<Model> => {
    const ready = reached.get(provider.name)
    if (ready) return ready
    const coming = connect(provider).then(({ model }) => model, inMidTurn)
    reached.set(provider.name, coming)
    // Whoever asks again later finds a key that is there by then.
    coming.catch(() => reached.delete(provider.name))
    return coming
  }
  return {
    environment: withUsual(environment, fallback, { kept, named: [...ids.keys()] }),
    route,
    learn,
    reachable: others.map(({ name }) => name),
    ...unnamedFor(fallback),
    secretNames,
    reach: async (name, wanted) => {
      log = wanted
      const { credential } = await connect(route(name).provider)
      return { model: createRoutedModel(name => inTurn(() => route(name)), reach), credential }
    },
  }
}

/** Where what was stored is kept. */
const keptIn = ({
  configHome,
  profile,
}: {
  readonly [K in 'configHome' | 'profile']: Start[K] | undefined
}): Pick<KeyLocation, 'configHome'> =>
  configHome === undefined ? {} : { configHome: ownHome({ configHome, profile }) }

const withoutPrefix = (name: string, provider: Provider): string =>
  name.toLowerCase().startsWith(`${provider.name}/`) ? name.slice(provider.name.length + 1) : name

const secretsOf = (
  providers: readonly Provider[],
  { providers: said = {} }: Gathered['settings'],
): ReadonlySet<string> =>
  new Set([
    ...Object.values(said).flatMap(({ keys = [] }) => keys),
    ...anthropic.secretNames,
    ...KEY_SECRETS,
    ...MORE_KEYS,
    ...providers.flatMap(each => [...each.secretNames, ...headerSecrets(each)]),
  ])

/** A maker at its own address has no models of others; whoever stands at another may have any. */
const hasOnlyOwn = (provider: Provider, { environment, request }: Reaching): boolean => {
  if (provider === anthropic) return environment.baseUrl === undefined
  const { variable, build } = provider.endpoint
  return (
    provider.protocol !== 'openai-chat' &&
    build === undefined &&
    variable !== undefined &&
    !request.env[variable]
  )
}

const unnamedFor = ({ title, name, models, sells }: Provider): Pick<Providers, 'unnamed'> =>
  name === anthropic.name || models || sells ? {} : { unnamed: providerText('no_model_set', { title, name }) }

const inTurn = (find: () => Route): Route => {
  try {
    return find()
  } catch (error) {
    if (error instanceof HostError) throw new ModelError('model_not_found', error.localized)
    throw error
  }
}

/** A session that runs goes on without this provider. */
const inMidTurn = (error: unknown): never => {
  if (error instanceof HostError) throw new ModelError('authentication_failed', error.localized)
  throw error
}

interface Reached {
  readonly model: Model
  readonly credential: string
}

/** Over a connection of the host, which others may use, too. */
const connectProvider = async (
  provider: Provider,
  reaching: Reaching,
  {
    own,
    keys,
    log,
  }: { readonly own: FoundCredential | undefined; readonly keys: KeyLocation; readonly log: Log | undefined },
): Promise<Reached> => {
  const { request, environment, connections, version } = reaching
  const isOwn = provider === anthropic
  const found = isOwn ? own : await findFor(provider, request.env, keys)
  if (!found) throw new HostError('no_credentials', isOwn ? missingFirst(request.env) : missingKey(provider))
  const baseUrl = isOwn ? environment.baseUrl : addressOf(provider, request.env)
  const proxy = isOnThisMachine(provider, baseUrl) ? {} : environment.proxy
  const connection = connections.find({
    provider,
    baseUrl,
    found,
    proxy,
    ...secureOf(reaching, baseUrl),
  })
  await connection.credential.prepare?.()
  const said = isOwn
    ? environment
    : {
        ...environment,
        baseUrl,
        ...NOT_OTHERS,
        headers: providerHeaders(provider, request.env, environment),
      }
  const model = await connectModel(said, connection, {
    provider,
    version,
    env: request.env,
    ...(log ? { log } : {}),
  })
  return { model, credential: found.source }
}

/** A server on this machine is nobody that a proxy could reach. */
const isOnThisMachine = ({ keyless }: Provider, baseUrl: string | undefined): boolean =>
  keyless === true && baseUrl !== undefined && isLoopback(baseUrl)

/** Certificates matter only where something on the way speaks TLS. */
const secureOf = (
  { request: { env }, environment: { proxy }, gathered }: Reaching,
  baseUrl: string | undefined,
): Pick<ModelConnectionOptions, 'secure'> => {
  const isPlain = [baseUrl ?? '', proxy.http ?? 'http:'].every(address => /^http:/i.test(address))
  if (isPlain) return {}
  const names = { env, said: gathered.ownEnv }
  return { secure: { identity: wayIdentity(names), create: () => secureWay(names) } }
}

/** A key where there is one, else an account of the cloud it runs in. */
const findFor = async (
  provider: Provider,
  env: OpenRequest['env'],
  keys: KeyLocation,
): Promise<FoundCredential | undefined> => {
  const found = gatewayCredential(provider, env) ?? providerCredential(provider, env, keys)
  return found || provider.account === undefined
    ? found
    : await accountCredential(provider.account, env, keys)
}

/** What the environment says of the first provider is none of the others' business. */
const NOT_OTHERS = { betas: [], extraBody: undefined } as const

/** What is meant by "default" and by the names of families where nobody says it. */
const withUsual = (
  environment: EnvironmentOptions,
  provider: Provider,
  { kept, named }: { readonly kept: ReadonlyMap<string, SavedModelList>; readonly named: readonly string[] },
): EnvironmentOptions => {
  if (provider === anthropic) return withSavedModels(environment, kept)
  const { name, models, sells } = provider
  if (sells) {
    const ids = [...Object.keys(sells), ...named]
    const newest = Object.fromEntries(FAMILIES.map(family => [family, newestOf(family, ids)]))
    const best = newestOf('fable', ids)
    return { ...environment, families: { ...newest, ...(best ? { best } : {}) } }
  }
  if (!models) return environment
  const { usual, small = usual } = models
  return {
    ...environment,
    smallModel: environment.smallModel ?? `${name}/${small}`,
    redirects: { default: `${name}/${usual}`, ...environment.redirects },
  }
}

type Account = NonNullable<Provider['account']>

const ACCOUNTS: Readonly<Record<Account, (env: Env, helpers: AccountCommands) => Promise<FoundCredential>>> =
  {
    aws: async (env, helpers) => (await import('./cloud/aws-account.ts')).awsAccount(env, helpers),
    google: async (env, helpers) => (await import('./cloud/google-account.ts')).googleAccount(env, helpers),
    azure: async env => (await import('./cloud/azure-account.ts')).azureAccount(env),
  }

/** Who asks, as the cloud the model runs in knows them. Whether there is anybody is found out when it is asked for. */
export const accountCredential = (
  account: Account,
  env: Env,
  helpers: AccountCommands,
): Promise<FoundCredential> => ACCOUNTS[account](env, helpers)

/**
 * The environment that says who answers, with which key and where: the process's own under what managed, user and
 * command-line settings put into `env`. What a folder says there counts for commands only.
 */
const withOwnEnv = <
  T extends {
    readonly request: Pick<OpenRequest, 'env'>
    readonly gathered: Pick<Gathered, 'ownEnv'>
  },
>(
  from: T,
): T => ({ ...from, request: { ...from.request, env: { ...from.request.env, ...from.gathered.ownEnv } } })

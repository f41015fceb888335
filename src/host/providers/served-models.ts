import { readText } from '../../features/models/protocols/event-source.ts'
import { createTransport } from '../../features/models/protocols/transport.ts'
import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Env } from '../../protocol/host.ts'
import type { ProviderSetting } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isLoopback } from '../credentials/credentials.ts'
import type { FoundCredential } from '../credentials/hosted-credential.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { knownProviders } from './known-providers.ts'
import { addressOf, providerCredential } from './provider-credential.ts'
import { providerHeaders } from './provider-headers.ts'
import { firstAddress } from './saved-models.ts'
import { secureWay } from './secure-way.ts'

export interface Asking {
  readonly settings: Pick<Settings, 'providers'>
  readonly env: Env
  /** What settings put into it. */
  readonly said: Env
  readonly environment: EnvironmentOptions
  /** What opens the way to the first provider. */
  readonly own: FoundCredential | undefined
  /** Only this one, by name. */
  readonly only?: string | undefined
  /** Also whoever is elsewhere and has a key: the person asks for it. */
  readonly everywhere?: boolean
  readonly signal: AbortSignal
}

/** A server on this machine that is there answers at once; a gateway may be far away. */
const LOCAL_MS = 200
const GATEWAY_MS = 3000
const MAKER_MS = 15_000
const MAX_BYTES = 4 * 1024 * 1024
const MOST_MODELS = 500

/**
 * What servers say they have, by provider; absent: it does not answer, or was not asked. Asked are local servers at an
 * address of this machine, and gateways that the person set up without saying what they have. For lists that somebody
 * looks at only, never on the way to a request.
 */
export const servedModels = async (asking: Asking): Promise<ReadonlyMap<string, readonly string[]>> => {
  const wanted = providersOnce(asking)
  const answers = await Promise.all(
    wanted.map(async provider => [provider.name, await ask(provider, asking)] as const),
  )
  return new Map(answers.flatMap(([name, ids]) => (ids ? [[name, ids] as const] : [])))
}

const providersOnce = ({ settings, only }: Pick<Asking, 'settings' | 'only'>): readonly Provider[] => {
  const seen = new Set<string>()
  return knownProviders(settings, ALL_PROVIDERS).filter(({ name }) => {
    const isFirst = !seen.has(name) && (only === undefined || only === name)
    seen.add(name)
    return isFirst
  })
}

/** Who can be asked for a list when the person wants a fresh one. */
export const refreshable = (asking: Omit<Asking, 'signal'>): readonly Provider[] =>
  providersOnce(asking).filter(provider => {
    const isOwn = provider.name === anthropic.name
    const isOpen = isOwn ? asking.own !== undefined : providerCredential(provider, asking.env) !== undefined
    return isOpen && !provider.keyless && PATHS[provider.protocol] !== undefined
  })

const ask = async (provider: Provider, asking: Asking): Promise<readonly string[] | undefined> => {
  try {
    const at = placeOf(provider, asking)
    return at && idsIn(await get(at.base, provider, { ...asking, timeoutMs: at.timeoutMs }))
  } catch {
    // Nobody there, not in time, or a key is missing: the list says that in its own way.
    return undefined
  }
}

/** Where its list is, and how long it may take; undefined: it is not asked for one. */
const placeOf = (
  provider: Provider,
  asking: Asking,
): { readonly base: string; readonly timeoutMs: number } | undefined => {
  const { settings, env, environment } = asking
  if (asking.everywhere && refreshable(asking).some(({ name }) => name === provider.name)) {
    const base = provider.name === anthropic.name ? firstAddress(environment) : addressOf(provider, env)
    return { base, timeoutMs: MAKER_MS }
  }
  const set = settingOf(settings, provider)
  const gateway = set?.baseUrl ?? (provider.name === anthropic.name ? environment.baseUrl : undefined)
  if (gateway !== undefined) return set?.models ? undefined : { base: gateway, timeoutMs: GATEWAY_MS }
  const address = provider.keyless ? addressOf(provider, env) : undefined
  return address !== undefined && isLoopback(address) ? { base: address, timeoutMs: LOCAL_MS } : undefined
}

const settingOf = ({ providers = {} }: Asking['settings'], { name }: Provider): ProviderSetting | undefined =>
  Object.entries(providers).find(([each]) => each.toLowerCase() === name)?.[1]

/** Below the address that requests go to. */
const PATHS: Readonly<Partial<Record<Provider['protocol'], string>>> = {
  anthropic: '/v1/models?limit=1000',
  'openai-chat': '/models',
  'openai-responses': '/models',
  gemini: '/v1beta/models?pageSize=1000',
}

const get = async (
  base: string,
  provider: Provider,
  asking: Asking & { readonly timeoutMs: number },
): Promise<unknown> => {
  const { env, environment, own, timeoutMs } = asking
  const path = PATHS[provider.protocol]
  if (path === undefined) return undefined
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  const isOwn = provider.name === anthropic.name
  const credential = (isOwn ? own : providerCredential(provider, env))?.create()
  await credential?.prepare?.()
  const shown = await credential?.authorize({ method: 'GET', url, headers: {}, body: [] })
  const headers = isOwn ? environment.headers : providerHeaders(provider, env, environment)
  const proxy = isLoopback(base) ? {} : environment.proxy
  const secure = url.protocol === 'https:' ? secureWay({ env, said: asking.said }) : {}
  using transport = createTransport({ proxy, ...secure })
  const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(timeoutMs)])
  const version = provider.protocol === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {}
  const incoming = await transport.get({
    url,
    headers: { accept: 'application/json', ...version, ...shown, ...headers },
    signal,
    timeoutMs,
  })
  const text = await readText(incoming, { stallMs: timeoutMs, signal, maxBytes: MAX_BYTES })
  return incoming.statusCode === 200 ? JSON.parse(text) : undefined
}

/** `data[].id`, and `models[].name` as Google writes it; what has no text in it is no list. */
const idsIn = (body: unknown): readonly string[] | undefined => {
  const list = isObject(body) ? (body['data'] ?? body['models']) : undefined
  if (!Array.isArray(list)) return undefined
  const ids = list.flatMap((entry: unknown) => {
    const id = isObject(entry) ? (entry['id'] ?? entry['name']) : undefined
    return typeof id === 'string' && id !== '' ? [id.replace(/^models\//, '')] : []
  })
  return [...new Set(ids)].slice(0, MOST_MODELS)
}

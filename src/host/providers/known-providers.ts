import { PROVIDERS } from '../../features/models/providers/index.ts'
import { bearer, PROTOCOLS, type Provider } from '../../features/models/providers/provider.ts'
import { HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import type { ProviderSetting } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'

/** Those of the settings before the built-in ones: a name that is used again means the person's own. */
export const knownProviders = (
  { providers = {} }: Pick<Settings, 'providers'>,
  built: readonly Provider[] = PROVIDERS,
): readonly Provider[] => [
  ...Object.entries(providers).flatMap(([name, setting]) => providerOf(name, setting, built) ?? []),
  ...built,
]

/** What the settings say of a provider, built in or not. */
export const settingOf = (
  { providers = {} }: Pick<Settings, 'providers'>,
  name: string,
): ProviderSetting | undefined => Object.entries(providers).find(([each]) => each.toLowerCase() === name)?.[1]

/** Undefined where only ways to a key are said of the first provider: it stays the one it is. */
const providerOf = (
  name: string,
  setting: ProviderSetting,
  all: readonly Provider[],
): Provider | undefined => {
  const built = all.find(each => each.name === name.toLowerCase())
  if (!built || (setting.protocol !== undefined && setting.baseUrl !== undefined))
    return ownRow(name, setting)
  if (built === all[0] && setting.baseUrl === undefined) return undefined
  const { apiKeyEnv, oauth } = setting
  return {
    ...built,
    ...(setting.baseUrl === undefined ? {} : { endpoint: { url: checkedUrl(name, setting.baseUrl) } }),
    ...(setting.headers ? { headers: { ...built.headers, ...setting.headers } } : {}),
    ...(apiKeyEnv === undefined
      ? {}
      : {
          auth: [keyScheme(built.protocol, apiKeyEnv), ...built.auth],
          secretNames: [apiKeyEnv, ...built.secretNames],
        }),
    ...(oauth ? { oauth } : {}),
  }
}

const checkedUrl = (name: string, baseUrl: string | undefined): string => {
  if (baseUrl !== undefined && /^https?:\/\//i.test(baseUrl) && URL.canParse(baseUrl)) return baseUrl
  throw new HostError(
    'provider',
    baseUrl === undefined
      ? providerText('no_base_url', { name })
      : providerText('bad_base_url', { name, url: baseUrl }),
  )
}

const ownRow = (name: string, setting: ProviderSetting): Provider => {
  const { apiKeyEnv, headers, oauth, models: [usual] = [] } = setting
  const account =
    setting.protocol === 'bedrock' ? 'aws' : setting.protocol === 'vertex' ? 'google' : undefined
  const protocol = PROTOCOLS.find(each => each === setting.protocol)
  if (!protocol)
    throw new HostError('provider', providerText('unknown_protocol', { name, protocols: PROTOCOLS }))
  return {
    name: name.toLowerCase(),
    title: name,
    protocol,
    endpoint: { url: checkedUrl(name, setting.baseUrl) },
    auth: apiKeyEnv === undefined ? [] : [keyScheme(protocol, apiKeyEnv)],
    framing: protocol === 'bedrock' ? 'aws-event-stream' : 'sse',
    ...(account && apiKeyEnv === undefined ? { account } : {}),
    secretNames: [apiKeyEnv, oauth?.clientSecretEnv].filter(name => name !== undefined),
    ...(headers ? { headers } : {}),
    ...(oauth ? { oauth } : {}),
    ...(usual ? { models: { usual: usual.id } } : {}),
    ...(apiKeyEnv === undefined && !account && !oauth && !setting.apiKeyHelper && !setting.keys?.length
      ? { keyless: true }
      : {}),
  }
}

/** How a key or a token that is in no variable is sent to it. */
export const keySchemeOf = ({ auth, protocol }: Provider): Provider['auth'][number] =>
  auth.find(({ kind }) => kind === 'key') ?? auth[0] ?? keyScheme(protocol, '')

/** A key goes where the dialect's own servers look for it. */
const keyScheme = (protocol: Provider['protocol'], variable: string): Provider['auth'][number] => {
  const header = protocol === 'anthropic' ? 'x-api-key' : protocol === 'gemini' ? 'x-goog-api-key' : undefined
  if (header === undefined) return bearer(variable)
  return { kind: 'key', variable, headers: key => ({ [header]: key }) }
}

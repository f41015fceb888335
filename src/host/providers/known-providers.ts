import { PROVIDERS } from '../../features/models/providers/index.ts'
import { bearer, PROTOCOLS, type Provider } from '../../features/models/providers/provider.ts'
import { HostError } from '../../protocol/host.ts'
import type { ProviderSetting, Settings } from '../../protocol/settings.ts'

/** Those of the settings before the built-in ones: a name that is used again means the person's own. */
export const knownProviders = ({ providers = {} }: Pick<Settings, 'providers'>): readonly Provider[] => [
  ...Object.entries(providers).map(([name, setting]) => providerOf(name, setting)),
  ...PROVIDERS,
]

const providerOf = (name: string, setting: ProviderSetting): Provider => {
  const { baseUrl, apiKeyEnv, headers } = setting
  const account =
    setting.protocol === 'bedrock' ? 'aws' : setting.protocol === 'vertex' ? 'google' : undefined
  const protocol = PROTOCOLS.find(each => each === setting.protocol)
  const where = `The provider "${name}" in your settings`
  if (!protocol)
    throw new HostError('provider', `${where} has an unknown protocol. Use one of ${PROTOCOLS.join(', ')}.`)
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new HostError('provider', `${where} has a baseUrl that isn't an http or https URL: ${baseUrl}`)
  return {
    name: name.toLowerCase(),
    title: name,
    protocol,
    endpoint: { url: baseUrl },
    auth: apiKeyEnv === undefined ? [] : [keyScheme(protocol, apiKeyEnv)],
    framing: protocol === 'bedrock' ? 'aws-event-stream' : 'sse',
    ...(account && apiKeyEnv === undefined ? { account } : {}),
    secretNames: apiKeyEnv === undefined ? [] : [apiKeyEnv],
    ...(headers ? { headers } : {}),
    ...(apiKeyEnv === undefined && !account ? { keyless: true } : {}),
  }
}

/** A key goes where the dialect's own servers look for it. */
const keyScheme = (protocol: Provider['protocol'], variable: string): Provider['auth'][number] => {
  const header = protocol === 'anthropic' ? 'x-api-key' : protocol === 'gemini' ? 'x-goog-api-key' : undefined
  if (header === undefined) return bearer(variable)
  return { kind: 'key', variable, headers: key => ({ [header]: key }) }
}

import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import type { FoundCredential } from '../credentials.ts'
import { isOn } from '../environment.ts'

/** What the environment has for a provider of others; nothing at all where it asks for nothing. */
export const providerCredential = (provider: Provider, env: Env): FoundCredential | undefined => {
  for (const scheme of provider.auth) {
    const secret = env[scheme.variable]
    if (!secret) continue
    return {
      source: scheme.variable,
      identity: JSON.stringify([scheme.variable, secret]),
      create: () => ({ source: scheme.variable, authorize: () => scheme.headers(secret) }),
    }
  }
  return provider.keyless ? NO_KEY : undefined
}

/** A gateway stands in front of the cloud and shows who asks: it is told with the token of the first provider, if with any. */
export const gatewayCredential = ({ unsigned }: Provider, env: Env): FoundCredential | undefined => {
  if (unsigned === undefined || !isOn(env, unsigned)) return undefined
  return (
    providerCredential({ ...anthropic, auth: anthropic.auth.filter(({ kind }) => kind === 'token') }, env) ??
    NO_KEY
  )
}

const NO_KEY: FoundCredential = {
  source: 'none',
  identity: 'none',
  create: () => ({ source: 'none', authorize: () => ({}) }),
}

/** What is said where nothing opens the way to a provider that was named. */
export const missingKey = ({ title, auth }: Provider): string => {
  const names = auth.map(({ variable }) => variable).join(' or ')
  return `There is no API key for ${title}. Set ${names} in the environment.`
}

/** Where the provider is: as the environment says, else as its row does. */
export const addressOf = ({ endpoint }: Provider, env: Env): string => {
  const said = endpoint.variable === undefined ? undefined : env[endpoint.variable]
  if (said) return checked(endpoint.variable ?? '', endpoint.read ? endpoint.read(said) : said)
  const built = endpoint.build?.(env) ?? endpoint.url
  if (typeof built === 'string') return built
  throw new HostError('provider', built.missing)
}

const checked = (variable: string, url: string): string => {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  throw new HostError('provider', `${variable} isn't an http or https URL: ${JSON.stringify(url)}`)
}

import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { fixed, type KeyHelper, laterCredential, NO_KEY } from '../credentials/credentials.ts'
import type { FoundCredential } from '../credentials/hosted-credential.ts'
import { severalKeys } from '../credentials/several-keys.ts'
import { FIRST_PROVIDER } from '../credentials/stored-credentials.ts'
import type { StoredEntries } from '../credentials/stored-entry.ts'
import { isOn } from '../environment.ts'
import { settingOf } from './known-providers.ts'

/** Where a key may come from beside the environment. */
export interface KeyLocation {
  readonly settings: Pick<Settings, 'providers' | 'awsAuthRefresh' | 'awsCredentialExport' | 'gcpAuthRefresh'>
  readonly stored?: StoredEntries | undefined
  readonly helperTtlMs?: number | undefined
  readonly cwd: string
  readonly configHome?: string
}

/** For a provider of others the first of: environment, helper, keychain or file, nothing where it asks for nothing. */
export const providerCredential = (
  provider: Provider,
  env: Env,
  { settings, stored = {}, helperTtlMs, cwd, configHome }: KeyLocation = NOWHERE,
): FoundCredential | undefined => {
  const setting = settingOf(settings, provider.name)
  const helper = {
    command: setting?.apiKeyHelper,
    env,
    cwd,
    oauth: provider.oauth,
    ...(configHome === undefined ? {} : { configHome }),
  }
  const kept = { stored: isElsewhere(provider, env) ? {} : stored, helperTtlMs }
  const several = severalKeys(provider, env, {
    setting,
    saved: () => laterCredential(provider, kept, { ...helper, command: undefined }),
  })
  if (several) return several
  for (const scheme of provider.auth) {
    const secret = env[scheme.variable]
    if (secret) return fixed(scheme.variable, scheme, secret)
  }
  const found = laterCredential(provider, kept, helper)
  return found ?? (provider.keyless ? NO_KEY : undefined)
}

/** A gateway stands in front of the cloud and shows who asks: it is told with the token of the first provider, if with any. */
export const gatewayCredential = ({ unsigned }: Provider, env: Env): FoundCredential | undefined => {
  if (unsigned === undefined || !isOn(env, unsigned)) return undefined
  return (
    providerCredential({ ...anthropic, auth: anthropic.auth.filter(({ kind }) => kind === 'token') }, env) ??
    NO_KEY
  )
}

const NOWHERE: KeyLocation = { settings: {}, cwd: '/' }

/** A stored key goes to its own address only. */
const isElsewhere = ({ endpoint: { url, variable } }: Provider, env: Env): boolean =>
  url !== '' && variable !== undefined && Boolean(env[variable])

/** What is said where nothing opens the way to the first provider. */
export const missingFirst = (env: Env): LocalizedText =>
  providerText(env['CLAUDE_CODE_OAUTH_TOKEN'] ? 'subscription_only' : 'no_credentials')

/** What is said where nothing opens the way to a provider that was named. */
export const missingKey = ({ title, name, auth, oauth }: Provider): LocalizedText => {
  if (oauth) return providerText('not_signed_in', { title, name })
  const variables = auth.reduceRight<Text>(
    (others, { variable: first }) => (others === '' ? first : providerText('variables', { first, others })),
    '',
  )
  return providerText('no_key', { title, variables, name })
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
  throw new HostError('provider', providerText('bad_address', { variable, url: JSON.stringify(url) }))
}

/** The helper of the first provider: it has a setting of its own. */
export const firstCommand = (settings: Pick<Settings, 'apiKeyHelper' | 'providers'>): string | undefined =>
  settings.apiKeyHelper ?? settingOf(settings, FIRST_PROVIDER)?.apiKeyHelper

/** The same places for the first provider, whose helper has a setting of its own. */
export const firstHelper = (
  {
    settings,
    stored = {},
    helperTtlMs,
    cwd,
    configHome,
  }: KeyLocation & { readonly settings: Pick<Settings, 'apiKeyHelper'> },
  env: Env,
): KeyHelper => {
  const said = settingOf(settings, FIRST_PROVIDER)
  const at = { env, cwd, oauth: said?.oauth, ...(configHome === undefined ? {} : { configHome }) }
  const several = severalKeys(anthropic, env, {
    setting: said,
    saved: () => laterCredential(anthropic, { stored, helperTtlMs }, { ...at, command: undefined }),
  })
  return {
    ...(several ? { several } : {}),
    command: firstCommand(settings),
    env,
    cwd,
    oauth: said?.oauth,
    ...(configHome === undefined ? {} : { configHome }),
  }
}

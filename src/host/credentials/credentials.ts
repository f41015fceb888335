import { type AuthScheme, bearer, type Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import { ModelError } from '../../protocol/model.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { keySchemeOf } from '../providers/known-providers.ts'
import type { FoundCredential, HostedCredential } from './hosted-credential.ts'
import type { StoredEntries, StoredEntry } from './stored-entry.ts'

/** The person's own ways to a key, beside the environment. */
export interface KeyHelper {
  /** The person's own command; undefined when there is none. */
  readonly command: string | undefined
  readonly env: Env
  readonly cwd: string
  /** Where what was stored is kept; absent: nothing is. */
  readonly configHome?: string
  /** Of several keys that settings name; they go before any other. */
  readonly several?: FoundCredential
  /** How tokens that were stored are renewed. */
  readonly oauth?: ProviderOAuth | undefined
}

/** The first of: environment, helper, keychain or file, nothing at all for a server on this machine. */
export const findCredential = (
  provider: Provider,
  said: EnvironmentOptions,
  helper: KeyHelper,
): FoundCredential | undefined => {
  // Before the question of a key: whoever mistyped the address of a server without keys would be told the wrong thing.
  if (said.baseUrl) checkAddress(said.baseUrl, provider)
  if (helper.several) return helper.several
  for (const scheme of provider.auth) {
    const secret = scheme.kind === 'key' ? said.apiKey : said.authToken
    if (secret) return fixed(scheme.variable, scheme, secret)
  }
  const later = laterCredential(provider, said, helper)
  return later ?? (said.baseUrl && isLoopback(said.baseUrl) ? NO_KEY : undefined)
}

/** Where the environment says nothing: what a helper prints, then what was stored. */
export const laterCredential = (
  provider: Provider,
  { stored = {}, helperTtlMs }: { readonly stored?: StoredEntries; readonly helperTtlMs: number | undefined },
  helper: KeyHelper,
): FoundCredential | undefined => {
  const { command } = helper
  if (command) return helped({ ...helper, command }, keySchemeOf(provider), helperTtlMs)
  const { storedAs = provider.name } = provider
  const entry = Object.hasOwn(stored, storedAs) ? stored[storedAs] : undefined
  return entry && storedCredential(provider, entry, helper)
}

const storedCredential = (provider: Provider, entry: StoredEntry, at: KeyHelper): FoundCredential => {
  const scheme = keySchemeOf(provider)
  if (entry.kind === 'key' && entry.in === 'file') return fixed('credentials.json', scheme, entry.apiKey)
  const { env, oauth, configHome = '' } = at
  const source = entry.kind === 'key' ? 'keychain' : 'OAuth sign-in'
  const used = entry.kind === 'oauth' && oauth?.tokenUse !== 'key' ? bearer('') : scheme
  return {
    source,
    identity: JSON.stringify([source, provider.name, configHome, entry.since]),
    create: () =>
      later(source, async () => {
        const { openSavedCredential } = await import('./saved-credential.ts')
        return openSavedCredential(source, {
          provider,
          scheme: used,
          env,
          configHome,
          ...(oauth ? { oauth } : {}),
        })
      }),
  }
}

/** Nothing of it is loaded before it is asked for. */
const later = (source: string, open: () => Promise<HostedCredential>): HostedCredential => {
  let opened: Promise<HostedCredential> | undefined
  const get = (): Promise<HostedCredential> => {
    opened ??= open()
    return opened
  }
  return {
    source,
    prepare: async () => await (await get()).prepare?.(),
    authorize: async request => await (await get()).authorize(request),
    renew: async refused => (await (await get()).renew?.(refused)) ?? false,
  }
}

export const NO_KEY: FoundCredential = {
  source: 'none',
  identity: 'none',
  create: () => ({ source: 'none', authorize: () => ({}) }),
}

export const fixed = (source: string, scheme: AuthScheme, secret: string): FoundCredential => ({
  source,
  identity: JSON.stringify([source, secret]),
  create: () => ({ source, authorize: () => scheme.headers(secret) }),
})

const helped = (
  helper: KeyHelper & { readonly command: string },
  scheme: AuthScheme,
  ttlMs = Number.POSITIVE_INFINITY,
): FoundCredential => ({
  source: 'apiKeyHelper',
  identity: JSON.stringify(['apiKeyHelper', helper.command, helper.cwd, helper.configHome, ttlMs]),
  create: () =>
    helperCredential(scheme, {
      ttlMs,
      ask: async words => (await import('./ask-for-key.ts')).askForKey(helper, words),
    }),
})

/** Asks the command once, and again when what it said is older than it may be, or was refused. */
export const helperCredential = (
  scheme: AuthScheme,
  {
    ttlMs,
    ask,
    now = () => performance.now(),
  }: {
    readonly ttlMs: number
    ask(words: 'shown' | 'hidden'): Promise<string>
    now?(): number
  },
): HostedCredential => {
  let known: { readonly key: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined
  const take = (words: 'shown' | 'hidden'): Promise<string> => {
    asking ??= ask(words)
      .then(key => {
        if (key !== '') known = { key, until: now() + ttlMs }
        return key
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const isFresh = (): boolean => known !== undefined && now() < known.until
  const isRefused = (refused: object): boolean =>
    known === undefined || JSON.stringify(scheme.headers(known.key)) === JSON.stringify(refused)
  return {
    source: 'apiKeyHelper',
    async prepare() {
      if (!isFresh() && (await take('shown')) === '')
        throw new HostError('credentials', providerText('no_key_printed'))
    },
    async authorize() {
      // A screen may be painted by now: the command's own words have no place on it.
      const key = known !== undefined && isFresh() ? known.key : await take('hidden')
      if (key === '') throw new ModelError('authentication_failed', providerText('no_key_printed'))
      return scheme.headers(key)
    },
    async renew(refused) {
      if (isRefused(refused)) await take('hidden')
      return !isRefused(refused)
    },
  }
}

const checkAddress = (url: string, { endpoint }: Provider): void => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new HostError(
      'provider',
      providerText('bad_address', { variable: String(endpoint.variable), url: JSON.stringify(url) }),
    )
}

export const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

import type { AuthScheme, Provider } from '../features/models/providers/provider.ts'
import type { Credential } from '../protocol/credential.ts'
import { type Env, HostError } from '../protocol/host.ts'
import { ModelError } from '../protocol/model.ts'
import type { EnvironmentOptions } from './environment.ts'

/** A credential that was found, before anything was asked of it. */
export interface FoundCredential {
  readonly source: string
  /** The same for the same credential; holds secrets, so it is never shown. */
  readonly identity: string
  create(): HostedCredential
}

export interface HostedCredential extends Credential {
  /** Throws HostError when there is no way to get it. */
  prepare?(): Promise<void>
}

export interface KeyHelper {
  /** The person's own command; undefined when there is none. */
  readonly command: string | undefined
  readonly env: Env
  readonly cwd: string
}

/** The first of: environment, helper, the file the program keeps, nothing at all for a server on this machine. */
export const findCredential = (
  provider: Provider,
  said: EnvironmentOptions,
  helper: KeyHelper,
): FoundCredential | undefined => {
  // Before the question of a key: whoever mistyped the address of a server without keys would be told the wrong thing.
  if (said.baseUrl) checkAddress(said.baseUrl, provider)
  for (const scheme of provider.auth) {
    const secret = scheme.kind === 'key' ? said.apiKey : said.authToken
    if (secret) return fixed(scheme.variable, scheme, secret)
  }
  const byKey = provider.auth.find(({ kind }) => kind === 'key')
  if (byKey && helper.command) return helped({ ...helper, command: helper.command }, byKey, said.helperTtlMs)
  if (byKey && said.storedKey) return fixed(STORED, byKey, said.storedKey)
  return said.baseUrl && isLoopback(said.baseUrl) ? NO_KEY : undefined
}

const STORED = 'credentials.json'

const NO_KEY: FoundCredential = {
  source: 'none',
  identity: 'none',
  create: () => ({ source: 'none', authorize: () => ({}) }),
}

const fixed = (source: string, scheme: AuthScheme, secret: string): FoundCredential => ({
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
  identity: JSON.stringify(['apiKeyHelper', helper.command, helper.cwd, ttlMs]),
  create: () =>
    helperCredential(scheme, {
      ttlMs,
      ask: async words => (await import('./ask-for-key.ts')).askForKey(helper, words),
    }),
})

const NO_KEY_GIVEN = 'apiKeyHelper printed no key. Run its command yourself to see why.'

/** Asks the command once, and again when what it said is older than it may be. */
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
  return {
    source: 'apiKeyHelper',
    async prepare() {
      if (!isFresh() && (await take('shown')) === '') throw new HostError('credentials', NO_KEY_GIVEN)
    },
    async authorize() {
      // A screen may be painted by now: the command's own words have no place on it.
      const key = known !== undefined && isFresh() ? known.key : await take('hidden')
      if (key === '') throw new ModelError('authentication_failed', NO_KEY_GIVEN)
      return scheme.headers(key)
    },
  }
}

const checkAddress = (url: string, { endpoint }: Provider): void => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new HostError('provider', `${endpoint.variable} isn't an http or https URL: ${JSON.stringify(url)}`)
}

export const isLoopback = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

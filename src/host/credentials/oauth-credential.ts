import type { AuthScheme, Provider } from '../../features/models/providers/provider.ts'
import { OAuthError } from '../../features/oauth/oauth-error.ts'
import type { OAuthTokens } from '../../features/oauth/oauth-tokens.ts'
import { HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { describeError, type Text } from '../../protocol/messages/localized-text.ts'
import { ModelError } from '../../protocol/model.ts'
import { holdLock } from './hold-lock.ts'
import type { HostedCredential } from './hosted-credential.ts'
import type { Renew } from './oauth-deps.ts'
import type { Vault } from './vault.ts'

export interface OAuthCredentialOptions {
  readonly vault: Pick<Vault, 'take' | 'keep'>
  readonly scheme: AuthScheme
  readonly source: string
  /** Absent: nobody says any more where they could be renewed. */
  readonly renew?: Renew
  /** Held while tokens are renewed: a server that rotates them takes each refresh token once, from one process. */
  readonly lockFile: string
  now(): number
  newId(): string
}

/** So long before its end a token is renewed: a request under way must not outlive it. */
const EARLY_MS = 60_000

/** Tokens of a sign-in: renewed before they end, and once more when the server refuses them all the same. */
export const oauthCredential = (provider: Provider, options: OAuthCredentialOptions): HostedCredential => {
  const { vault, scheme, source, now } = options
  let known: OAuthTokens | undefined
  let working: Promise<OAuthTokens> | undefined
  const isFresh = ({ expiresAt }: OAuthTokens, early = EARLY_MS): boolean =>
    expiresAt === undefined || now() < expiresAt - early
  const read = async (): Promise<OAuthTokens> => {
    const secret = await vault.take(provider.name)
    if (secret?.kind === 'oauth') return secret.tokens
    throw ended(provider, credentialText('no_longer_stored'))
  }
  const renewed = async (refused: string | undefined): Promise<OAuthTokens> => {
    using _lock = await holdLock(options.lockFile, options)
    // Another process may have been faster: what it got is the only thing that is good now.
    const tokens = await read()
    if (isFresh(tokens) && tokens.accessToken !== refused) return tokens
    if (!options.renew) throw ended(provider, credentialText('no_oauth_settings'))
    const next = await options.renew(tokens)
    await keepQuietly(vault, provider.name, next)
    return next
  }
  /** All who ask at the same time get the same answer. */
  const get = async (refused?: string): Promise<OAuthTokens> => {
    known ??= await read()
    if (isFresh(known) && known.accessToken !== refused) return known
    working ??= renewed(refused).finally(() => {
      working = undefined
    })
    try {
      known = await working
      return known
    } catch (error) {
      // It is still good for a while; the next request tries again.
      if (isNetwork(error) && known.accessToken !== refused && isFresh(known, 0)) return known
      throw error
    }
  }
  const headers = ({ accessToken }: OAuthTokens) => scheme.headers(accessToken)
  return {
    source,
    async prepare() {
      try {
        await get()
      } catch (error) {
        // Without a network the first request says so.
        if (!isNetwork(error)) throw toHostError(error, provider)
      }
    },
    async authorize() {
      return headers(await get().catch(error => refuse(error, provider)))
    },
    async renew(refused) {
      const before = known
      if (!before || JSON.stringify(headers(before)) !== JSON.stringify(refused)) return true
      await get(before.accessToken).catch(error => refuse(error, provider))
      return true
    },
  }
}

/** The disk is full, or nobody may write there: this process at least goes on with what it got. */
const keepQuietly = async (
  vault: OAuthCredentialOptions['vault'],
  name: string,
  tokens: OAuthTokens,
): Promise<void> => {
  try {
    await vault.keep(name, { kind: 'oauth', tokens }, { renewed: true })
  } catch {
    // The next start finds the old ones, and asks for a sign-in if they are used up.
  }
}

const isNetwork = (error: unknown): boolean => error instanceof OAuthError && error.kind === 'network'

const ended = ({ title, name }: Provider, reason: Text): HostError =>
  new HostError('no_credentials', credentialText('sign_in_ended', { title, reason, name }))

const toHostError = (error: unknown, provider: Provider): unknown => {
  if (!(error instanceof OAuthError)) return error
  if (error.kind === 'ended') return ended(provider, error.localized)
  return new HostError(
    'credentials',
    credentialText('not_renewed', { title: provider.title, reason: error.localized }),
  )
}

/** What is thrown in the middle of a turn. */
const refuse = (error: unknown, provider: Provider): never => {
  if (isNetwork(error))
    throw new ModelError(
      'network',
      credentialText('sign_in_unreachable', { title: provider.title, reason: describeError(error) }),
    )
  const said = toHostError(error, provider)
  if (said instanceof HostError) throw new ModelError('authentication_failed', said.localized)
  throw said
}

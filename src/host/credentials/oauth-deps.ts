import type { OAuthDeps } from '../../features/oauth/authorization-server.ts'
import type { OAuthTokens } from '../../features/oauth/oauth-tokens.ts'
import { createProxiedFetch } from '../../lib/network/proxied-fetch.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import type { Env } from '../../protocol/host.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'

const TIMEOUT_MS = 20_000

/** The way to the server that gives tokens. */
export const oauthDeps = (client: ProviderOAuth, env: Env, signal: AbortSignal): OAuthDeps => {
  const { clientSecretEnv } = client
  const clientSecret = clientSecretEnv === undefined ? undefined : env[clientSecretEnv]
  return {
    client,
    ...(clientSecret ? { clientSecret } : {}),
    fetch: createProxiedFetch(proxyFromEnv(env)),
    signal,
    now: () => Date.now(),
  }
}

export type Renew = (tokens: OAuthTokens) => Promise<OAuthTokens>

/** New tokens for old ones, from the server. Throws OAuthError. */
export const renewOverHttp =
  (client: ProviderOAuth, env: Env): Renew =>
  async tokens => {
    const { renewTokens } = await import('../../features/oauth/renew-tokens.ts')
    return await renewTokens(oauthDeps(client, env, AbortSignal.timeout(TIMEOUT_MS)), tokens)
  }

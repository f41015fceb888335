import * as oauth from 'oauth4webapi'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'
import { OAuthError } from './oauth-error.ts'
import type { OAuthTokens } from './oauth-tokens.ts'

/** What every step of a sign-in needs. */
export interface OAuthDeps {
  /** As the person configured it, or as the provider's row has it. */
  readonly client: ProviderOAuth
  /** Of clients that have one although everybody can know it. */
  readonly clientSecret?: string
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  readonly signal: AbortSignal
  now(): number
}

/** The server that gives tokens, and how to speak to it. */
export interface OpenServer {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly auth: oauth.ClientAuth
  readonly http: {
    readonly signal: AbortSignal
    readonly [oauth.allowInsecureRequests]: boolean
    readonly [oauth.customFetch]: (url: string, init: object) => Promise<Response>
  }
}

/** Finds its addresses: those that were configured, else those it publishes. */
export const openServer = async (deps: OAuthDeps): Promise<OpenServer> => {
  const { client, clientSecret, signal } = deps
  const http: OpenServer['http'] = {
    signal,
    // Only on this machine may a token travel unprotected.
    [oauth.allowInsecureRequests]: isLoopback(client.issuer ?? client.tokenEndpoint),
    [oauth.customFetch]: (url, init) => deps.fetch(url, init),
  }
  const published = client.issuer === undefined ? undefined : await discover(client.issuer, http)
  const server = {
    ...published,
    issuer: published?.issuer ?? client.tokenEndpoint ?? '',
    ...said('authorization_endpoint', client.authorizationEndpoint),
    ...said('token_endpoint', client.tokenEndpoint),
    ...said('device_authorization_endpoint', client.deviceEndpoint),
    ...said('revocation_endpoint', client.revocationEndpoint),
  }
  if (!server.token_endpoint) throw new OAuthError('setup', credentialText('no_issuer'))
  return {
    server,
    client: { client_id: client.clientId },
    auth: clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret),
    http,
  }
}

const said = (name: string, value: string | undefined): Readonly<Record<string, string>> =>
  value === undefined ? {} : { [name]: value }

const discover = async (issuer: string, http: OpenServer['http']): Promise<oauth.AuthorizationServer> => {
  const url = new URL(issuer)
  let last: unknown
  // Either of the two documents is usual.
  for (const algorithm of ['oidc', 'oauth2'] as const)
    try {
      return await oauth.processDiscoveryResponse(
        url,
        await oauth.discoveryRequest(url, { ...http, algorithm }),
      )
    } catch (error) {
      if (http.signal.aborted) throw error
      last = error
    }
  throw last
}

const isLoopback = (url: string | undefined): boolean => {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : ''
  return host === 'localhost' || host === '[::1]' || /^127\./.test(host)
}

/**
 * An answer of a token endpoint as the standard wants it. Some say errors with status 200 or leave out what a token is
 * for; who the person is (an id token) is nobody's business here, and so its signature is none, either.
 */
export const tidyAnswer = async (response: Response): Promise<Response> => {
  const text = await response.text()
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    // The library says what it is instead of JSON.
    return new Response(text, response)
  }
  const { id_token: _, ...rest } = body
  const isError = typeof rest['error'] === 'string'
  const fixed = isError ? rest : { token_type: 'bearer', ...rest }
  const status = isError && response.ok ? 400 : response.status
  return new Response(JSON.stringify(fixed), { status, headers: { 'content-type': 'application/json' } })
}

export const tokensOf = (
  { access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse,
  now: number,
): OAuthTokens => ({
  accessToken: access_token,
  ...(refresh_token ? { refreshToken: refresh_token } : {}),
  ...(expires_in === undefined ? {} : { expiresAt: now + expires_in * 1000 }),
})

import * as oauth from 'oauth4webapi'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { type OAuthDeps, openServer, tidyAnswer, tokensOf } from './authorization-server.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import type { OAuthTokens } from './oauth-tokens.ts'

/** New tokens for old ones. A server that rotates refresh tokens takes each of them once. */
export const renewTokens = async (deps: OAuthDeps, { refreshToken }: OAuthTokens): Promise<OAuthTokens> => {
  try {
    if (refreshToken === undefined) throw new OAuthError('ended', credentialText('not_renewable'))
    const { server, client, auth, http } = await openServer(deps)
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, http)
    const said = await oauth.processRefreshTokenResponse(server, client, await tidyAnswer(response))
    return { refreshToken, ...tokensOf(said, deps.now()) }
  } catch (error) {
    throw toOAuthError(error, deps.signal)
  }
}

/** Tells the server that nobody uses them any more; false where it cannot be told. */
export const revokeTokens = async (
  deps: OAuthDeps,
  { refreshToken, accessToken }: OAuthTokens,
): Promise<boolean> => {
  try {
    const { server, client, auth, http } = await openServer(deps)
    if (!server.revocation_endpoint) return false
    const token = refreshToken ?? accessToken
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, auth, token, http))
    return true
  } catch (error) {
    throw toOAuthError(error, deps.signal)
  }
}

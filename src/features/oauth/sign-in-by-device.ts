import * as oauth from 'oauth4webapi'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { type OAuthDeps, openServer, tidyAnswer, tokensOf } from './authorization-server.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import type { OAuthTokens } from './oauth-tokens.ts'

/** What the person does on any device with a browser. */
export interface DeviceCode {
  readonly url: URL
  readonly code: string
}

export interface DeviceDeps extends OAuthDeps {
  /** Rejects when the signal ends it. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

const USUAL_SECONDS = 5

/** The device grant: a code is typed elsewhere, and the server is asked until somebody did. */
export const signInByDevice = async (
  deps: DeviceDeps,
  show: (code: DeviceCode) => void,
): Promise<OAuthTokens> => {
  try {
    const { server, client, auth, http } = await openServer(deps)
    if (!server.device_authorization_endpoint)
      throw new OAuthError('setup', credentialText('no_device_sign_in'))
    const { scopes = [] } = deps.client
    const asked = await oauth.deviceAuthorizationRequest(
      server,
      client,
      auth,
      scopes.length === 0 ? {} : { scope: scopes.join(' ') },
      http,
    )
    const given = await oauth.processDeviceAuthorizationResponse(server, client, asked)
    show({ url: pageOf(given), code: given.user_code })
    const until = deps.now() + given.expires_in * 1000
    let seconds = given.interval ?? USUAL_SECONDS
    for (;;) {
      await deps.sleep(seconds * 1000, deps.signal)
      if (deps.now() > until) throw new OAuthError('ended', credentialText('code_unused'))
      try {
        const answer = await oauth.deviceCodeGrantRequest(server, client, auth, given.device_code, http)
        const said = await oauth.processDeviceCodeResponse(server, client, await tidyAnswer(answer))
        return tokensOf(said, deps.now())
      } catch (error) {
        const { error: code } = error as { readonly error?: unknown }
        if (code === 'slow_down') seconds += USUAL_SECONDS
        else if (code !== 'authorization_pending') throw error
      }
    }
  } catch (error) {
    throw toOAuthError(error, deps.signal)
  }
}

/** It is shown and opened: nothing but a page may come of it. */
const pageOf = (given: oauth.DeviceAuthorizationResponse): URL => {
  const url = new URL(given.verification_uri_complete ?? given.verification_uri)
  if (url.protocol === 'https:' || url.protocol === 'http:') return url
  throw new OAuthError('setup', credentialText('bad_page_address'))
}

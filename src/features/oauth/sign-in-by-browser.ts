import * as oauth from 'oauth4webapi'
import { type FixedReturn, type Loopback, openLoopback } from '../../lib/network/loopback.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { type OAuthDeps, type OpenServer, openServer, tidyAnswer, tokensOf } from './authorization-server.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import type { OAuthTokens } from './oauth-tokens.ts'

/** The page where the person signs in, and a way for what it shows at its end. */
export interface BrowserPage {
  readonly url: URL
  /**
   * Takes the code, or the whole address that the browser ended at: on another machine it cannot come back here.
   * False: there is no code in it, or it is of another sign-in.
   */
  paste(text: string): boolean
}

/** Authorization code with PKCE. Whichever is first counts: the browser that comes back, or what is pasted. */
export const signInByBrowser = async (
  deps: OAuthDeps,
  show: (page: BrowserPage) => void,
): Promise<OAuthTokens> => {
  try {
    const open = await openServer(deps)
    const { authorization_endpoint: endpoint } = open.server
    if (!endpoint) throw new OAuthError('setup', credentialText('no_sign_in_page'))
    await using loopback = await openReturn(deps.client.redirectUri)
    return await finish({ deps, open, endpoint, show, loopback: loopback.at, redirect: loopback.url })
  } catch (error) {
    throw toOAuthError(error, deps.signal)
  }
}

interface Visit {
  readonly deps: OAuthDeps
  readonly open: OpenServer
  readonly endpoint: string
  readonly loopback: Loopback | undefined
  readonly redirect: string
  show(page: BrowserPage): void
}

const finish = async ({ deps, open, endpoint, loopback, redirect, show }: Visit): Promise<OAuthTokens> => {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const { client_id } = open.client
  const { scopes = [], params = {} } = deps.client
  const url = new URL(endpoint)
  const asked = {
    response_type: 'code',
    client_id,
    redirect_uri: redirect,
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...params,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  const pasted = Promise.withResolvers<URLSearchParams>()
  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  show({
    url,
    paste: text => {
      const answer = readPasted(text, state)
      if (answer) pasted.resolve(answer)
      return answer !== undefined
    },
  })
  const come = loopback?.answer(given => given === state, signal) ?? new Promise<never>(() => {})
  const gone = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => gone.reject(signal.reason), { once: true })
  if (signal.aborted) gone.reject(signal.reason)
  for (const each of [come, gone.promise]) each.catch(() => {})
  try {
    const answer = await Promise.race([come, pasted.promise, gone.promise])
    return await exchange(answer, { deps, open, redirect, verifier, state })
  } finally {
    stop.abort()
  }
}

const exchange = async (
  answer: URLSearchParams,
  at: Pick<Visit, 'deps' | 'open' | 'redirect'> & { readonly verifier: string; readonly state: string },
): Promise<OAuthTokens> => {
  const { server, client, auth, http } = at.open
  // Nobody said what it is called: then it cannot be compared.
  if (at.deps.client.issuer === undefined) answer.delete('iss')
  const checked = oauth.validateAuthResponse(server, client, answer, at.state)
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    checked,
    at.redirect,
    at.verifier,
    http,
  )
  const said = await oauth.processAuthorizationCodeResponse(server, client, await tidyAnswer(response))
  return tokensOf(said, at.deps.now())
}

/** `https://…?code=…&state=…`, `code#state`, or the code alone. */
const readPasted = (text: string, state: string): URLSearchParams | undefined => {
  const bare = text.trim()
  if (bare === '' || /\s/.test(bare)) return undefined
  const [code = '', given] = URL.canParse(bare)
    ? [new URL(bare).searchParams.get('code') ?? '', new URL(bare).searchParams.get('state') ?? undefined]
    : bare.split('#')
  if (code === '' || (given !== undefined && given !== state)) return undefined
  return new URLSearchParams({ code, state })
}

/** Where the browser is sent at the end: to this machine, or to a page that shows the code. */
const openReturn = async (redirectUri: string | undefined) => {
  const wanted = redirectUri === undefined ? undefined : new URL(redirectUri)
  const fixed = wanted && fixedReturn(wanted)
  if (redirectUri !== undefined && !fixed)
    return { url: redirectUri, at: undefined, [Symbol.asyncDispose]: async () => {} }
  const at = await openLoopback(fixed).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new OAuthError(
      'setup',
      credentialText('port_taken', { port: String(fixed?.port), code: String(code) }),
    )
  })
  return { url: redirectUri ?? at.url, at, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() }
}

const fixedReturn = ({ protocol, hostname, port, pathname }: URL): FixedReturn | undefined =>
  protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
    ? { host: hostname, port: Number(port || 0), path: pathname }
    : undefined

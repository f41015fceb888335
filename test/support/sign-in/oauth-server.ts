import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderOAuth } from '../../../src/protocol/provider-settings.ts'

interface Code {
  readonly challenge: string
  readonly redirect: string
}

/** A server that signs people in, strict about what the standards want, and a small API that takes its tokens. */
export interface OAuthServer extends AsyncDisposable {
  readonly url: string
  readonly client: ProviderOAuth
  /** Every token request, in the order they came. */
  readonly grants: readonly URLSearchParams[]
  /** Every secret that was given out. */
  readonly secrets: readonly string[]
  readonly revoked: ReadonlySet<string>
  /** How the next answers are. */
  readonly state: {
    expiresIn: number | undefined
    /** Polls of the device until somebody typed the code. */
    pending: number
    refuse?: { readonly error: string; readonly error_description?: string } | undefined
    /** Tokens that no API takes any more. */
    readonly dead: Set<string>
    /** The refresh token that is good now: each is taken once. */
    refresh: string
  }
  /** What a browser does: goes to the page, agrees, and follows where it is sent. Answers that address. */
  agree(page: URL): Promise<string>
}

const CLIENT = 'capstan-test'

export const openOAuthServer = async (): Promise<OAuthServer> => {
  const codes = new Map<string, Code>()
  const grants: URLSearchParams[] = []
  const secrets: string[] = []
  const revoked = new Set<string>()
  const state: OAuthServer['state'] = { expiresIn: 3600, pending: 1, dead: new Set(), refresh: '' }
  const secret = (kind: string): string => {
    const made = `${kind}-${randomUUID()}`
    secrets.push(made)
    return made
  }
  const issue = (): object => {
    state.refresh = secret('refresh')
    const { expiresIn: expires_in } = state
    return {
      access_token: secret('access'),
      refresh_token: state.refresh,
      token_type: 'Bearer',
      ...(expires_in === undefined ? {} : { expires_in }),
    }
  }
  const grant = (fields: URLSearchParams): object => {
    grants.push(fields)
    if (state.refuse) return state.refuse
    if (fields.get('client_id') !== CLIENT) return { error: 'invalid_client' }
    switch (fields.get('grant_type')) {
      case 'authorization_code': {
        const code = codes.get(fields.get('code') ?? '')
        codes.delete(fields.get('code') ?? '')
        const verifier = fields.get('code_verifier') ?? ''
        const challenge = createHash('sha256').update(verifier).digest('base64url')
        const fits = code?.challenge === challenge && code.redirect === fields.get('redirect_uri')
        return fits ? issue() : { error: 'invalid_grant', error_description: 'The code is not good' }
      }
      case 'refresh_token': {
        const isGood = fields.get('refresh_token') === state.refresh && !revoked.has(state.refresh)
        return isGood ? issue() : { error: 'invalid_grant', error_description: 'Token has been revoked' }
      }
      default:
        state.pending -= 1
        return state.pending >= 0 ? { error: 'authorization_pending' } : issue()
    }
  }
  const server = createServer((request, response) => void serve(request, response))
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fields = new URLSearchParams(await textOf(request))
    const json = (body: object, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const url = new URL(request.url ?? '/', origin)
    if (url.pathname === '/.well-known/openid-configuration') return json(metadata)
    if (url.pathname === '/token') {
      const answer = grant(fields)
      return json(answer, 'error' in answer ? 400 : 200)
    }
    if (url.pathname === '/device')
      return json({
        device_code: secret('device'),
        user_code: 'WDJB-MJHT',
        verification_uri: `${origin}/activate`,
        expires_in: 600,
        interval: 1,
      })
    if (url.pathname === '/revoke') {
      revoked.add(fields.get('token') ?? '')
      return json({})
    }
    if (url.pathname === '/authorize') {
      const code = secret('code')
      const redirect = url.searchParams.get('redirect_uri') ?? ''
      codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirect })
      const back = new URL(redirect)
      back.searchParams.set('code', code)
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
      return
    }
    json({}, 404)
  }
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    device_authorization_endpoint: `${origin}/device`,
    revocation_endpoint: `${origin}/revoke`,
  }
  return {
    url: origin,
    client: { clientId: CLIENT, issuer: origin, scopes: ['models'] },
    grants,
    secrets,
    revoked,
    state,
    async agree(page) {
      const answer = await fetch(page, { redirect: 'manual' })
      return answer.headers.get('location') ?? ''
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

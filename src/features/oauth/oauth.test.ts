import { expect, test } from 'vitest'
import { type OAuthServer, openOAuthServer } from '../../../test/support/sign-in/oauth-server.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'
import type { OAuthDeps } from './authorization-server.ts'
import { renewTokens, revokeTokens } from './renew-tokens.ts'
import { type BrowserPage, signInByBrowser } from './sign-in-by-browser.ts'
import { signInByDevice } from './sign-in-by-device.ts'

const depsFor = (server: OAuthServer, more: Partial<OAuthDeps> = {}): OAuthDeps => ({
  client: server.client,
  fetch: (url, init) => fetch(url, init),
  signal: new AbortController().signal,
  now: () => 1_000_000,
  ...more,
})

/** Begins to sign in, and answers the page as soon as it is shown. */
const begin = async (deps: OAuthDeps) => {
  const shown = Promise.withResolvers<BrowserPage>()
  const tokens = signInByBrowser(deps, shown.resolve)
  tokens.catch(shown.reject)
  return { page: await shown.promise, tokens }
}

test('signing in by browser: the page is asked for with PKCE, and the browser comes back to this machine', async () => {
  await using server = await openOAuthServer()
  const { page, tokens } = await begin(depsFor(server))
  expect(Object.fromEntries(page.url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'capstan-test',
    scope: 'models',
    code_challenge_method: 'S256',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
  })
  const back = await server.agree(page.url)
  expect(await (await fetch(back)).text()).toContain('Signed in')
  expect(await tokens).toEqual({
    accessToken: expect.stringMatching(/^access-/),
    refreshToken: expect.stringMatching(/^refresh-/),
    expiresAt: 1_000_000 + 3_600_000,
  })
  await expect(fetch(back)).rejects.toThrow()
})

test.each([
  ['the address the browser ended at', (back: URL) => back.href],
  ['code and state', (back: URL) => `${back.searchParams.get('code')}#${back.searchParams.get('state')}`],
  ['the code alone', (back: URL) => ` ${back.searchParams.get('code')}\n`],
])('over SSH it is enough to paste %s', async (_name, paste) => {
  await using server = await openOAuthServer()
  const { page, tokens } = await begin(depsFor(server))
  expect(page.paste('')).toBe(false)
  expect(page.paste('made-up#of-another-sign-in')).toBe(false)
  expect(page.paste(paste(new URL(await server.agree(page.url))))).toBe(true)
  expect((await tokens).accessToken).toMatch(/^access-/)
})

test('a client is sent back where it was registered, on this machine or to a page with the code', async () => {
  await using server = await openOAuthServer()
  const elsewhere = {
    ...server.client,
    redirectUri: 'https://id.example/code',
    params: { audience: 'models' },
  }
  const first = await begin(depsFor(server, { client: elsewhere }))
  expect(first.page.url.searchParams.get('audience')).toBe('models')
  const back = await server.agree(first.page.url)
  expect(back).toMatch(/^https:\/\/id\.example\/code\?code=/)
  expect(first.page.paste(back)).toBe(true)
  await first.tokens
  const taken = new URL(server.url).port
  const client = { ...server.client, redirectUri: `http://localhost:${taken}/auth/callback` }
  await expect(begin(depsFor(server, { client }))).rejects.toMatchObject({
    kind: 'setup',
    message: `port ${taken} on this machine is not free (EADDRINUSE)`,
  })
})

test('endpoints can be configured where nothing is published', async () => {
  await using server = await openOAuthServer()
  const client: ProviderOAuth = {
    clientId: 'capstan-test',
    authorizationEndpoint: `${server.url}/authorize`,
    tokenEndpoint: `${server.url}/token`,
  }
  const { page, tokens } = await begin(depsFor(server, { client }))
  page.paste(await server.agree(page.url))
  expect((await tokens).refreshToken).toBeDefined()
  await expect(
    signInByDevice({ ...depsFor(server, { client }), sleep: async () => {} }, () => {}),
  ).rejects.toThrow('the server knows no sign-in by code')
})

test('cancelling ends the sign-in at once, and nobody listens any more', async () => {
  await using server = await openOAuthServer()
  const stop = new AbortController()
  const { page, tokens } = await begin(depsFor(server, { signal: stop.signal }))
  stop.abort()
  await expect(tokens).rejects.toMatchObject({ kind: 'cancelled' })
  await expect(fetch(String(page.url.searchParams.get('redirect_uri')))).rejects.toThrow()
})

test('a code on another device is waited for as slowly as the server wants', async () => {
  await using server = await openOAuthServer()
  server.state.pending = 2
  const waits: number[] = []
  const shown: string[] = []
  const sleep = async (ms: number): Promise<void> => void waits.push(ms)
  const tokens = await signInByDevice({ ...depsFor(server), sleep }, ({ code, url }) =>
    shown.push(code, url.pathname),
  )
  expect([shown, waits]).toEqual([
    ['WDJB-MJHT', '/activate'],
    [1000, 1000, 1000],
  ])
  expect(tokens.accessToken).toMatch(/^access-/)
})

test('a sign-in by code that is refused or cancelled is told from one that failed', async () => {
  await using server = await openOAuthServer()
  server.state.refuse = { error: 'access_denied', error_description: 'You said no' }
  const deps = { ...depsFor(server), sleep: async () => {} }
  await expect(signInByDevice(deps, () => {})).rejects.toMatchObject({
    kind: 'refused',
    message: 'You said no',
  })
  const stop = new AbortController()
  const waiting = { ...depsFor(server, { signal: stop.signal }), sleep: () => Promise.reject(stop.abort()) }
  await expect(signInByDevice(waiting, () => {})).rejects.toMatchObject({ kind: 'cancelled' })
})

test('tokens are renewed, rotated ones as well, and revoked', async () => {
  await using server = await openOAuthServer()
  const first = await begin(depsFor(server))
  first.page.paste(await server.agree(first.page.url))
  const old = await first.tokens
  const renewed = await renewTokens(depsFor(server), old)
  expect(renewed.refreshToken).not.toBe(old.refreshToken)
  await expect(renewTokens(depsFor(server), old)).rejects.toMatchObject({
    kind: 'ended',
    message: 'Token has been revoked',
  })
  expect(await revokeTokens(depsFor(server), renewed)).toBe(true)
  expect([...server.revoked]).toEqual([renewed.refreshToken])
})

test.each([
  [{ error: 'invalid_client' }, 'setup'],
  [{ error: 'invalid_grant' }, 'ended'],
  [{ error: 'server_error', error_description: 'later' }, 'refused'],
])('a renewal that is answered with %j is an error of kind %s', async (refuse, kind) => {
  await using server = await openOAuthServer()
  server.state.refuse = refuse
  const failure = renewTokens(depsFor(server), { accessToken: 'a', refreshToken: 'secret-refresh' })
  await expect(failure).rejects.toMatchObject({ kind })
  expect(
    JSON.stringify(await failure.catch(error => [String(error), { ...error }, error.cause])),
  ).not.toContain('secret-refresh')
})

test('a server that cannot be reached is an error of the network', async () => {
  await using server = await openOAuthServer()
  const client = { clientId: 'c', tokenEndpoint: 'http://127.0.0.1:1/token' }
  await expect(
    renewTokens(depsFor(server, { client }), { accessToken: 'a', refreshToken: 'r' }),
  ).rejects.toMatchObject({ kind: 'network' })
})

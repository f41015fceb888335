import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type OAuthServer, openOAuthServer } from '../../../test/support/sign-in/oauth-server.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { bearer, type Provider } from '../../features/models/providers/provider.ts'
import type { OAuthTokens } from '../../features/oauth/oauth-tokens.ts'
import type { UnsignedRequest } from '../../protocol/credential.ts'
import { knownProviders } from '../providers/known-providers.ts'
import { oauthCredential } from './oauth-credential.ts'
import { renewOverHttp } from './oauth-deps.ts'
import { Vault } from './vault.ts'

const HOUSE = knownProviders({
  providers: { house: { protocol: 'openai-chat', baseUrl: 'https://llm.house/v1' } },
})[0] as Provider
const unsigned: UnsignedRequest = { method: 'POST', url: new URL('https://x.test'), headers: {}, body: [] }
const HOUR = 3_600_000

/** A process with the tokens of a sign-in; several of them share a config home. */
const openProcess = (configHome: string, server: OAuthServer) => {
  const clock = { now: Date.now() }
  const deps = { now: () => clock.now, newId: () => Math.random().toString(36).slice(2) }
  const vault = new Vault({ configHome, env: {}, openKeychain: async () => undefined, ...deps })
  const credential = oauthCredential(HOUSE, {
    vault,
    scheme: bearer(''),
    source: 'OAuth sign-in',
    renew: renewOverHttp(server.client, {}),
    lockFile: join(configHome, 'house.lock'),
    ...deps,
  })
  return {
    vault,
    credential,
    clock,
    send: async () => (await credential.authorize(unsigned))['authorization'],
  }
}

const signedIn = async (configHome: string, server: OAuthServer, tokens: Partial<OAuthTokens> = {}) => {
  server.state.refresh = 'refresh-first'
  const process = openProcess(configHome, server)
  await process.vault.keep('house', {
    kind: 'oauth',
    tokens: {
      accessToken: 'access-first',
      refreshToken: 'refresh-first',
      expiresAt: Date.now() + HOUR,
      ...tokens,
    },
  })
  return process
}

test('a token is used while it is good, and renewed before it ends', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  const { send, clock } = await signedIn(tmp.path, server)
  expect([await send(), server.grants.length]).toEqual(['Bearer access-first', 0])
  clock.now += HOUR - 30_000
  const renewed = await Promise.all([send(), send(), send()])
  expect(new Set(renewed).size).toBe(1)
  expect([renewed[0]?.startsWith('Bearer access-'), renewed[0] !== 'Bearer access-first']).toEqual([
    true,
    true,
  ])
  expect(server.grants.map(each => each.get('grant_type'))).toEqual(['refresh_token'])
})

test('several processes that renew at the same time do not lose a rotated refresh token', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  await signedIn(tmp.path, server, { expiresAt: 1 })
  const all = Array.from({ length: 5 }, () => openProcess(tmp.path, server))
  const sent = await Promise.all(all.map(({ send }) => send()))
  expect(new Set(sent).size).toBe(1)
  expect(server.grants).toHaveLength(1)
  // What is stored is the one that is good now.
  server.state.expiresIn = 3600
  const next = openProcess(tmp.path, server)
  next.clock.now += 2 * HOUR
  expect(await next.send()).toMatch(/^Bearer access-/)
})

test('a token that is refused is renewed once, and those who were refused together share the new one', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  const { credential, send } = await signedIn(tmp.path, server)
  const refused = { authorization: String(await send()) }
  const again = await Promise.all([credential.renew?.(refused), credential.renew?.(refused)])
  expect([again, server.grants.length]).toEqual([[true, true], 1])
  expect(await credential.renew?.(refused)).toBe(true)
  expect(server.grants).toHaveLength(1)
})

test.each([
  [
    'revoked',
    { error: 'invalid_grant', error_description: 'Token has been revoked' },
    'Token has been revoked',
  ],
  [
    'expired',
    { error: 'invalid_grant', error_description: 'The refresh token expired' },
    'The refresh token expired',
  ],
])(
  'a sign-in that was %s is told in one sentence, at the start and in mid-turn',
  async (_name, refuse, why) => {
    await using tmp = tmpDir()
    await using server = await openOAuthServer()
    const { credential, send } = await signedIn(tmp.path, server, { expiresAt: 1 })
    server.state.refuse = refuse
    const message = `Your sign-in to house has expired or was revoked (${why}). Sign in again with /login house or "capstan auth login house".`
    await expect(credential.prepare?.()).rejects.toMatchObject({
      name: 'HostError',
      kind: 'no_credentials',
      message,
    })
    await expect(send()).rejects.toMatchObject({ name: 'ModelError', kind: 'authentication_failed', message })
  },
)

test('without a network a token that is still good is used, one that ended is an error of the network', async () => {
  await using tmp = tmpDir()
  const server = await openOAuthServer()
  const { send, clock, credential } = await signedIn(tmp.path, server)
  await server[Symbol.asyncDispose]()
  clock.now += HOUR - 30_000
  expect(await send()).toBe('Bearer access-first')
  clock.now += HOUR
  await credential.prepare?.()
  await expect(send()).rejects.toMatchObject({ name: 'ModelError', kind: 'network' })
})

test('a token that cannot be renewed is good until it ends', async () => {
  await using tmp = tmpDir()
  await using server = await openOAuthServer()
  const { vault, send, clock } = await signedIn(tmp.path, server)
  await vault.keep('house', { kind: 'oauth', tokens: { accessToken: 'only', expiresAt: Date.now() + HOUR } })
  expect(await send()).toBe('Bearer only')
  clock.now += 2 * HOUR
  await expect(send()).rejects.toThrow('has expired or was revoked (it cannot be renewed)')
})

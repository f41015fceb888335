import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthStore } from '../../src/features/mcp/oauth/auth-store.ts'
import { createListingCache } from '../../src/features/mcp/pool/listing-cache.ts'
import { sha256 } from '../support/kept-listing.ts'
import { answerTo, bodyOf, listen, openPool, ping } from '../support/remote-server.ts'
import { openWorldHere } from '../support/run-here.ts'
import { openWorld } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const LOCK = { newId: randomUUID, now: () => Date.now(), warn: () => undefined }

const TOKENS = { access_token: 'good', token_type: 'Bearer' }

/** An MCP server that lets in who brings a token, while it takes them. */
const openGuarded = async () => {
  const state = { takes: (_method: string): boolean => true }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    if (request.url !== '/mcp') return void response.writeHead(404).end()
    const asked = await bodyOf(request)
    const isIn = request.headers.authorization === 'Bearer good' && state.takes(asked.method)
    if (!isIn) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    const answer = answerTo(asked)
    response.writeHead(answer ? 200 : 202, { 'content-type': 'application/json' })
    response.end(answer ? JSON.stringify(answer) : undefined)
  }
  const http = createServer((request, response) => void serve(request, response))
  const url = `http://127.0.0.1:${await listen(http)}/mcp`
  return {
    url,
    state,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

test('mcp list says who is signed in, from the sign-in on, and who has to sign in, from the sign-out on', async () => {
  await using guarded = await openGuarded()
  await using world = await openWorldHere({ replies: [] })
  const state = async () => {
    const { stdout } = await world.run(['mcp', 'list', '--json'])
    return JSON.parse(stdout).servers[0]
  }
  await world.run(['mcp', 'add', '-s', 'user', '-t', 'http', 'two', guarded.url])
  expect(await state()).toMatchObject({ state: 'not started yet' })
  const store = createAuthStore(world.config, { name: 'two', url: guarded.url }, LOCK)
  await store.change(() => ({ tokens: TOKENS }))
  expect(await state()).toMatchObject({ state: 'signed in, not started yet' })
  expect((await world.run(['mcp', 'login', 'two'])).stdout).toContain('Signed in to two: 1 tool.')
  expect(await state()).toMatchObject({ state: 'signed in', tools: ['mcp__two__ping'] })
  expect((await world.run(['mcp', 'get', 'two'])).stdout).toContain('State: signed in')
  await world.run(['mcp', 'logout', 'two'])
  expect(await state()).toMatchObject({ state: 'needs a sign-in' })
  expect(await state()).not.toHaveProperty('tools')
})

test('a server that refuses a call for lack of a sign-in is known to need one, also later', async () => {
  await using guarded = await openGuarded()
  await using tmp = tmpDir()
  await createAuthStore(tmp.path, { name: 'remote', url: guarded.url }, LOCK).change(() => ({
    tokens: TOKENS,
  }))
  let time = Date.now()
  const kept = createListingCache(join(tmp.path, 'cache'), { now: () => time, hash: sha256 })
  const config = { type: 'http', url: guarded.url, headers: {} } as const
  const here = () => openPool(config, {}, { configHome: tmp.path, kept })
  const first = here()
  await ping(first.server)
  expect(here().server.state).toBe('ready')
  guarded.state.takes = method => method !== 'tools/call'
  await expect(ping(first.server)).rejects.toThrow()
  expect(first.server.state).toBe('needs-auth')
  expect(here().server.state).toBe('needs-auth')
  // It may be asked again by then; what it said last is still so.
  time += 60 * 60_000
  expect(here().server.state).toBe('pending')
  expect(kept.last({ name: 'remote', config })).toMatchObject({ needsAuth: true })
  await first.pool[Symbol.asyncDispose]()
})

/** An MCP server behind a sign-in that knows one client, by its secret. */
const openConfidential = async (secret: string) => {
  const tokens: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = `http://${request.headers.host}`
    const { pathname } = new URL(request.url ?? '/', origin)
    const json = (value: object, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (pathname.startsWith('/.well-known/oauth-protected-resource'))
      return json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
    if (pathname.startsWith('/.well-known/oauth-authorization-server'))
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    if (pathname === '/token') {
      let text = ''
      for await (const piece of request) text += String(piece)
      const said = new URLSearchParams(text)
      tokens.push(`${said.get('client_id')} ${said.get('client_secret')} ${said.get('code')}`)
      return said.get('client_secret') === secret
        ? json({ access_token: 'good', token_type: 'Bearer' })
        : json({ error: 'invalid_client' }, 401)
    }
    if (pathname !== '/mcp' || request.method !== 'POST') return void response.writeHead(404).end()
    const asked = await bodyOf(request)
    if (request.headers.authorization !== 'Bearer good') {
      const metadata = `${origin}/.well-known/oauth-protected-resource`
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
      return void response.end()
    }
    const answer = answerTo(asked)
    response.writeHead(answer ? 200 : 202, { 'content-type': 'application/json' })
    response.end(answer ? JSON.stringify(answer) : undefined)
  }
  const http = createServer((request, response) => void serve(request, response))
  const url = `http://127.0.0.1:${await listen(http)}/mcp`
  return {
    url,
    tokens,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

test('over SSH the address is pasted back, and the secret of a registered client is sent from where it is kept', async () => {
  await using guarded = await openConfidential('s3cret')
  await using world = await openWorld({ replies: [] })
  const client = ['--client-id', 'mine', '--client-secret']
  const added = await world.run(['mcp', 'add', '-s', 'user', ...client, 'two', guarded.url], {
    env: { MCP_CLIENT_SECRET: 's3cret' },
  })
  expect(added).toMatchObject({ code: 0 })
  const [, file = ''] = /to (\S+)\s*$/.exec(added.stdout) ?? []
  expect(readFileSync(file, 'utf8')).toContain('mine')
  expect(readFileSync(file, 'utf8')).not.toContain('s3cret')
  const kept = join(world.config, 'mcp-auth.json')
  expect(readFileSync(kept, 'utf8')).toContain('s3cret')
  expect(statSync(kept).mode & 0o077).toBe(0)
  const login = world.start(['mcp', 'login', 'two', '--no-browser'], { input: 'keep' })
  const shown = Promise.withResolvers<string>()
  login.child.stdout.on('data', (piece: string) => {
    const [address] = /http:\S+authorize\S+/.exec(piece) ?? []
    if (address) shown.resolve(address)
  })
  const page = new URL(await shown.promise)
  const back = new URL(page.searchParams.get('redirect_uri') ?? '')
  login.write(`${back.href}?code=c&state=of-another\n`)
  await login.stderr("isn't the address this sign-in ends at")
  login.write(`${back.href}?code=c&state=${page.searchParams.get('state')}\n`)
  expect(await login.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Signed in to two: 1 tool.'),
  })
  expect(guarded.tokens).toEqual(['mine s3cret c'])
  await world.run(['mcp', 'logout', 'two'])
  expect(readFileSync(kept, 'utf8')).toContain('s3cret')
  expect(readFileSync(kept, 'utf8')).not.toContain('good')
})

test('a secret without its client, without a way to ask for it, or for a program is refused before anything is written', async () => {
  await using world = await openWorldHere({ replies: [] })
  const add = async (...args: readonly string[]) =>
    await world.run(['mcp', 'add', '-s', 'user', '--client-secret', ...args])
  const refused = { code: 2, stdout: '' }
  expect(await add('two', 'https://example.test/mcp')).toMatchObject(refused)
  const asked = await add('--client-id', 'x', 'two', 'https://example.test/mcp')
  expect(asked).toMatchObject({ ...refused, stderr: expect.stringContaining('Set MCP_CLIENT_SECRET') })
  expect(await add('--client-id', 'x', 'two', 'ls')).toMatchObject(refused)
  expect(JSON.parse((await world.run(['mcp', 'list', '--json'])).stdout)).toMatchObject({ servers: [] })
})

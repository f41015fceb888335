import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthStore } from '../../src/features/mcp/oauth/auth-store.ts'
import { createListingCache } from '../../src/features/mcp/pool/listing-cache.ts'
import { sha256 } from '../support/kept-listing.ts'
import { answerTo, bodyOf, listen, openPool, ping } from '../support/remote-server.ts'
import { openWorldHere } from '../support/run-here.ts'
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

import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { testPackage } from '../support/needs-program.ts'
import { listen } from '../support/remote-server.ts'
import { openWorldHere } from '../support/run-here.ts'

const SDK = testPackage('@modelcontextprotocol/sdk/dist/cjs/server/mcp.js')

type Handler = (request: object, response: object, next?: () => void) => unknown
interface App extends Handler {
  use(...handlers: readonly unknown[]): void
  all(path: string, ...handlers: readonly unknown[]): void
}
interface Provider {
  verifyAccessToken(token: string): Promise<unknown>
}

/** A server of the public library behind the sign-in of the public library, with clients that register themselves. */
const openGuarded = async () => {
  const load = createRequire(SDK ?? '')
  const express = load('express') as (() => App) & { json(): Handler }
  const { mcpAuthRouter } = load('./auth/router.js') as { mcpAuthRouter: (options: object) => Handler }
  const { requireBearerAuth } = load('./auth/middleware/bearerAuth.js') as {
    requireBearerAuth: (options: object) => Handler
  }
  const { DemoInMemoryAuthProvider } = load('../examples/server/demoInMemoryOAuthProvider.js') as {
    DemoInMemoryAuthProvider: new () => Provider
  }
  const { InvalidTokenError } = load('./auth/errors.js') as { InvalidTokenError: new (why: string) => Error }
  const { McpServer } = load('./mcp.js') as {
    McpServer: new (
      about: object,
    ) => { tool(name: string, run: () => object): void; connect(to: object): Promise<void> }
  }
  const { StreamableHTTPServerTransport } = load('./streamableHttp.js') as {
    StreamableHTTPServerTransport: new (
      options: object,
    ) => { handleRequest(request: object, response: object, body: unknown): Promise<void> }
  }
  const state = { takesTokens: true }
  const verifier = {
    verifyAccessToken: async (token: string): Promise<unknown> => {
      if (!state.takesTokens) throw new InvalidTokenError('taken back')
      return await provider.verifyAccessToken(token)
    },
  }
  const app = express()
  const http = createServer(app as never)
  const origin = new URL(`http://127.0.0.1:${await listen(http)}`)
  const provider = new DemoInMemoryAuthProvider()
  const resourceMetadataUrl = new URL('/.well-known/oauth-protected-resource/mcp', origin).href
  app.use(mcpAuthRouter({ provider, issuerUrl: origin, resourceServerUrl: new URL('/mcp', origin) }))
  app.use(express.json())
  app.all('/mcp', requireBearerAuth({ verifier, resourceMetadataUrl }), (async (
    request: { readonly body: unknown },
    response: object,
  ) => {
    const server = new McpServer({ name: 'guarded', version: '1.0.0' })
    server.tool('whoami', () => ({ content: [{ type: 'text', text: 'someone who signed in' }] }))
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    await transport.handleRequest(request, response, request.body)
  }) as Handler)
  return {
    url: new URL('/mcp', origin).href,
    state,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise(resolve => http.close(resolve))
    },
  }
}

test.runIf(SDK !== undefined)(
  'of a real server behind a sign-in mcp list says who is signed in, after the sign-in and after the sign-out',
  async () => {
    await using guarded = await openGuarded()
    const tool = { name: 'mcp__two__whoami', input: {} }
    await using world = await openWorldHere({
      replies: [
        { when: { lastUserText: 'first' }, tool },
        { when: { lastUserText: 'second' }, tool },
        { text: 'Done.', repeat: true },
      ],
    })
    const visit = world.put('browser.mjs', `#!${process.execPath}\nawait fetch(process.argv[2])\n`)
    chmodSync(visit, 0o755)
    const state = async () => {
      const { stdout } = await world.run(['mcp', 'list'])
      return /– (.*)$/m.exec(stdout)?.[1]
    }
    const turn = async (prompt: string) => {
      await world.run(['-p', prompt, '--allowedTools', 'mcp__two__whoami', '--trust'])
      return JSON.stringify(world.server.requests.at(-1)?.body?.['messages'])
    }
    await world.run(['mcp', 'add', '-s', 'user', '-t', 'http', 'two', guarded.url])
    expect(await state()).toBe('not started yet')
    const login = await world.run(['mcp', 'login', 'two'], { env: { BROWSER: visit } })
    expect(login.stdout).toContain('Signed in to two: 1 tool.')
    expect(await state()).toBe('signed in, 1 tool')
    expect(await turn('first')).toContain('someone who signed in')
    expect(await state()).toBe('signed in, 1 tool')
    // It takes the tokens no longer, which only a call can find out.
    guarded.state.takesTokens = false
    expect(await turn('second')).toContain('"is_error":true')
    expect(await state()).toBe('needs a sign-in')
    guarded.state.takesTokens = true
    await world.run(['mcp', 'login', 'two'], { env: { BROWSER: visit } })
    expect(await state()).toBe('signed in, 1 tool')
    await world.run(['mcp', 'logout', 'two'])
    expect(await state()).toBe('needs a sign-in')
  },
)

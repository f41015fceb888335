import { randomUUID } from 'node:crypto'
import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client'
import {
  type CallOptions,
  Connection,
  type ConnectionPorts,
} from '../../features/mcp/connection/connection.ts'
import { openTransport } from '../../features/mcp/connection/open-transport.ts'
import { defaultsOf } from '../../features/mcp/elicitation.ts'
import { createPassingStore } from '../../features/mcp/oauth/auth-store.ts'
import { openSignIn, type SignedIn } from '../../features/mcp/oauth/sign-in.ts'
import type { RemoteServer } from '../../protocol/extensions/server.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'

export const CONFORMANCE = {
  name: 'mcp conformance-client',
  usage: usageOf(
    'Usage: capstan mcp conformance-client <url>   (for the public conformance suite)',
    '用法：capstan mcp conformance-client <url>   （供公开的一致性测试套件使用）',
  ),
  flags: {},
} as const

const WAIT_MS = 120_000
const METADATA_URL = 'https://conformance-test.local/client-metadata.json'

type Context = Readonly<Record<string, string>>

/** Connects with the product's own client, lists the tools and calls each once, as the public suite wants it. */
export const conformanceClient = async (argv: readonly string[], from: Process): Promise<number> => {
  const [url] = readOptions(CONFORMANCE, argv).words
  if (url === undefined)
    throw wrongUsage(CONFORMANCE, argumentText('which', { what: argumentText('address') }))
  const context = JSON.parse(from.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context
  const scenario = from.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
  const config: RemoteServer = {
    type: 'http',
    url,
    headers: {},
    ...(scenario === 'auth/pre-registration' ? { oauth: { clientId: context['client_id'] ?? '' } } : {}),
  }
  const machine = machineAuth(scenario, context)
  const signal = AbortSignal.timeout(WAIT_MS)
  if (machine) {
    const transport = await openTransport(config, { env: from.env, cwd: process.cwd(), auth: machine })
    await using held = holding(await Connection.open(transport, portsOf(from), signal))
    await callAll(held.connection, signal)
    return 0
  }
  await using door = await openDoor(config, context, from)
  await using held = holding(await door.connect(portsOf(from), signal))
  await callAll(held.connection, signal, door)
  return 0
}

const holding = (connection: Connection) => ({
  connection,
  [Symbol.asyncDispose]: () => connection.close(),
})

const openDoor = (config: RemoteServer, context: Context, from: Process): Promise<SignedIn> =>
  openSignIn({
    config,
    store: createPassingStore(),
    env: from.env,
    cwd: process.cwd(),
    version: from.version,
    connectMs: WAIT_MS,
    metadataUrl: METADATA_URL,
    ...(context['client_secret'] === undefined ? {} : { clientSecret: context['client_secret'] }),
    newState: randomUUID,
    // The page of the suite sends back at once, to the listener a browser would come to.
    async open(page) {
      await (await fetch(page)).text()
    },
  })

const portsOf = ({ version }: Process): ConnectionPorts => ({
  version,
  connectMs: WAIT_MS,
  roots: () => [],
  elicit: async request => ({ action: 'accept', content: defaultsOf(request) }),
  onListing: () => undefined,
  onClose: () => undefined,
})

const callAll = async (connection: Connection, signal: AbortSignal, door?: SignedIn): Promise<void> => {
  const options: CallOptions = { signal, idleMs: WAIT_MS, totalMs: WAIT_MS }
  for (const { name } of connection.listing.tools) {
    const input = name === 'add_numbers' ? { a: 5, b: 3 } : {}
    try {
      await connection.call(name, input, options)
    } catch (error) {
      if (!door || !Connection.needsSignIn(error)) throw error
      await door.again(connection, signal)
      await connection.call(name, input, options)
    }
  }
}

/** Machines sign in without a person. */
const machineAuth = (scenario: string, context: Context): OAuthClientProvider | undefined => {
  const { client_id: clientId = '', client_secret: clientSecret = '' } = context
  switch (scenario) {
    case 'auth/client-credentials-basic':
      return new ClientCredentialsProvider({ clientId, clientSecret })
    case 'auth/client-credentials-jwt':
      return new PrivateKeyJwtProvider({
        clientId,
        privateKey: context['private_key_pem'] ?? '',
        algorithm: context['signing_algorithm'] ?? 'ES256',
      })
    case 'auth/cross-app-access-complete-flow':
      return new CrossAppAccessProvider({
        clientId,
        clientSecret,
        assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
          const grant = await requestJwtAuthorizationGrant({
            tokenEndpoint: context['idp_token_endpoint'] ?? '',
            audience: authorizationServerUrl,
            resource: resourceUrl,
            idToken: context['idp_id_token'] ?? '',
            clientId: context['idp_client_id'] ?? '',
            ...(scope === undefined ? {} : { scope }),
            fetchFn,
          })
          return grant.jwtAuthGrant
        },
      })
    default:
      return undefined
  }
}

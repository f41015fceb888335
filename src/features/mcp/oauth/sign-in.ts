import {
  auth,
  IssuerMismatchError,
  type SSEClientTransport,
  type StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { openLoopback } from '../../../lib/network/loopback.ts'
import { createProxiedFetch } from '../../../lib/network/proxied-fetch.ts'
import { proxyFromEnv } from '../../../lib/network/proxy.ts'
import type { RemoteServer } from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import { serverText } from '../../../protocol/messages/engine/servers.ts'
import { describeError, LocalizedError } from '../../../protocol/messages/localized-text.ts'
import { Connection } from '../connection/connection.ts'
import { openTransport } from '../connection/open-transport.ts'
import type { AuthStore } from './auth-store.ts'
import { ServerAuth, type ServerAuthOptions } from './server-auth.ts'

export interface SignInOptions extends Pick<ServerAuthOptions, 'clientSecret' | 'metadataUrl'> {
  readonly config: RemoteServer
  readonly store: AuthStore
  readonly env: Env
  readonly cwd: string
  readonly version: string
  readonly connectMs: number
  newState(): string
  /** Shows a page to the person. */
  open(url: URL): void | Promise<void>
  /** Takes the address that the browser ended at from the person: on another machine it cannot come back here. */
  paste?(isRight: (state: string | null) => boolean, signal: AbortSignal): Promise<URLSearchParams>
}

/** A door that was opened by signing in: connections through it, and the same again when one asks for more. */
export interface SignedIn extends AsyncDisposable {
  connect(ports: Partial<Parameters<typeof Connection.open>[1]>, signal: AbortSignal): Promise<Connection>
  /** Finishes what the last refusal asked for. */
  again(connection: Connection, signal: AbortSignal): Promise<void>
}

/** Opens the way to a server with the person's help, in a browser; what it brings is in the store. */
export const openSignIn = async (options: SignInOptions): Promise<SignedIn> => {
  const { config, store } = options
  const kept = store.read().redirectUrl
  const said = Number(options.env['MCP_OAUTH_CALLBACK_PORT'])
  const usual = Number.isInteger(said) && said > 0 && said < 65_536 ? said : undefined
  const port =
    config.oauth?.callbackPort ?? usual ?? (kept === undefined ? undefined : Number(new URL(kept).port))
  const loopback = await openLoopback(port || undefined)
  const provider = new ServerAuth({ ...options, ...oauthOf(config), redirectUrl: loopback.url })
  const again = async (
    transport: StreamableHTTPClientTransport | SSEClientTransport,
    signal: AbortSignal,
  ): Promise<void> => {
    const isRight = (state: string | null): boolean => state === provider.lastState
    const over = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    const ways = [loopback.answer(isRight, ends), ...(options.paste ? [options.paste(isRight, ends)] : [])]
    for (const way of ways) way.catch(() => undefined)
    try {
      await transport.finishAuth(await Promise.race(ways))
    } finally {
      over.abort()
    }
  }
  const open = async (): Promise<StreamableHTTPClientTransport | SSEClientTransport> =>
    (await openTransport(config, {
      env: options.env,
      cwd: options.cwd,
      auth: provider,
      otherIssuer: store.read().otherIssuer === true,
    })) as StreamableHTTPClientTransport | SSEClientTransport
  return {
    async connect(more, signal) {
      const ports = { ...QUIET, version: options.version, connectMs: options.connectMs, ...more }
      await widen(provider, options, async () => {
        await again(await open(), signal)
      })
      const attempt = async (): Promise<Connection> => {
        const transport = await open()
        try {
          return await Connection.open(transport, ports, signal)
        } catch (error) {
          if (!Connection.needsSignIn(error)) throw error
          await again(transport, signal)
          return await Connection.open(await open(), ports, signal)
        }
      }
      try {
        return await attempt()
      } catch (error) {
        if (provider.isUnregistered)
          throw new LocalizedError(serverText('registration_failed', { reason: describeError(error) }), {
            cause: error,
          })
        if (!isAtHome(error, config.url)) throw error
        await store.change(now => ({ ...now, otherIssuer: true }))
        return await attempt()
      }
    },
    again: (connection, signal) =>
      again(connection.transport as StreamableHTTPClientTransport | SSEClientTransport, signal),
    [Symbol.asyncDispose]: () => loopback[Symbol.asyncDispose](),
  }
}

/** A call was refused for lack of access: the tokens are good, so nobody would ask for a sign-in by itself. */
const widen = async (
  provider: ServerAuth,
  { config, store, env }: Pick<SignInOptions, 'config' | 'store' | 'env'>,
  finish: () => Promise<void>,
): Promise<void> => {
  const { wantedScope } = store.read()
  if (wantedScope === undefined) return
  const result = await auth(provider, {
    serverUrl: config.url,
    fetchFn: createProxiedFetch(proxyFromEnv(env)),
    scope: wantedScope,
    forceReauthorization: true,
  })
  if (result === 'REDIRECT') await finish()
}

/** Older servers describe their own sign-in, at their own address, under another path: nobody else is let in by that. */
const isAtHome = (error: unknown, url: string): boolean => {
  if (!(error instanceof IssuerMismatchError) || error.kind !== 'metadata') return false
  const { received } = error
  return received !== undefined && URL.canParse(received) && new URL(received).origin === new URL(url).origin
}

const oauthOf = ({ oauth }: RemoteServer) => (oauth ? { oauth } : {})

const QUIET = {
  roots: () => [],
  onListing: () => undefined,
  onClose: () => undefined,
}

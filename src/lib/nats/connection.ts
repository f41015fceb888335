import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { Kvm } from '@nats-io/kv'
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'

export interface NatsOptions {
  /** One address, or several of a cluster separated by commas; without user information. */
  readonly url: string
  readonly credentials?: NatsCredentials
  /** As people see it in the server's list of connections. */
  readonly name?: string
  /** How long something is tried while the server cannot be reached. */
  readonly waitMs?: number
  /** How long one answer may take. */
  readonly requestMs?: number
  /** The only authority that may have signed the server's certificate, as PEM; absent: those of the system. */
  readonly ca?: string
  /** Of the subjects that answers come to; absent: as usual. */
  readonly inbox?: string
  /** In words for whoever asked. */
  unreachable(why: string): Error
}

export interface NatsCredentials {
  /** The text of a credentials file. */
  readonly file?: string
  readonly token?: string
  readonly user?: string
  readonly password?: string
  /** The seed of a key pair that the server knows. */
  readonly seed?: string
}

export interface Nats {
  readonly connection: NatsConnection
  readonly stream: JetStreamClient
  readonly manager: JetStreamManager
  readonly buckets: Kvm
}

export interface Connection {
  /**
   * Runs `act`, and again as long as the server cannot be reached or does not answer; so `act` must be one that may
   * happen twice. Other errors pass.
   */
  run<T>(act: (nats: Nats) => Promise<T>): Promise<T>
  /** Calls for every message on a subject, and after a time without connection. Gives a function that ends it. */
  listen(subject: string, wake: () => void): Promise<() => void>
  close(): Promise<void>
}

const WAIT_MS = 10_000
const REQUEST_MS = 3_000
const PAUSES_MS = [50, 100, 200, 400, 800]

/** Connects with the first thing that is asked; after that the client comes back by itself, however long it takes. */
export const createConnection = (options: NatsOptions): Connection => {
  const wakes = new Set<() => void>()
  let opening: Promise<Nats> | undefined
  let isClosed = false
  const open = async (): Promise<Nats> => {
    opening ??= connectTo(options, () => {
      for (const wake of wakes) wake()
    }).catch(error => {
      opening = undefined
      throw error
    })
    const nats = await opening
    if (nats.connection.isClosed()) opening = undefined
    return nats
  }
  const run = async <T>(act: (nats: Nats) => Promise<T>): Promise<T> => {
    const deadline = Date.now() + (options.waitMs ?? WAIT_MS)
    for (let attempt = 0; ; attempt++) {
      if (isClosed) throw options.unreachable('the connection was closed')
      try {
        return await act(await open())
      } catch (error) {
        if (isRefusal(error)) throw options.unreachable((error as Error).message)
        if (!isPassing(error)) throw error
        if (Date.now() >= deadline) throw options.unreachable(causeOf(error))
        await pause(PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0)
      }
    }
  }
  return {
    run,
    async listen(subject, wake) {
      const subscription = await run(async ({ connection }) => {
        const made = connection.subscribe(subject, { callback: wake })
        // Known to the server when this comes back: nothing that happens from now on is missed.
        await connection.flush()
        return made
      })
      wakes.add(wake)
      return () => {
        wakes.delete(wake)
        subscription.unsubscribe()
      }
    },
    async close() {
      isClosed = true
      const nats = await opening?.catch(() => undefined)
      await nats?.connection.close()
    },
  }
}

const connectTo = async (options: NatsOptions, reconnected: () => void): Promise<Nats> => {
  const [transport, { jetstream, jetstreamManager }, { Kvm: Buckets }] = await Promise.all([
    import('@nats-io/transport-node').then(exported),
    import('@nats-io/jetstream').then(exported),
    import('@nats-io/kv').then(exported),
  ])
  const { file, token, user, password, seed } = options.credentials ?? {}
  const timeout = options.requestMs ?? REQUEST_MS
  const connection = await transport.connect({
    servers: options.url.split(',').map(each => each.trim()),
    name: options.name ?? 'capstan',
    timeout,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    // A line that is cut without a word is noticed after two of them.
    pingInterval: 10_000,
    // Only where the settings say, whatever a server would recommend.
    ignoreClusterUpdates: true,
    noAsyncTraces: true,
    ...(file ? { authenticator: transport.credsAuthenticator(new TextEncoder().encode(file)) } : {}),
    ...(seed ? { authenticator: transport.nkeyAuthenticator(new TextEncoder().encode(seed)) } : {}),
    ...(options.inbox === undefined ? {} : { inboxPrefix: options.inbox }),
    ...(options.ca === undefined ? {} : { tls: { ca: options.ca } }),
    ...(token ? { token } : {}),
    ...(user ? { user } : {}),
    ...(password ? { pass: password } : {}),
  } satisfies ConnectionOptions)
  void (async () => {
    for await (const { type } of connection.status()) if (type === 'reconnect') reconnected()
  })()
  const stream = jetstream(connection, { timeout })
  const manager = await jetstreamManager(connection, { timeout, checkAPI: false })
  return { connection, stream, manager, buckets: new Buckets(stream) }
}

const REFUSALS: readonly string[] = [
  ...['AuthorizationError', 'UserAuthenticationExpiredError', 'PermissionViolationError'],
]

/** Waiting would not help. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (REFUSALS.includes(error.name) || isRefusal(error.cause))

/** Names of the client's errors and of the system's, under which the server may still come back. */
const PASSING: readonly string[] = [
  ...['TimeoutError', 'NoRespondersError', 'RequestError', 'ConnectionError', 'ClosedConnectionError'],
  ...['DrainingConnectionError', 'JetStreamNotEnabled', 'JetStreamStatusError', 'PassingError'],
]
/** JetStream is starting. */
const STARTING: readonly unknown[] = [10008, 10039, 10076]

const isPassing = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const { code } = error as { readonly code?: unknown }
  return PASSING.includes(error.name) || STARTING.includes(code) || /^E[A-Z]+$/.test(String(code))
}

/** It has to be tried again: part of an answer did not come, or what was there is gone. */
export class PassingError extends Error {
  override readonly name = 'PassingError'
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${causeOf(cause)}` : message
}

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })

/** A module of the older kind has its names in `default` once it is part of a bundle. */
export const exported = <T extends object>(module: T): T =>
  'default' in module && typeof module.default === 'object' && module.default !== null
    ? ({ ...module.default, ...module } as T)
    : module

import { Client, SdkHttpError, type Transport, UnauthorizedError } from '@modelcontextprotocol/client'
import { isObject } from '../../../lib/is-object.ts'
import type { ExperimentalCapabilities, ServerPush } from '../../../protocol/extensions/channel.ts'
import type { TraceHeaders } from '../../../protocol/telemetry/trace-headers.ts'
import type { ElicitAnswer, Elicitation } from '../elicitation.ts'
import { fetchListing, type ServerListing } from './listing.ts'
import { type PageElicitation, requiredPages } from './required-pages.ts'

/** What a connection tells and asks while it lives. */
export interface ConnectionPorts {
  readonly version: string
  readonly connectMs: number
  /** Real paths of the working directories. */
  roots(): readonly string[]
  /** Absent: nobody can be asked. */
  elicit?(request: Elicitation, signal: AbortSignal): Promise<ElicitAnswer>
  /** It offers something else now. */
  onListing(listing: ServerListing): void
  onLeft?(left: readonly string[]): void
  /** It says something by itself that the protocol does not know; absent: nobody wants to hear that. */
  onPush?(push: ServerPush): void
  onClose(): void
  onError?(error: Error): void
}

export interface CallOptions {
  readonly signal: AbortSignal
  /** Without a sign of life for so long it is given up. */
  readonly idleMs: number
  readonly totalMs: number
  /** Of the call of a tool: the span it runs in. */
  readonly trace?: TraceHeaders
  onProgress?(progress: { readonly done: number; readonly total?: number; readonly message?: string }): void
}

export type CallResult = Awaited<ReturnType<Client['callTool']>>

/** A server that answers. */
export class Connection {
  readonly #client: Client
  readonly #transport: Transport
  readonly #elicit: ConnectionPorts['elicit']
  /** By the id of a page: called when the server says that it was dealt with. */
  readonly #visited = new Map<string, () => void>()
  /** Pages that were dealt with before anybody waited for it; the last few. */
  readonly #early = new Set<string>()
  listing: ServerListing = { tools: [], prompts: [], resources: false }

  private constructor(client: Client, transport: Transport, elicit: ConnectionPorts['elicit']) {
    this.#client = client
    this.#transport = transport
    this.#elicit = elicit
    if (elicit)
      client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
        this.#completed(params.elicitationId),
      )
  }

  /** Throws what the way to the server throws; what was opened is closed then. */
  static async open(transport: Transport, ports: ConnectionPorts, signal: AbortSignal): Promise<Connection> {
    const client = createClient(ports)
    const connection = new Connection(client, transport, ports.elicit)
    const options = { signal, timeout: ports.connectMs }
    client.onerror = error => ports.onError?.(error)
    const { onPush } = ports
    if (onPush)
      client.fallbackNotificationHandler = async ({ method, params }) =>
        onPush({ method, params, experimental: connection.experimental })
    try {
      const connected = client.connect(transport, options)
      tolerateExperimental(transport)
      await connected
      await connection.#refresh(ports, options)
    } catch (error) {
      await client.close().catch(() => undefined)
      throw error
    }
    client.onclose = () => ports.onClose()
    const again = onceAtATime(async () => {
      const options = { signal: AbortSignal.timeout(ports.connectMs), timeout: ports.connectMs }
      await connection
        .#refresh(ports, options)
        .then(() => ports.onListing(connection.listing))
        .catch((error: unknown) => ports.onError?.(error as Error))
    })
    for (const method of ['notifications/tools/list_changed', 'notifications/prompts/list_changed'] as const)
      client.setNotificationHandler(method, again)
    return connection
  }

  async #refresh(
    ports: ConnectionPorts,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<void> {
    const { listing, left } = await fetchListing(this.#client, options)
    this.listing = listing
    if (left.length > 0) ports.onLeft?.(left)
  }

  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<CallResult> {
    const { onProgress, trace } = options
    const ask = () =>
      this.#client.callTool(
        { name: tool, arguments: { ...input }, ...(trace ? { _meta: { ...trace } } : {}) },
        {
          ...requestOptions(options),
          ...(onProgress
            ? {
                onprogress: ({ progress, total, message }) =>
                  onProgress({
                    done: progress,
                    ...(total === undefined ? {} : { total }),
                    ...(message === undefined ? {} : { message }),
                  }),
              }
            : {}),
        },
      )
    return await this.#afterPages(ask, options)
  }

  async resources(options: CallOptions) {
    return (await this.#client.listResources(undefined, requestOptions(options))).resources
  }

  async read(uri: string, options: CallOptions) {
    const ask = () => this.#client.readResource({ uri }, requestOptions(options))
    return (await this.#afterPages(ask, options)).contents
  }

  async prompt(name: string, given: Readonly<Record<string, string>>, options: CallOptions) {
    const ask = () => this.#client.getPrompt({ name, arguments: { ...given } }, requestOptions(options))
    return (await this.#afterPages(ask, options)).messages
  }

  /** Asks, and once more when the server first wanted the person to visit pages, and they did. */
  async #afterPages<T>(ask: () => Promise<T>, { signal, totalMs }: CallOptions): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      const pages = requiredPages(error)
      if (!pages || !this.#elicit) throw error
      const within = AbortSignal.any([signal, AbortSignal.timeout(Math.min(totalMs, PAGES_MS))])
      for (const page of pages) if (!(await this.#visit(page, this.#elicit, within))) throw error
      signal.throwIfAborted()
      return await ask()
    }
  }

  /** Whether the person agreed; resolves when the server knows of it, or when nobody says so in time. */
  async #visit(
    page: PageElicitation,
    elicit: NonNullable<ConnectionPorts['elicit']>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const done = Promise.withResolvers<void>()
    if (this.#early.delete(page.elicitationId)) done.resolve()
    this.#visited.set(page.elicitationId, done.resolve)
    const give = (): void => done.resolve()
    signal.addEventListener('abort', give, { once: true })
    try {
      const { action } = await elicit(page, signal)
      if (action !== 'accept') return false
      await done.promise
      return true
    } finally {
      signal.removeEventListener('abort', give)
      this.#visited.delete(page.elicitationId)
    }
  }

  #completed(id: string): void {
    const waiting = this.#visited.get(id)
    if (waiting) waiting()
    else this.#early.add(id)
    const [oldest] = this.#early
    if (this.#early.size > MOST_EARLY && oldest !== undefined) this.#early.delete(oldest)
  }

  /** What it declares beside the protocol. */
  get experimental(): ExperimentalCapabilities {
    return this.#client.getServerCapabilities()?.experimental ?? {}
  }

  async notify(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#client.notification({ method, params: { ...params } })
  }

  async rootsChanged(): Promise<void> {
    await this.#client.sendRootsListChanged()
  }

  /** The server says that its session is over; a new one has to be begun. */
  static isExpired(error: unknown): boolean {
    return error instanceof SdkHttpError && error.status === 404
  }

  static needsSignIn(error: unknown): boolean {
    return error instanceof UnauthorizedError || (error instanceof SdkHttpError && error.status === 401)
  }

  get transport(): Transport {
    return this.#transport
  }

  async close(): Promise<void> {
    this.#client.onclose = () => undefined
    await this.#client.close()
  }
}

/** To sign in somewhere takes a person minutes. */
const PAGES_MS = 5 * 60_000
const MOST_EARLY = 20

/** A server that says again and again that something changed is asked no more often than this. */
const CALM_MS = 250

/** Each change of a list is a reason to ask for all of them anew: one at a time, and what comes meanwhile is one reason. */
export const onceAtATime = (work: () => Promise<void>): (() => void) => {
  let busy = false
  let wanted = false
  const run = async (): Promise<void> => {
    busy = true
    for (wanted = true; wanted; ) {
      wanted = false
      await work()
      if (wanted) await calm()
    }
    busy = false
  }
  return () => {
    wanted = true
    if (!busy) void run()
  }
}

const calm = (): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, CALM_MS).unref()
  })

const requestOptions = ({ signal, idleMs, totalMs }: CallOptions) => ({
  signal,
  timeout: Math.min(idleMs, totalMs),
  resetTimeoutOnProgress: true,
  maxTotalTimeout: totalMs,
})

const createClient = (ports: ConnectionPorts): Client => {
  const { elicit } = ports
  const client = new Client(
    { name: 'capstan', title: 'Capstan', version: ports.version },
    {
      capabilities: {
        roots: { listChanged: true },
        ...(elicit ? { elicitation: { form: {}, url: {} } } : {}),
      },
    },
  )
  client.setRequestHandler('roots/list', () => ({
    roots: ports
      .roots()
      .map(path => ({ uri: `file://${path.split('/').map(encodeURIComponent).join('/')}` })),
  }))
  if (elicit)
    client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }) => {
      const { action, content } = await elicit(params as Elicitation, mcpReq.signal)
      return content ? { action, content: { ...content } } : { action }
    })
  return client
}

/**
 * Servers say `false` of what they do not offer beside the protocol, where the official client takes only objects and
 * would refuse the whole server: what is no object counts as absent. To be called when the client listens.
 */
const tolerateExperimental = (transport: Transport): void => {
  const deliver = transport.onmessage
  if (deliver) transport.onmessage = (message, extra) => deliver(withoutOdd(message), extra)
}

const withoutOdd = <M>(message: M): M => {
  if (!isObject(message) || !isObject(message['result'])) return message
  const { result } = message
  const { capabilities } = result
  if (!isObject(capabilities) || !isObject(capabilities['experimental'])) return message
  const entries = Object.entries(capabilities['experimental'])
  const experimental = Object.fromEntries(entries.filter(([, value]) => isObject(value)))
  return { ...message, result: { ...result, capabilities: { ...capabilities, experimental } } }
}

import { Client, SdkHttpError, type Transport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { ElicitAnswer, Elicitation } from '../elicitation.ts'
import { fetchListing, type ServerListing } from './listing.ts'

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
  onClose(): void
  onError?(error: Error): void
}

export interface CallOptions {
  readonly signal: AbortSignal
  /** Without a sign of life for so long it is given up. */
  readonly idleMs: number
  readonly totalMs: number
  onProgress?(progress: { readonly done: number; readonly total?: number; readonly message?: string }): void
}

export type CallResult = Awaited<ReturnType<Client['callTool']>>

/** A server that answers. */
export class Connection {
  readonly #client: Client
  readonly #transport: Transport
  listing: ServerListing = { tools: [], prompts: [], resources: false }

  private constructor(client: Client, transport: Transport) {
    this.#client = client
    this.#transport = transport
  }

  /** Throws what the way to the server throws; what was opened is closed then. */
  static async open(transport: Transport, ports: ConnectionPorts, signal: AbortSignal): Promise<Connection> {
    const client = createClient(ports)
    const connection = new Connection(client, transport)
    const options = { signal, timeout: ports.connectMs }
    client.onerror = error => ports.onError?.(error)
    try {
      await client.connect(transport, options)
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
    const { onProgress } = options
    return await this.#client.callTool(
      { name: tool, arguments: { ...input } },
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
  }

  async resources(options: CallOptions) {
    return (await this.#client.listResources(undefined, requestOptions(options))).resources
  }

  async read(uri: string, options: CallOptions) {
    return (await this.#client.readResource({ uri }, requestOptions(options))).contents
  }

  async prompt(name: string, given: Readonly<Record<string, string>>, options: CallOptions) {
    return (await this.#client.getPrompt({ name, arguments: { ...given } }, requestOptions(options))).messages
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

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { removeLock, writeLock } from './lock-file.ts'

/** One program that is connected to this editor. */
export interface LinkClient {
  readonly id: number
  /** The process it says it is; absent until it has. */
  readonly pid: number | undefined
  notify(method: string, params: object): void
}

export interface LinkTool {
  readonly description: string
  readonly inputSchema: object
  /** The texts of the answer. Throws when it cannot. */
  call(args: Readonly<Record<string, unknown>>, client: LinkClient): Promise<readonly string[]>
}

export interface LinkOptions {
  readonly directory: string
  readonly name: string
  readonly version: string
  folders(): readonly string[]
  readonly tools: Readonly<Record<string, LinkTool>>
  gone(client: LinkClient): void
  log(line: string): void
}

const TOKEN_HEADER = 'x-claude-code-ide-authorization'
const MOST_BYTES = 8 * 1024 * 1024
const PROTOCOL = '2025-03-26'

type Client = LinkClient & { pid: number | undefined }

/** The editor's side of the link: MCP over a WebSocket of this machine, for who has read the lock file. */
export class LinkServer {
  readonly #options: LinkOptions
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #token = randomBytes(32).toString('base64url')
  readonly #clients = new Map<WebSocket, Client>()
  #lock = ''
  #lastId = 0

  static async open(options: LinkOptions): Promise<LinkServer> {
    const server = createServer((_, response) => response.writeHead(404).end())
    const link = new LinkServer(server, options)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    link.announce()
    return link
  }

  private constructor(server: Server, options: LinkOptions) {
    this.#server = server
    this.#options = options
    this.#sockets = new WebSocketServer({
      server,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
      handleProtocols: offered => (offered.has('mcp') ? 'mcp' : false),
      verifyClient: ({ req }: { readonly req: IncomingMessage }) => this.#isAllowed(req),
    })
    this.#sockets.on('connection', socket => this.#join(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get clients(): readonly LinkClient[] {
    return [...this.#clients.values()]
  }

  /** Writes the lock file, anew where the folders are others. */
  announce(): void {
    const { directory, folders, name } = this.#options
    this.#lock = writeLock(directory, { port: this.port, token: this.#token, folders: folders(), name })
  }

  notify(method: string, params: object): void {
    for (const client of this.#clients.values()) client.notify(method, params)
  }

  dispose(): void {
    if (this.#lock !== '') removeLock(this.#lock)
    for (const socket of this.#clients.keys()) socket.terminate()
    this.#sockets.close()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** A program of this machine has no origin and calls the address by its number; a page in a browser does not. */
  #isAllowed({ headers }: IncomingMessage): boolean {
    const given = headers[TOKEN_HEADER]
    return (
      headers.origin === undefined &&
      /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '') &&
      typeof given === 'string' &&
      timingSafeEqual(digest(given), digest(this.#token))
    )
  }

  #join(socket: WebSocket): void {
    this.#lastId += 1
    const client: Client = {
      id: this.#lastId,
      pid: undefined,
      notify: (method, params) => write(socket, { method, params }),
    }
    this.#clients.set(socket, client)
    socket.on('message', (data, isBinary) => {
      if (!isBinary) void this.#hear(socket, client, String(data))
    })
    socket.on('error', error => this.#options.log(`link: ${error.message}`))
    socket.on('close', () => {
      this.#clients.delete(socket)
      this.#options.gone(client)
    })
  }

  async #hear(socket: WebSocket, client: Client, text: string): Promise<void> {
    const message = parsed(text)
    if (!message) return
    const { id, method } = message
    const params = recordOf(message['params'])
    if (method === 'ide_connected' && Number.isSafeInteger(params['pid'])) client.pid = Number(params['pid'])
    if (id === undefined || id === null || typeof method !== 'string') return
    const answer = await this.#answer(method, params, client)
    write(socket, { id, ...answer })
  }

  async #answer(method: string, params: Readonly<Record<string, unknown>>, client: Client): Promise<object> {
    const { name, version, tools } = this.#options
    switch (method) {
      case 'initialize':
        return {
          result: { protocolVersion: PROTOCOL, capabilities: { tools: {} }, serverInfo: { name, version } },
        }
      case 'ping':
        return { result: {} }
      case 'tools/list':
        return {
          result: {
            tools: Object.entries(tools).map(([tool, { description, inputSchema }]) => ({
              name: tool,
              description,
              inputSchema,
            })),
          },
        }
      case 'tools/call':
        return await this.#call(params, client)
      default:
        return { error: { code: -32_601, message: 'Method not found' } }
    }
  }

  async #call(params: Readonly<Record<string, unknown>>, client: Client): Promise<object> {
    const { tools, log } = this.#options
    const name = String(params['name'])
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (!tool) return { error: { code: -32_602, message: `There is no tool ${name}` } }
    try {
      const texts = await tool.call(recordOf(params['arguments']), client)
      return { result: contentOf(texts) }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log(`link: ${name}: ${reason}`)
      return { result: { ...contentOf([reason]), isError: true } }
    }
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const contentOf = (texts: readonly string[]) => ({ content: texts.map(text => ({ type: 'text', text })) })

const write = (socket: WebSocket, message: object): void => {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const parsed = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return recordOf(JSON.parse(text))
  } catch {
    // Not a message: there is nobody to complain to.
    return undefined
  }
}

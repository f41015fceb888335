import { join } from 'node:path'
import type { ServerPush } from '../../../protocol/extensions/channel.ts'
import type { NamedServer, ServerInfo, ServerState } from '../../../protocol/extensions/server.ts'
import { serverText } from '../../../protocol/messages/engine/servers.ts'
import { mapText } from '../../../protocol/messages/layout.ts'
import {
  describeError,
  inEnglish,
  type LocalizedText,
  type Text,
} from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { isDeclared } from '../channels/channel-name.ts'
import { cleanHead } from '../clean-text.ts'
import { describeServer } from '../config/describe-server.ts'
import type { CallOptions, Connection } from '../connection/connection.ts'
import { compareTools, type ServerListing } from '../connection/listing.ts'
import { normalName } from '../names.ts'
import { failureText, isBroken } from './failure.ts'
import type { ChannelLine, PoolDeps } from './pool-deps.ts'
import type { Slots } from './slots.ts'
import type { WantedServer } from './wanted-server.ts'

const says = modelTexts('pooled_server', {
  disabled: { en: 'The MCP server {name} is switched off.', zh: 'MCP 服务器 {name} 已关闭。' },
  notApproved: { en: 'The MCP server {name} is not approved.', zh: 'MCP 服务器 {name} 未获批准。' },
  signIn: {
    en: 'The MCP server {name} needs a sign-in first: /mcp in Capstan, or "capstan mcp login {name}" ({why}).',
    zh: 'MCP 服务器 {name} 需要先登录：在 Capstan 中用 /mcp，或运行“capstan mcp login {name}”（{why}）。',
  },
  unreachable: {
    en: 'The MCP server {name} cannot be reached: {why}',
    zh: '连接不上 MCP 服务器 {name}：{why}',
  },
  starting: {
    en: 'The MCP server {name} is still starting. Try again later.',
    zh: 'MCP 服务器 {name} 仍在启动，请稍后再试。',
  },
})

const RECONNECTS = 5
/** Of those, after a start that failed. */
const START_RETRIES = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Of errors that say that the line is gone, in a row. */
const BROKEN_LIMIT = 3
const IDLE_MS = { stdio: 30 * 60_000, remote: 5 * 60_000 }

/** One server of a session: known, on its way, connected or out of reach. */
export class PooledServer {
  readonly wanted: WantedServer
  readonly #deps: PoolDeps
  readonly #slots: Slots
  readonly #over = new AbortController()
  #state: ServerState
  #listing: ServerListing | undefined
  #error: Text | undefined
  #connection: Connection | undefined
  #opening: Promise<Connection> | undefined
  #retry: NodeJS.Timeout | undefined
  #broken = 0
  /** Its last answer was that nobody is let in without a sign-in. */
  #unauthorized = false

  constructor(wanted: WantedServer, deps: PoolDeps, slots: Slots) {
    this.wanted = wanted
    this.#deps = deps
    this.#slots = slots
    const { approval, disabled } = wanted
    const kept = deps.kept?.get(wanted)
    this.#listing = kept?.listing
    if (disabled || approval?.given === 'no') this.#state = 'disabled'
    else if (approval?.given === 'not asked') this.#state = 'unapproved'
    else this.#state = kept?.needsAuth ? 'needs-auth' : kept?.listing ? 'ready' : 'pending'
    if (this.#state === 'needs-auth' && kept?.why !== undefined)
      this.#error = kept.why === asksSignIn().text ? asksSignIn() : cleanHead(kept.why, 1_000)
  }

  get state(): ServerState {
    return this.#state
  }

  /** What it offers; of one that may not be used, nothing. */
  get listing(): ServerListing | undefined {
    return this.isUsable ? this.#listing : undefined
  }

  get isUsable(): boolean {
    return this.#state !== 'disabled' && this.#state !== 'unapproved'
  }

  /** It has to be asked before anything is known of it. */
  get isUnknown(): boolean {
    return this.#state === 'pending' && this.#listing === undefined
  }

  /** For the model: why nothing can be used of what it offers. */
  whyUnlisted(): LocalizedText {
    const { name } = this.wanted
    const why = this.#error ?? ''
    switch (this.#state) {
      case 'disabled':
        return says('disabled', { name })
      case 'unapproved':
        return says('notApproved', { name })
      case 'needs-auth':
        return says('signIn', { name, why })
      case 'failed':
        return says('unreachable', { name, why })
      default:
        return says('starting', { name })
    }
  }

  /** It may push, and nobody listens yet. */
  get isUnheard(): boolean {
    return this.#isChannel && this.#connection === undefined && this.#state === 'ready'
  }

  /** What it says of itself is told with its introduction as a channel. */
  get isOpenChannel(): boolean {
    return this.#isChannel && this.#connection !== undefined && isDeclared(this.#connection.experimental)
  }

  get #isChannel(): boolean {
    return this.#deps.channels?.has(this.wanted) ?? false
  }

  info(): ServerInfo {
    const { name, config, file, source } = this.wanted
    const listing = this.listing
    return {
      name,
      source,
      state: this.#state,
      transport: config.type,
      where: describeServer(this.wanted),
      tools: (listing?.tools ?? []).map(tool => ({
        name: tool.name,
        readOnly: tool.readOnly === true,
        ...(tool.title === undefined ? {} : { title: tool.title }),
        ...(tool.description === undefined ? {} : { description: tool.description }),
      })),
      prompts: (listing?.prompts ?? []).map(prompt => prompt.name),
      resources: listing?.resources ?? false,
      ...(listing?.server ? { serverInfo: listing.server } : {}),
      canSignIn: config.type === 'http' || config.type === 'sse',
      ...(file === undefined ? {} : { file }),
      ...(this.#error === undefined ? {} : errorFields(this.#error)),
    }
  }

  /** The running connection, or one that is made now. Throws ToolError. */
  async connect(): Promise<Connection> {
    if (!this.isUsable) throw new ToolError(this.whyUnlisted())
    if (this.#connection) return this.#connection
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined
    })
    return await this.#opening
  }

  /** With a connection that works; one that turns out to be over is made anew, once. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { Connection: Kind } = await import('../connection/connection.ts')
    const connection = await this.connect()
    try {
      const answer = await work(connection)
      this.#broken = 0
      return answer
    } catch (error) {
      if (Kind.isExpired(error)) {
        await this.#drop()
        return await work(await this.connect())
      }
      if (isBroken(error) && ++this.#broken >= BROKEN_LIMIT) await this.#drop()
      if (Kind.needsSignIn(error) || this.#unauthorized) this.#refused(signInText(error, Kind))
      throw error
    }
  }

  callOptions(signal: AbortSignal): CallOptions {
    const { limits } = this.#deps
    const { config } = this.wanted
    const idle = limits.idleMs ?? (config.type === 'stdio' ? IDLE_MS.stdio : IDLE_MS.remote)
    return { signal, totalMs: config.timeout ?? limits.callMs, idleMs: idle }
  }

  /** Drops what it has and begins anew. */
  async reconnect(): Promise<void> {
    clearTimeout(this.#retry)
    this.#deps.kept?.drop(this.wanted)
    await this.#drop()
    this.#set('pending')
    await this.connect()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    clearTimeout(this.#retry)
    await this.#opening?.catch(() => undefined)
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close()
  }

  async #open(): Promise<Connection> {
    const { config } = this.wanted
    if (this.#state !== 'pending') this.#set('pending')
    try {
      const connection = await this.#slots.run(() => this.#take())
      this.#connection = connection
      this.#adopt(connection.listing)
      this.#set('connected')
      if (this.#isChannel) this.#deps.channels?.opened(this.wanted, lineTo(connection))
      return connection
    } catch (error) {
      const { Connection: Kind } = await import('../connection/connection.ts')
      if (Kind.needsSignIn(error) || this.#unauthorized) {
        this.#refused(signInText(error, Kind))
        throw new ToolError(this.whyUnlisted())
      }
      this.#set('failed', failureText(error, config))
      throw new ToolError(this.whyUnlisted())
    }
  }

  async #take(): Promise<Connection> {
    const [{ Connection: Kind }, { openTransport }, { transportDeps }] = await Promise.all([
      import('../connection/connection.ts'),
      import('../connection/open-transport.ts'),
      import('./transport-deps.ts'),
    ])
    this.#over.signal.throwIfAborted()
    const { name, config } = this.wanted
    const deps = this.#deps
    const logFile =
      deps.configHome === undefined
        ? undefined
        : join(deps.configHome, 'logs', 'mcp', `${normalName(name)}.log`)
    this.#unauthorized = false
    const transport = await openTransport(config, {
      ...(await transportDeps(this.wanted, deps, logFile)),
      onAnswered: ({ unauthorized }) => {
        this.#unauthorized = unauthorized
      },
    })
    const { elicit } = deps
    const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(deps.limits.connectMs)])
    const ports = {
      version: deps.version,
      connectMs: deps.limits.connectMs,
      roots: deps.roots,
      ...(elicit ? { elicit: elicit.bind(undefined, name) } : {}),
      onListing: (listing: ServerListing) => {
        this.#adopt(listing)
        deps.onChanged(name)
      },
      ...(this.#isChannel ? { onPush: (push: ServerPush) => deps.channels?.heard(this.wanted, push) } : {}),
      onLeft: (left: readonly string[]) => deps.warn(serverText('left_out', { name, what: left })),
      onClose: () => this.#lost(),
      onError: (error: Error) => deps.log(`MCP server ${name}: ${error.message}`),
    }
    try {
      return await Kind.open(transport, ports, signal)
    } catch (error) {
      if (error instanceof Error && 'tail' in transport && typeof transport.tail === 'string')
        error.cause ??= transport.tail
      throw error
    }
  }

  /** What was known before is compared with what it says now. */
  #adopt(listing: ServerListing): void {
    const before = this.#listing
    this.#listing = listing
    this.#deps.kept?.put(this.wanted, { listing })
    if (!before) return
    const change = compareTools(before, listing)
    if (change.added.length + change.gone.length + change.changed.length > 0)
      this.#deps.onToolsChanged(this.wanted.name, change)
  }

  /** Later sessions and lists know it, too. */
  #refused(why: Text): void {
    this.#deps.kept?.put(this.wanted, { needsAuth: true, why: inEnglish(why) })
    this.#set('needs-auth', why)
  }

  async #drop(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    this.#broken = 0
    await connection?.close().catch(() => undefined)
  }

  /** The other side went away by itself. */
  #lost(): void {
    if (this.#over.signal.aborted) return
    this.#connection = undefined
    if (this.#isChannel) this.#deps.channels?.closed(this.wanted)
    const { config, name } = this.wanted
    this.#deps.log(`MCP server ${name}: the connection was closed`)
    this.#set(this.#listing ? 'ready' : 'failed', serverText('ended_by_itself'))
    if (isRemote(config)) this.#tryAgain({ tries: 0, most: RECONNECTS })
  }

  /** A server at an address that did not come up is asked a few times more, behind everybody's back. */
  retryStart(): void {
    if (this.#state === 'failed' && isRemote(this.wanted.config))
      this.#tryAgain({ tries: 0, most: START_RETRIES })
  }

  #tryAgain({ tries, most }: { readonly tries: number; readonly most: number }): void {
    if (tries >= most || this.#over.signal.aborted) return
    const { pauseMs = FIRST_PAUSE_MS } = this.#deps.limits
    const pause = Math.min(pauseMs * 2 ** tries, LONGEST_PAUSE_MS)
    this.#deps.log(`MCP server ${this.wanted.name}: trying again in ${pause} ms`)
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      this.connect().catch(() => this.#tryAgain({ tries: tries + 1, most }))
    }, pause)
    this.#retry.unref()
  }

  #set(state: ServerState, error?: Text): void {
    this.#state = state
    this.#error = error === undefined ? undefined : clean(error)
    this.#deps.onChanged(this.wanted.name)
  }
}

const lineTo = (connection: Connection): ChannelLine => ({
  experimental: connection.experimental,
  instructions: connection.listing.instructions,
  send: (method, params) => connection.notify(method, params),
})

export const asksSignIn = () => serverText('asks_sign_in')

const errorFields = (error: Text): Pick<ServerInfo, 'error' | 'localized'> =>
  typeof error === 'string' ? { error } : { error: error.text, localized: error }

/** What a server says stands in it. */
const clean = (text: Text): Text =>
  typeof text === 'string' ? cleanHead(text, 1_000) : mapText(text, words => cleanHead(words, 1_000))

/** Some take only programs that were registered by hand: signing in again would fail in the same way. */
const signInText = (error: unknown, Kind: Pick<typeof Connection, 'needsSignIn'>): LocalizedText =>
  Kind.needsSignIn(error) ? asksSignIn() : serverText('not_registered', { reason: describeError(error) })

const isRemote = ({ type }: NamedServer['config']): boolean =>
  type === 'http' || type === 'sse' || type === 'ws'

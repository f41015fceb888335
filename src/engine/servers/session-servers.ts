import { serverPrefix } from '../../features/mcp/names.ts'
import type { ServerPool } from '../../features/mcp/pool/server-pool.ts'
import type { ResultPorts } from '../../features/mcp/tools/tool-ports.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import { OpError, type ServerAction } from '../../protocol/op.ts'
import type { McpOptions } from './part-options.ts'
import { takePlugins } from './plugin-servers.ts'
import { poolDeps } from './pool-deps.ts'
import { problemTexts } from './problem-texts.ts'
import type { ServerActions } from './running-servers.ts'
import { keepSandboxed, type ServerSandbox } from './sandboxed-servers.ts'

export interface LoadedServers {
  readonly pool: ServerPool
  readonly ports: ResultPorts
  readonly sandbox?: ServerSandbox
  /** What is done with them. */
  readonly running: ServerActions
}

/** The servers of a session from the time they are known until its end. The official client is loaded with the first one that is asked. */
export class SessionServers implements AsyncDisposable {
  readonly #options: McpOptions
  readonly #over = new AbortController()
  readonly #told = new Set<string>()
  /** What runs until somebody stops it. */
  #work = new AbortController()
  #written: readonly Contribution[]
  #loaded: LoadedServers | undefined
  #loading: Promise<void> | undefined
  #opening: Promise<LoadedServers> | undefined
  #asking = false
  #heard = false
  readonly #untold: Text[] = []
  #waited = false

  constructor(options: McpOptions) {
    this.#options = options
    this.#written = options.config.servers?.written ?? []
    options.contributions.put('servers', this.#written)
  }

  get loading(): Promise<void> | undefined {
    return this.#loading
  }

  get loaded(): LoadedServers | undefined {
    return this.#loaded
  }

  /** Reads anew what there is, behind what is being read already. */
  begin(): void {
    const { config, emit } = this.#options
    const now = (this.#loading ?? Promise.resolve())
      .then(() => this.#load())
      .catch((error: unknown) => {
        const problem = serverText('not_loaded', { reason: describeError(error) })
        config.runtime.log?.(problem.text)
        emit(notice('warning', problem))
      })
      .finally(() => {
        if (this.#loading === now) this.#loading = undefined
      })
    this.#loading = now
  }

  /** Where nobody watches, those that nothing is known of are waited for, once. */
  async ready(): Promise<void> {
    await this.#loading
    const { servers } = this.#options.config
    const loaded = this.#loaded
    if (!loaded || this.#waited || servers?.waitMs === undefined) return
    this.#waited = true
    await loaded.running.waitFor(loaded.pool.start(), servers.waitMs)
  }

  /** Asks the servers that a command may belong to what they offer, if nothing is known of them. */
  async listedFor(command: string): Promise<void> {
    await this.#loading
    const unknown = this.#loaded?.pool
      .all()
      .filter(
        server => server.isUnknown && command.startsWith(serverPrefix(server.wanted.name).toLowerCase()),
      )
    // One that cannot be reached says so by its state.
    await Promise.allSettled((unknown ?? []).map(server => server.connect()))
  }

  /** Those with one of these in their name have started, one of them failed, or they took too long. */
  async started(names: readonly string[]): Promise<void> {
    await this.#loading
    const { awaitStart } = await import('./required-servers.ts')
    await awaitStart(this.#loaded?.pool.all() ?? [], names, { signal: this.#work.signal })
  }

  /** Those of these names that start have said what they offer or failed, or took as long as a start may take. */
  async listed(names: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const loaded = this.#loaded
    if (!loaded) return
    const { awaitListed } = await import('./required-servers.ts')
    const starting = loaded.pool.all().filter(server => server.isUnknown && names.has(server.wanted.name))
    await awaitListed(starting, { signal, mostMs: this.#options.config.servers?.connectMs })
  }

  /** What runs is to stop: nobody answers questions of servers any more. */
  interrupted(): void {
    this.#work.abort()
    this.#work = new AbortController()
  }

  /** A turn has begun: now somebody listens, and hosts have had their first message. */
  hear(): void {
    this.#heard = true
    for (const text of [...this.#untold.splice(0), ...problemTexts(this.#options)]) this.#tell(text)
  }

  /** Each thing once. */
  #tell(text: Text): void {
    if (!this.#heard && !this.#options.config.wake) return void this.#untold.push(text)
    const english = inEnglish(text)
    if (this.#told.has(english)) return
    this.#told.add(english)
    this.#options.emit(foreignNotice('warning', text))
  }

  async act(name: string, action: ServerAction): Promise<void> {
    await this.#loading
    const choice = this.#options.config.servers
    const loaded = this.#loaded
    const server = loaded?.pool.get(name)
    if (!loaded || !choice || !server) throw new OpError(serverText('no_such', { name }))
    const work = {
      options: this.#options,
      choice,
      rewrite: this.rewrite.bind(this),
      signal: this.#over.signal,
    }
    try {
      await loaded.running.actOn(work, server, action)
    } catch (error) {
      throw new OpError(asLocalized(describeError(error)))
    }
    await this.#load()
  }

  /** Those of the program that drives the session, in the place of all it had before. Resolves when they have answered. */
  async set(given: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#loading
    const { contributions } = this.#options
    const choice = this.#options.config.servers
    if (!choice || choice.only === 'managed') throw new OpError(serverText('fixed'))
    const { readHostServers } = await import('./host-servers.ts')
    const own = readHostServers(given, choice)
    const names = new Set((own.servers ?? []).map(({ name }) => name))
    const isReplaced = ({ name, config }: NamedServer): boolean => names.has(name) || config.type === 'sdk'
    this.#written = [
      own,
      ...this.#written
        .filter(({ source }) => source !== own.source)
        .map(each => ({ ...each, servers: (each.servers ?? []).filter(server => !isReplaced(server)) })),
    ]
    contributions.put('servers', this.#written)
    await this.#load()
    await this.#loaded?.pool.start()
    this.#publish()
  }

  /** Changes what is known of a server where it was read from. */
  rewrite(name: string, change: (server: NamedServer) => NamedServer): void {
    this.#written = this.#written.map(each => ({
      ...each,
      servers: (each.servers ?? []).map(server => (server.name === name ? change(server) : server)),
    }))
    this.#options.contributions.put('servers', this.#written)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort()
    await this.#loading
    await this.#loaded?.pool[Symbol.asyncDispose]()
    await this.#loaded?.sandbox?.[Symbol.asyncDispose]()
  }

  async #load(): Promise<void> {
    const { config, contributions } = this.#options
    const choice = config.servers
    if (!choice) return
    await takePlugins(this.#options, choice)
    const wanted = keepSandboxed(contributions.all().servers, this.#written)
    for (const text of this.#options.channels?.problems(wanted) ?? []) this.#tell(text)
    if (wanted.length === 0 && !this.#loaded) return
    this.#opening ??= this.#open(choice)
    const loaded = await this.#opening
    if (this.#over.signal.aborted) return
    this.#loaded = loaded
    loaded.pool.set(wanted)
    this.#publish()
    if (config.wake) void this.#follow(loaded)
  }

  async #open(choice: NonNullable<McpOptions['config']['servers']>): Promise<LoadedServers> {
    const { openServers } = await import('./running-servers.ts')
    const deps = poolDeps(this.#options, {
      onChanged: () => this.#publish(),
      warn: text => this.#tell(text),
    })
    return await openServers(this.#options, choice, { ...deps, stopped: () => this.#work.signal })
  }

  /** What servers offer now, in the place of what they offered. */
  #publish(): void {
    const loaded = this.#loaded
    if (loaded && !this.#over.signal.aborted)
      this.#options.contributions.put('mcp', loaded.running.offersOf(loaded, this.#options))
  }

  /** A person is asked about what waits for their word, and the others are asked what they offer. */
  async #follow({ pool, running }: LoadedServers): Promise<void> {
    void pool.start()
    const { config } = this.#options
    if (!config.permissions.canAsk || this.#asking || !config.servers) return
    this.#asking = true
    const work = { options: this.#options, choice: config.servers, rewrite: this.rewrite.bind(this) }
    await running.askApprovals(work, pool, this.#over.signal)
    this.#asking = false
  }
}

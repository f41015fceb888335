import type { Engine } from '../protocol/engine.ts'
import {
  type Host,
  HostError,
  type ListQuery,
  type OpenRequest,
  type OpenSession,
  type SessionSummary,
} from '../protocol/host.ts'
import { openingText } from '../protocol/messages/host/opening.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { DescribedTool } from '../protocol/tools/described-tool.ts'
import { type Composed, compose, type HostOptions } from './compose.ts'
import { Directory } from './directory.ts'
import { findHomes } from './find-homes.ts'
import { createSharedServers } from './language-servers/shared-servers.ts'
import { Connections } from './models/connections.ts'
import { findStart, type Start } from './start.ts'
import { readToolSpecs } from './tools/toolbox.ts'

/** Opens sessions and holds what they share: per provider and credential a connection, per directory its settings. */
export class SessionHost implements Host {
  readonly #options: HostOptions
  readonly #connections: Connections
  readonly #languageServers = createSharedServers()
  readonly #directories = new Map<string, Directory>()
  readonly #open = new Map<Engine, OpenSession>()
  readonly #specs = new Map<PromptLanguage, Promise<readonly DescribedTool[]>>()
  #closed = false

  constructor(options: HostOptions) {
    this.#options = options
    this.#connections = new Connections(options.fetch)
  }

  async open(request: OpenRequest): Promise<Engine> {
    const directory = this.directory(findStart(request))
    await directory.preparePolicy(this.#options.version, request)
    if (request.overrides.acceptDamagedSettings) await directory.prepareSalvage()
    const composed = await compose(request, {
      options: this.#options,
      directory,
      connections: this.#connections,
      languageServers: this.#languageServers,
      specs: language => this.#specs.getOrInsertComputed(language, readToolSpecs),
    })
    return await this.#keep(composed, directory)
  }

  sessions(): readonly OpenSession[] {
    return [...this.#open.values()]
  }

  async list({ env, cwd }: ListQuery): Promise<readonly SessionSummary[]> {
    const { listSessions } = await import('../features/sessions/list/list-sessions.ts')
    const { configHome } = findHomes(env)
    return await listSessions({ configHome, ...(cwd === undefined ? {} : { cwd }) })
  }

  /** What the sessions of a directory share; a front end that shows settings shares it, too. */
  directory(start: Start): Directory {
    if (this.#closed) throw new HostError('request', openingText('host_closed'))
    const key = JSON.stringify([start.cwd, start.home, start.configHome, start.profile?.name])
    const known = this.#directories.get(key) ?? new Directory(start, this.#options.managed)
    this.#directories.set(key, known)
    return known
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#open.keys()].map(engine => engine[Symbol.asyncDispose]()))
    for (const directory of this.#directories.values()) directory[Symbol.dispose]()
    this.#directories.clear()
    this.#connections[Symbol.dispose]()
    await this.#languageServers[Symbol.asyncDispose]()
  }

  /** A session is of the host until it ends, whoever ends it. */
  async #keep({ id, engine, afterwards }: Composed, { start }: Directory): Promise<Engine> {
    const end = engine[Symbol.asyncDispose].bind(engine)
    const hosted: Engine = Object.assign(engine, {
      [Symbol.asyncDispose]: async () => {
        this.#open.delete(hosted)
        await end()
        await afterwards?.()
      },
    })
    this.#open.set(hosted, { id, cwd: start.cwd, engine: hosted })
    // Closed while it was opened: nothing may outlive the host.
    if (this.#closed) await hosted[Symbol.asyncDispose]()
    return hosted
  }
}

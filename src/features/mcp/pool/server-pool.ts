import type { ServerInfo } from '../../../protocol/extensions/server.ts'
import { serverText } from '../../../protocol/messages/engine/servers.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { nameClashes } from './name-clashes.ts'
import type { PoolDeps } from './pool-deps.ts'
import { asksSignIn, PooledServer } from './pooled-server.ts'
import { Slots } from './slots.ts'
import type { WantedServer } from './wanted-server.ts'

const says = modelTexts('server_names', {
  none: { en: 'There is no MCP server named {name}.{known}', zh: '没有名为 {name} 的 MCP 服务器。{known}' },
  known: { en: ' Known: {names}.', zh: '已知：{names}。' },
})

const AT_ONCE = { stdio: 3, remote: 20 }

/** All servers of a session. */
export class ServerPool implements AsyncDisposable {
  readonly #deps: PoolDeps
  readonly #servers = new Map<string, PooledServer>()
  readonly #slots: { readonly stdio: Slots; readonly remote: Slots }
  readonly #ending = new Set<Promise<void>>()

  constructor(deps: PoolDeps) {
    this.#deps = deps
    const { local = AT_ONCE.stdio, remote = AT_ONCE.remote } = deps.limits.startAtOnce ?? {}
    this.#slots = { stdio: new Slots(local), remote: new Slots(remote) }
  }

  /** These and no others, but none whose tools would have the names of another one's; one that is as it was goes on. */
  set(all: readonly WantedServer[]): void {
    const clashes = nameClashes(all)
    const wanted = all.filter(({ name }) => !clashes.has(name))
    const names = new Set(wanted.map(({ name }) => name))
    for (const [name, server] of this.#servers) if (!names.has(name)) this.#remove(name, server)
    for (const server of wanted) {
      const known = this.#servers.get(server.name)
      if (known && isSame(known.wanted, server)) continue
      if (known) this.#remove(server.name, known)
      const slots = server.config.type === 'stdio' ? this.#slots.stdio : this.#slots.remote
      this.#servers.set(server.name, new PooledServer(server, this.#deps, slots))
    }
  }

  /** Asks those that nothing is known of, and listens to those that may push. Resolves when each has answered or failed; never rejects. */
  async start(): Promise<void> {
    const unknown = [...this.#servers.values()].filter(server => server.isUnknown || server.isUnheard)
    await Promise.allSettled(unknown.map(server => server.connect()))
    for (const server of unknown) {
      this.#tell(server.info())
      server.retryStart()
    }
  }

  get(name: string): PooledServer | undefined {
    return this.#servers.get(name)
  }

  /** Throws ToolError for a name that no server has. */
  find(name: string): PooledServer {
    const server = this.#servers.get(name)
    if (server) return server
    const names = [...this.#servers.keys()]
    throw new ToolError(
      says('none', { name, known: names.length === 0 ? '' : says('known', { names: names.join(', ') }) }),
    )
  }

  all(): readonly PooledServer[] {
    return [...this.#servers.values()]
  }

  infos(): readonly ServerInfo[] {
    return this.all().map(server => server.info())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const [name, server] of this.#servers) this.#remove(name, server)
    await Promise.allSettled([...this.#ending])
  }

  #tell({ name, state, error = '', localized }: ServerInfo): void {
    if (this.#servers.get(name)?.state !== state) return
    if (state === 'failed') this.#deps.warn(serverText('failed', { name, reason: localized ?? error }))
    if (state === 'needs-auth')
      this.#deps.warn(
        error === asksSignIn().text
          ? serverText('needs_sign_in', { name })
          : serverText('needs_authorization', { name, reason: localized ?? error }),
      )
  }

  #remove(name: string, server: PooledServer): void {
    this.#servers.delete(name)
    const end = server[Symbol.asyncDispose]().finally(() => this.#ending.delete(end))
    this.#ending.add(end)
  }
}

const isSame = (a: WantedServer, b: WantedServer): boolean =>
  JSON.stringify([a.config, a.disabled, a.approval]) === JSON.stringify([b.config, b.disabled, b.approval])

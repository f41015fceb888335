import type { HookPorts } from '../../features/hooks/ports.ts'
import type { ServerInfo } from '../../protocol/extensions/server.ts'
import type { ServerToolName } from '../../protocol/extensions/server-tool-name.ts'
import type { ResultBlock } from '../../protocol/message.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError, LocalizedError } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Lookups } from '../../protocol/query.ts'
import type { Part } from '../scope.ts'
import type { McpOptions } from './part-options.ts'
import type { ServerCall, ServerGuide, ToolUse, UnlistedServer } from './running-servers.ts'
import { type LoadedServers, SessionServers } from './session-servers.ts'

/** The MCP servers of a session. Nothing of them is loaded before one is configured. */
export interface Mcp extends Part {
  /** When what is known of servers without asking them is there; `undefined`: it is, or there is none. */
  readonly loading: Promise<void> | undefined
  /** Before a turn: where nobody watches, servers that nothing is known of are waited for. */
  ready(): Promise<void>
  /**
   * When servers that may have a prompt of this name have said what they offer, or cannot be reached in the time that a
   * connection has; undefined: no server can have one that is not known.
   */
  listedFor(command: string): Promise<void> | undefined
  /** Servers that have one of these in their name have started, one of them failed, or they took too long. */
  started(names: readonly string[]): Promise<void>
  infos(): readonly ServerInfo[]
  /** Those that may be used and have not said what they offer, without those whose tools all are forbidden. */
  unlisted(): readonly UnlistedServer[]
  /** When those of these names that start have said what they offer or failed, or took as long as a start may take. */
  listed(names: ReadonlySet<string>, signal: AbortSignal): Promise<void>
  /** Of servers that something needs, by parts of their names, one that cannot be used. Those that start are waited for. */
  missing(names: readonly string[]): Promise<{ readonly name: string; readonly why: string } | undefined>
  /** One line for each server with deferred tools. */
  lines(isDeferred: (name: string) => boolean): readonly { readonly server: string; readonly text: string }[]
  /** The same of servers whose tools are only offered from within scripts. */
  inScripts(
    isInScripts: (name: string) => boolean,
  ): readonly { readonly server: string; readonly text: string }[]
  /** What servers say about the tools a thread has of them. */
  guides(use: ToolUse): readonly ServerGuide[]
  has(server: string): boolean
  /** The resource of a server; `undefined` when there is no such server. Throws ToolError. */
  read(server: string, uri: string, signal: AbortSignal): Promise<readonly ResultBlock[]> | undefined
  /** Calls a tool for a hook. Rejects, in words, when it cannot be called. */
  call: NonNullable<HookPorts['callServerTool']>
  /** For the program that drives the session; whoever calls these has decided. OpError says why there is no answer. */
  page(about: Lookups['resource']['about'], signal: AbortSignal): Promise<Lookups['resource']['found']>
  /** The tool that has this name on the wire. */
  toolNamed(name: string): Promise<ServerToolName>
  callTool(call: ServerCall, signal: AbortSignal): Promise<Lookups['server_call']['found']>
}

export const createMcp = (options: McpOptions): Mcp => {
  const { config } = options
  const kept = new SessionServers(options)
  const stopHearing = config.extensions?.onChanged(() => kept.begin())
  if (config.servers && (config.servers.written.length > 0 || config.extensions)) kept.begin()
  const mcp: Mcp = {
    get loading() {
      return kept.loading
    },
    ready: () => kept.ready(),
    listedFor: command =>
      command.startsWith('mcp__') && config.servers ? kept.listedFor(command) : undefined,
    started: names => kept.started(names),
    turnStarts: () => kept.hear(),
    interrupted: () => kept.interrupted(),
    infos: () => kept.loaded?.pool.infos() ?? [],
    unlisted: () => kept.loaded?.running.unlistedIn(kept.loaded.pool, options) ?? [],
    listed: (names, signal) => kept.listed(names, signal),
    async missing(names) {
      const { findMissingServer } = await import('./required-servers.ts')
      return await findMissingServer(mcp, names)
    },
    lines: isDeferred => kept.loaded?.running.serverLines(kept.loaded.pool, isDeferred) ?? [],
    inScripts: isInScripts => kept.loaded?.running.serversInScripts(kept.loaded.pool, isInScripts) ?? [],
    guides: use => kept.loaded?.running.guidesOf(kept.loaded.pool, use) ?? [],
    has: server => kept.loaded?.pool.get(server) !== undefined,
    read: (server, uri, signal) =>
      kept.loaded?.pool.get(server)
        ? kept.loaded.running.readFrom(
            kept.loaded,
            { server, uri },
            { signal, language: options.config.prompt.promptLanguage },
          )
        : undefined,
    async call(call, signal) {
      await kept.loading
      if (!kept.loaded) throw new LocalizedError(serverText('there_is_none', { name: call.server }))
      return await kept.loaded.running.callFrom(kept.loaded, call, signal)
    },
    page: (about, signal) => ask(kept, loaded => loaded.running.pageFrom(loaded, about, signal)),
    toolNamed: name => ask(kept, async ({ pool, running }) => running.findTool(pool, name)),
    callTool: (call, signal) => ask(kept, loaded => loaded.running.callTool(loaded, call, signal)),
    answers: {
      servers: async () => {
        await kept.loading
        return kept.loaded?.pool.infos() ?? []
      },
    },
    ops: {
      server: ({ name, action }) => kept.act(name, action),
      set_servers: ({ servers }) => kept.set(servers),
    },
    async [Symbol.asyncDispose]() {
      stopHearing?.()
      await kept[Symbol.asyncDispose]()
    },
  }
  return mcp
}

/** What the program that drives the session wants of a server; a failure is told to it in words. */
const ask = async <T>(kept: SessionServers, work: (loaded: LoadedServers) => Promise<T>): Promise<T> => {
  await kept.loading
  try {
    if (!kept.loaded) throw new LocalizedError(serverText('none'))
    return await work(kept.loaded)
  } catch (error) {
    throw new OpError(asLocalized(describeError(error)))
  }
}

import type { PoolDeps } from '../../features/mcp/pool/pool-deps.ts'
import type { ServerPool } from '../../features/mcp/pool/server-pool.ts'
import type { ResultPorts } from '../../features/mcp/tools/tool-ports.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Event } from '../../protocol/event.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionPlaces } from '../../protocol/extensions/place.ts'
import type { ServerInfo } from '../../protocol/extensions/server.ts'
import type { ResultBlock } from '../../protocol/message.ts'
import type { ServerAction } from '../../protocol/op.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Live } from '../live/state.ts'
import type { PermissionChoice } from '../options/permission-choice.ts'
import type { Runtime } from '../options/runtime.ts'
import type { ServersChoice } from '../options/servers-choice.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { ServersWork } from '../servers/running-servers.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Contributions } from './contributions.ts'

export interface McpOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly permissions: PermissionChoice
    readonly extensions?: ExtensionPlaces
    readonly servers?: ServersChoice
    readonly wake?: boolean
    readonly runtime: Runtime
  }
  readonly live: Pick<Live, 'cwd' | 'roots' | 'rules'>
  readonly contributions: Contributions
  readonly desk: PermissionDesk
  /** Tokens the model of the conversation takes. */
  window(): number
  /** Without what opens the way to a model. */
  childEnv(): Readonly<Record<string, string>>
  emit(event: Event): void
}

/** The MCP servers of a session. Nothing of them is loaded before one is configured. */
export interface Mcp extends Part {
  /** When what is known of servers without asking them is there; `undefined`: it is, or there is none. */
  readonly loading: Promise<void> | undefined
  /** Before a turn: where nobody watches, servers that nothing is known of are waited for. */
  ready(): Promise<void>
  infos(): readonly ServerInfo[]
  /** One line for each server with deferred tools. */
  lines(isDeferred: (name: string) => boolean): readonly { readonly server: string; readonly text: string }[]
  /** What servers say about the use of their tools, by the tools that are in use. */
  instructions(names: ReadonlySet<string>): readonly { readonly server: string; readonly text: string }[]
  /** The resource of a server; `undefined` when there is no such server. Throws ToolError. */
  read(server: string, uri: string, signal: AbortSignal): Promise<readonly ResultBlock[]> | undefined
}

interface Loaded {
  readonly pool: ServerPool
  readonly ports: ResultPorts
  readonly module: typeof import('../servers/running-servers.ts')
}

export const createMcp = (options: McpOptions): Mcp => {
  const { config, contributions, emit } = options
  const choice = config.servers
  let loaded: Loaded | undefined
  let loading: Promise<void> | undefined
  let waited = false
  const isOver = new AbortController()
  const told = new Set<string>()
  let written = choice?.written ?? []
  const rewrite: ServersWork['rewrite'] = (name, change) => {
    written = written.map(each => ({
      ...each,
      servers: (each.servers ?? []).map(server => (server.name === name ? change(server) : server)),
    }))
    contributions.put('servers', written)
  }
  contributions.put('servers', written)
  const deps = (): PoolDeps => poolDeps(options, () => publish())
  /** What servers offer now, in the place of what they offered. */
  const publish = (): void => {
    if (loaded && !isOver.signal.aborted)
      contributions.put('mcp', loaded.module.offersOf(loaded, { options, window: options.window() }))
  }
  const load = async (): Promise<void> => {
    if (!choice) return
    await takePlugins(options, choice)
    if (contributions.all().servers.length === 0 && !loaded) return
    if (!loaded) {
      const module = await import('../servers/running-servers.ts')
      if (isOver.signal.aborted) return
      loaded = { module, ...module.openServers(options, choice, deps()) }
    }
    loaded.pool.set(contributions.all().servers)
    publish()
    tellProblems(options, told)
    if (config.wake) void follow({ options, choice, rewrite }, loaded, isOver.signal)
  }
  const begin = (): void => {
    const now = (loading ?? Promise.resolve()).then(load).catch((error: unknown) => {
      config.runtime.log?.(`MCP servers: ${errorText(error)}`)
      emit({ type: 'notice', level: 'warning', text: `MCP servers could not be loaded: ${errorText(error)}` })
    })
    loading = now.finally(() => {
      if (loading === settled) loading = undefined
    })
    const settled = loading
  }
  const stopHearing = config.extensions?.onChanged(begin)
  if (choice && (choice.written.length > 0 || config.extensions)) begin()
  return {
    get loading() {
      return loading
    },
    async ready() {
      await loading
      if (!loaded || waited || choice?.waitMs === undefined) return
      waited = true
      await loaded.module.waitFor(loaded.pool.start(), choice.waitMs)
      tellProblems(options, told)
    },
    infos: () => loaded?.pool.infos() ?? [],
    lines: isDeferred => (loaded ? loaded.module.serverLines(loaded.pool, isDeferred) : []),
    instructions: names => (loaded ? loaded.module.instructionsFor(loaded.pool, names) : []),
    read: (server, uri, signal) =>
      loaded?.pool.get(server) ? loaded.module.readFrom(loaded, { server, uri }, signal) : undefined,
    answers: {
      servers: async () => {
        await loading
        return loaded?.pool.infos() ?? []
      },
    },
    ops: {
      server: async ({ name, action }) => {
        await loading
        if (!loaded || !choice) throw new OpError('No MCP servers are configured.')
        await act({ options, choice, rewrite, loaded, signal: isOver.signal }, name, action)
        await load()
      },
    },
    async [Symbol.asyncDispose]() {
      isOver.abort()
      stopHearing?.()
      await loading
      await loaded?.pool[Symbol.asyncDispose]()
    },
  }
}

/** A person is asked about what waits for their word, and the others are asked what they offer. */
const follow = async (work: ServersWork, { pool, module }: Loaded, signal: AbortSignal): Promise<void> => {
  void pool.start()
  if (work.options.config.permissions.canAsk) await module.askApprovals(work, pool, signal)
}

interface Acting extends ServersWork {
  readonly loaded: Loaded
  readonly signal: AbortSignal
}

const act = async (acting: Acting, name: string, action: ServerAction): Promise<void> => {
  const server = acting.loaded.pool.get(name)
  if (!server) throw new OpError(`There is no MCP server named ${name}.`)
  try {
    await acting.loaded.module.actOn(acting, server, action)
  } catch (error) {
    throw new OpError(errorText(error))
  }
}

/** Servers of plugins are checked here: what they mean is known nowhere else. */
const takePlugins = async ({ config, contributions }: McpOptions, choice: ServersChoice): Promise<void> => {
  const places = (await config.extensions?.list()) ?? []
  const withServers = places.filter(({ servers }) => servers && Object.keys(servers).length > 0)
  if (withServers.length === 0) return contributions.put('servers of plugins', [])
  const { parseServers } = await import('../../features/mcp/config/read-servers.ts')
  contributions.put(
    'servers of plugins',
    withServers.map(({ source, root, servers = {}, variables = {} }): Contribution => {
      const read = parseServers(servers, { ...choice.env, ...variables })
      return {
        source,
        servers: read.servers.map(({ name, config: server }) => ({
          name,
          file: root,
          config: server.type === 'stdio' ? { ...server, env: { ...variables, ...server.env } } : server,
        })),
        problems: read.problems.map(message => ({ source, file: root, message })),
      }
    }),
  )
}

/** Each thing that is wrong, once. */
const tellProblems = ({ contributions, config, emit }: McpOptions, told: Set<string>): void => {
  const waiting = contributions
    .all()
    .servers.filter(({ approval, disabled }) => approval?.given === 'not asked' && !disabled)
    .map(({ name }) => name)
  const texts = [
    ...(config.servers?.written ?? []).flatMap(({ problems = [] }) =>
      problems.map(({ file, message }) => `${file === undefined ? '' : `${file}: `}${message}`),
    ),
    ...(waiting.length > 0 && !(config.wake && config.permissions.canAsk)
      ? [
          `Not started, because you have not approved ${waiting.length === 1 ? 'it' : 'them'} yet: ${waiting.join(', ')} of this project. Run "capstan mcp approve ${waiting.length === 1 ? waiting[0] : '--all'}", or start capstan here and answer.`,
        ]
      : []),
  ]
  for (const text of texts.filter(each => !told.has(each))) {
    told.add(text)
    emit({ type: 'notice', level: 'warning', text })
  }
}

const poolDeps = ({ config, live, childEnv, emit }: McpOptions, onChanged: () => void): PoolDeps => {
  const { servers: choice, runtime } = config
  const warn = (text: string): void => emit({ type: 'notice', level: 'warning', text })
  return {
    env: childEnv(),
    version: choice?.version ?? '',
    ...(choice ? { configHome: choice.configHome } : {}),
    limits: {
      connectMs: choice?.connectMs ?? 30_000,
      callMs: choice?.callMs ?? 100_000_000,
      ...(choice?.idleMs === undefined ? {} : { idleMs: choice.idleMs }),
    },
    cwd: () => config.place.cwd,
    roots: () => live.roots,
    now: () => runtime.now().getTime(),
    ...(choice?.sdk ? { sdk: choice.sdk } : {}),
    onChanged,
    onToolsChanged: (server, { added, gone, changed }) => {
      const parts = [
        ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
        ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
        ...(gone.length > 0 ? [`removed ${gone.join(', ')}`] : []),
      ]
      warn(`The MCP server ${server} has other tools than before: ${parts.join('; ')}.`)
    },
    warn,
    log: line => runtime.log?.(line),
  }
}

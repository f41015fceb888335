import { join } from 'node:path'
import { cleanHead, cleanText } from '../../features/mcp/clean-text.ts'
import {
  contributionsOf,
  definitionChars,
  deniedBy,
  serverLines,
  serversInScripts,
} from '../../features/mcp/contributions.ts'
import { toolName } from '../../features/mcp/names.ts'
import type { PoolDeps } from '../../features/mcp/pool/pool-deps.ts'
import type { PooledServer } from '../../features/mcp/pool/pooled-server.ts'
import type { ServerPool } from '../../features/mcp/pool/server-pool.ts'
import type { ResultPorts } from '../../features/mcp/tools/tool-ports.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { ServerToolName } from '../../protocol/extensions/server-tool-name.ts'
import type { ResultBlock } from '../../protocol/message.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import { LocalizedError, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import type { ServerAction } from '../../protocol/op.ts'
import type { Lookups } from '../../protocol/query.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { createElicit } from './elicit.ts'
import { withElicitHooks } from './elicit-hooks.ts'
import type { ServersChoice } from './options.ts'
import type { McpOptions } from './part-options.ts'
import { createServerSandbox, type ServerSandbox } from './sandboxed-servers.ts'

/** What the servers of a session are managed with. */
export interface ServersWork {
  readonly options: McpOptions
  readonly choice: ServersChoice
  /** Changes what is known of a server where it was read from. */
  rewrite(name: string, change: (server: NamedServer) => NamedServer): void
}

export interface ServerCall extends ServerToolName {
  readonly input: Readonly<Record<string, unknown>>
}

interface Opened {
  readonly pool: ServerPool
  readonly ports: ResultPorts
  /** Of those that say they want one. */
  readonly sandbox?: ServerSandbox
  readonly running: ServerActions
}

/** The servers of a session, none of them started. What they need is loaded with the first. */
export const openServers = async (
  options: McpOptions,
  choice: ServersChoice,
  { stopped, ...deps }: PoolDeps & { stopped(): AbortSignal },
): Promise<Opened> => {
  const [{ ServerPool }, { createListingCache }, { createElicit }, { createResultPorts }] = await Promise.all(
    [
      import('../../features/mcp/pool/server-pool.ts'),
      import('../../features/mcp/pool/listing-cache.ts'),
      import('./elicit.ts'),
      import('./result-ports.ts'),
    ],
  )
  const { config, desk, hooks } = options
  const kept = createListingCache(join(choice.configHome, 'cache', 'mcp'), {
    now: deps.now,
    hash: choice.hash,
  })
  const { elicit: askHost } = choice.host ?? {}
  const canAsk = config.permissions.canAsk || askHost !== undefined
  const ask = canAsk
    ? createElicit({ desk, newId: config.runtime.newId, openUrl: choice.openUrl, askHost })
    : nobody
  const elicit = withElicitHooks(
    (server, request, signal) => ask(server, request, AbortSignal.any([signal, stopped()])),
    options,
  )
  const sandbox = choice.sandbox && createServerSandbox(options, choice.sandbox)
  const asks = canAsk || hooks.isSet('Elicitation')
  const pool = new ServerPool({
    ...deps,
    kept,
    ...(sandbox ? { sandbox: sandbox.enter } : {}),
    ...(asks ? { elicit } : {}),
  })
  return {
    pool,
    ports: createResultPorts(config, choice),
    ...(sandbox ? { sandbox } : {}),
    running: ACTIONS,
  }
}

/** Only hooks answer where nobody can be asked. */
const nobody: ReturnType<typeof createElicit> = async () => ({ action: 'cancel' })

const CHARS_PER_TOKEN = 4

/** What they bring to the session. */
const offersOf = ({ pool, ports }: Opened, { config, live, window }: McpOptions): readonly Contribution[] => {
  const wish = config.servers?.defer ?? 'always'
  const defer =
    typeof wish === 'string'
      ? wish === 'always'
      : definitionChars(pool.all()) / CHARS_PER_TOKEN >= (window() * wish.percent) / 100
  return contributionsOf(pool, {
    ports,
    defer,
    codeMode: config.servers?.codeMode,
    language: config.prompt.promptLanguage,
    denied: deniedIn({ config, live }),
  })
}

const deniedIn = ({ config, live }: Pick<McpOptions, 'config' | 'live'>): readonly string[] =>
  (live.rules ?? config.permissions.rules)
    .filter(({ behavior }) => behavior === 'deny')
    .map(({ text }) => text)

export interface UnlistedServer {
  readonly name: string
  /** It is on its way; otherwise it could not be reached. */
  readonly starts: boolean
  /** For the model: why nothing of it can be used. */
  why(): LocalizedText
}

/** Those that may be used and have not said what they offer. */
const unlistedIn = (pool: ServerPool, options: McpOptions): readonly UnlistedServer[] => {
  const unlisted = pool.all().filter(({ isUsable, listing }) => isUsable && !listing)
  if (unlisted.length === 0) return []
  const isDenied = deniedBy(deniedIn(options))
  return unlisted
    .filter(({ wanted: { name } }) => !isDenied({ server: name, tool: '' }))
    .map(server => ({
      name: server.wanted.name,
      starts: server.isUnknown,
      why: () => server.whyUnlisted(),
    }))
}

/** At most so long; what is not there then comes late. */
export const waitFor = async (work: Promise<void>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

const MAX_INSTRUCTIONS = 2_048

/** What a server says about its tools, in its own words. */
export interface ServerGuide {
  readonly server: string
  readonly text: string
  /** One of its tools is among those asked about. */
  readonly isUsed: boolean
  /** It pushes messages: its words are told where it is introduced. */
  readonly isChannel: boolean
}

/** Of the tools of servers, what a thread has. */
export interface ToolUse {
  /** Tools that are in use. */
  readonly used: ReadonlySet<string>
  /** Whether the thread could use it: a rule or its definition may keep a tool from it. */
  isOffered(tool: string): boolean
}

const guidesOf = (pool: ServerPool, { used, isOffered }: ToolUse): readonly ServerGuide[] =>
  pool.all().flatMap(({ wanted: { name }, listing, isOpenChannel }) => {
    if (!listing?.instructions) return []
    const tools = listing.tools.map(tool => toolName(name, tool.name))
    const isUsed = tools.some(tool => used.has(tool))
    if (!isUsed && !tools.some(isOffered)) return []
    const text = cleanHead(listing.instructions.trim(), MAX_INSTRUCTIONS)
    return [{ server: name, text, isUsed, isChannel: isOpenChannel }]
  })

const readFrom = async (
  { pool, ports }: Opened,
  what: { readonly server: string; readonly uri: string },
  { signal, language }: { readonly signal: AbortSignal; readonly language?: PromptLanguage | undefined },
): Promise<readonly ResultBlock[]> => {
  const { readResource } = await import('../../features/mcp/tools/resource-tools.ts')
  return await readResource(pool, what, { ports, signal, language })
}

/** Calls a tool by hand, for a hook. Rejects in words when it cannot be called. */
const callFrom = async (
  { pool }: Opened,
  call: ServerCall,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isError: boolean }> => {
  const server = pool.get(call.server)
  if (!server) throw new LocalizedError(serverText('there_is_none', { name: call.server }))
  const { content, isError } = await server.use(connection =>
    connection.call(call.tool, call.input, server.callOptions(signal)),
  )
  const texts = content.flatMap(block => (block.type === 'text' ? [cleanText(block.text)] : []))
  return { text: texts.join('\n'), isError: isError === true }
}

/** The page of a server, as it sent it. Rejects in words when there is none. */
const pageFrom = async (
  { pool }: Opened,
  { server: name, uri }: Lookups['resource']['about'],
  signal: AbortSignal,
): Promise<Lookups['resource']['found']> => {
  const server = reached(pool, name)
  if (!uri.startsWith('ui://')) throw new LocalizedError(serverText('only_pages', { uri }))
  return await server.use(connection => connection.read(uri, server.callOptions(signal)))
}

/** The tool of a server by its name on the wire. Rejects in words when there is none. */
const findTool = (pool: ServerPool, wanted: string): ServerToolName => {
  const found = pool
    .all()
    .flatMap(each => each.listing?.tools.map(({ name }) => ({ server: each.wanted.name, tool: name })) ?? [])
    .find(({ server, tool }) => toolName(server, tool) === wanted)
  if (!found) throw new LocalizedError(serverText('no_tool', { name: wanted }))
  return found
}

/** Calls a tool for the program that drives the session, and hands on what came back. */
const callTool = async (
  { pool }: Opened,
  { server: name, tool, input }: ServerCall,
  signal: AbortSignal,
): Promise<Lookups['server_call']['found']> => {
  const server = pool.find(name)
  const { content, isError } = await server.use(connection =>
    connection.call(tool, input, server.callOptions(signal)),
  )
  return { content, isError: isError === true }
}

/** One that this program reaches itself. */
const reached = (pool: ServerPool, name: string): PooledServer => {
  const server = pool.get(name)
  if (!server) throw new LocalizedError(serverText('there_is_none', { name }))
  if (server.wanted.config.type === 'sdk') throw new Error(`${name} is your own server: call it yourself`)
  return server
}

/** One question after the other, for what the project brings. */
const askApprovals = async (work: ServersWork, pool: ServerPool, signal: AbortSignal): Promise<void> => {
  const { config, desk, contributions } = work.options
  for (const { wanted, state } of pool.all()) {
    if (state !== 'unapproved' || !wanted.approval) continue
    const { serverQuestion } = await import('./server-question.ts')
    const answer = await desk.ask(serverQuestion(wanted, config.runtime.newId), signal)
    if (!answer) return
    await settle(work, wanted, answer.behavior === 'allow')
    pool.set(contributions.all().servers)
    void pool.start()
  }
}

/** Writes the person's word down, and goes by it from now on. */
const settle = async (
  { choice, rewrite }: ServersWork,
  { name, approval }: PooledServer['wanted'],
  yes: boolean,
): Promise<void> => {
  if (!approval) return
  await choice.approve({ name, sha256: approval.sha256 }, yes)
  rewrite(name, server => ({ ...server, approval: { ...approval, given: yes ? 'yes' : 'no' } }))
}

/** What a person does to one server by hand. */
const actOn = async (
  work: ServersWork & { readonly signal: AbortSignal },
  server: PooledServer,
  action: ServerAction,
): Promise<void> => {
  const { choice, rewrite, signal } = work
  const { wanted } = server
  switch (action) {
    case 'reconnect':
      return await server.reconnect()
    case 'approve':
    case 'decline':
      return await settle(work, wanted, action === 'approve')
    case 'enable':
    case 'disable': {
      await choice.setDisabled(wanted.name, action === 'disable')
      if (wanted.approval && action === 'enable') await settle(work, wanted, true)
      return rewrite(wanted.name, ({ disabled: _, ...rest }) =>
        action === 'disable' ? { ...rest, disabled: true } : rest,
      )
    }
    case 'sign_in':
      await signIn(work, server, signal)
      work.options.notifications.say('auth_success', `You are signed in to the MCP server ${wanted.name}`)
      return await server.reconnect()
    case 'sign_out': {
      const { createAuthStore, signedOut } = await import('../../features/mcp/oauth/auth-store.ts')
      if (!('url' in wanted.config)) return
      const store = createAuthStore(
        choice.configHome,
        { name: wanted.name, url: wanted.config.url },
        lockOf(work.options),
      )
      await store.change(signedOut)
      return await server.reconnect().catch(() => undefined)
    }
  }
}

const lockOf = ({ config: { runtime }, emit }: McpOptions) => ({
  newId: runtime.newId,
  now: () => runtime.now().getTime(),
  warn: (text: Text) => emit(foreignNotice('warning', text)),
})

const SIGN_IN_MS = 5 * 60_000

const signIn = async (
  { options, choice }: { readonly options: McpOptions; readonly choice: ServersChoice },
  { wanted }: PooledServer,
  over: AbortSignal,
): Promise<void> => {
  const { name, config } = wanted
  if (config.type !== 'http' && config.type !== 'sse')
    throw new LocalizedError(serverText('no_sign_in', { name }))
  const [{ openSignIn }, { createAuthStore }] = await Promise.all([
    import('../../features/mcp/oauth/sign-in.ts'),
    import('../../features/mcp/oauth/auth-store.ts'),
  ])
  const signal = AbortSignal.any([over, AbortSignal.timeout(SIGN_IN_MS)])
  await using door = await openSignIn({
    config,
    store: createAuthStore(choice.configHome, { name, url: config.url }, lockOf(options)),
    env: choice.env,
    cwd: options.config.place.cwd,
    version: choice.version,
    connectMs: choice.connectMs ?? 30_000,
    newState: options.config.runtime.newId,
    async open(url) {
      options.emit(notice('info', serverText('sign_in', { name, url: url.href })))
      await choice.openUrl(url.href)
    },
  })
  const connection = await door.connect({}, signal)
  await connection.close()
}

/** What is done with servers once there are some. */
const ACTIONS = {
  actOn,
  askApprovals,
  callFrom,
  callTool,
  findTool,
  guidesOf,
  offersOf,
  pageFrom,
  readFrom,
  serverLines,
  serversInScripts,
  unlistedIn,
  waitFor,
}
export type ServerActions = typeof ACTIONS

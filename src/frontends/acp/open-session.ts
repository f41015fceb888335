import { isAbsolute } from 'node:path'
import { type McpServer, RequestError } from '@agentclientprotocol/sdk'
import { type Env, type Host, HostError, type Overrides, type SessionChoice } from '../../protocol/host.ts'
import { acpText } from '../../protocol/messages/host/acp.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { AcpSession } from './acp-session.ts'
import { clientEditor, type EditorSession } from './client-editor.ts'
import type { ClientPort } from './client-port.ts'
import { createPathNames } from './path-names.ts'

/** What the agent needs of the program and the machine it runs on. */
export interface AcpDeps {
  readonly host: Host
  readonly env: Env
  /** What the program was started with; counts for every session. */
  readonly overrides: Overrides
  readonly version: string
  /** The language of what people read. */
  readonly localize: Localize
  newId(): string
  /** A path as the client writes it, which may be one of Windows around this Linux, as it is called here. */
  localPath(path: string): string
  /** With links followed; the path itself where nothing is. */
  realPath(path: string): string
  /** Whether such a session is kept. */
  isKept(id: string): Promise<boolean>
  /** Removes a session with all that is kept for it. */
  remove(id: string): Promise<'removed' | 'in use' | 'unknown'>
}

/** What the client says about a session that it wants. */
export interface WantedSession {
  readonly cwd: string
  readonly mcpServers?: readonly McpServer[] | null | undefined
  readonly additionalDirectories?: readonly string[] | null | undefined
}

export interface OpenedSession {
  readonly session: AcpSession
  /** For the person. */
  readonly warnings: readonly string[]
}

export const openSession = async (
  { deps, client }: { readonly deps: AcpDeps; readonly client: ClientPort },
  wanted: WantedSession,
  choice: SessionChoice,
): Promise<OpenedSession> => {
  const { host, overrides } = deps
  const given = [wanted.cwd, ...(wanted.additionalDirectories ?? [])]
  const [cwd = '', ...directories] = given.map(deps.localPath)
  for (const path of [cwd, ...directories]) checkPath(path, deps.localize)
  const warnings: string[] = []
  let place: EditorSession | undefined
  const engine = await asRequestError(deps.localize, () =>
    host.open({
      cwd,
      env: deps.env,
      session: choice,
      overrides: {
        ...overrides,
        directories: [...(overrides.directories ?? []), ...directories],
        editorServers: serverConfig(wanted.mcpServers ?? []),
      },
      canAsk: true,
      // Updates may come at any time: what a background command or agent brings is told when it comes.
      wakes: true,
      partials: true,
      presentations: true,
      editor: clientEditor(client, () => place),
      warn: text => void warnings.push(deps.localize(text)),
    }),
  )
  const state = await engine.query('state')
  const opened = given.map(path => ({ given: path, real: deps.realPath(deps.localPath(path)) }))
  const names = createPathNames(state.cwd, opened)
  const session = new AcpSession({
    id: state.sessionId,
    engine,
    client,
    names,
    localPath: deps.localPath,
    newId: deps.newId,
    localize: deps.localize,
  })
  place = {
    sessionId: state.sessionId,
    names,
    inTerminal: (id, terminalId) => session.send(session.updates.calls.inTerminal(id, terminalId)),
  }
  return { session, warnings }
}

const checkPath = (path: string, localize: Localize): void => {
  if (!isAbsolute(path))
    throw RequestError.invalidParams({ path }, localize(acpText('not_absolute', { path })))
}

/** As the program's own configuration has them. */
const serverConfig = (servers: readonly McpServer[]): readonly string[] => {
  if (servers.length === 0) return []
  const entries = servers.map(server => [server.name, entryOf(server)] as const)
  return [JSON.stringify({ mcpServers: Object.fromEntries(entries) })]
}

const entryOf = (server: McpServer): object => {
  if ('command' in server)
    return { type: 'stdio', command: server.command, args: server.args, env: byName(server.env) }
  return { type: server.type, url: server.url, headers: byName(server.headers) }
}

const byName = (list: readonly { readonly name: string; readonly value: string }[]): object =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]))

/** What cannot be opened, as the client is told. */
export const asRequestError = async <T>(localize: Localize, open: () => Promise<T>): Promise<T> => {
  try {
    return await open()
  } catch (error) {
    throw error instanceof HostError ? requestErrorOf(error, localize) : error
  }
}

const requestErrorOf = ({ kind, localized }: HostError, localize: Localize): RequestError => {
  const message = localize(localized)
  if (kind === 'no_credentials' || kind === 'credentials')
    return RequestError.authRequired({ localized }, message)
  if (kind === 'request' || kind === 'directory') return RequestError.invalidParams({ localized }, message)
  return new RequestError(-32603, message, { kind, localized })
}

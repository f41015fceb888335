import { type RunningServer, startServer } from '../../frontends/serve/server.ts'
import { SessionHub } from '../../frontends/serve/session-hub.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Env } from '../../protocol/host.ts'
import type { ClientInfo, ClientRights } from '../../protocol/serve/wire.ts'
import { readThread } from '../tui/sessions-port.ts'
import { createFindFiles } from './find-files.ts'
import { createLinkStore } from './link-store.ts'
import { pageDirectory, readPageFiles } from './page-files.ts'
import { readServeArgs } from './serve-args.ts'
import { noteServer, readToken } from './server-files.ts'
import { createSessionFiles } from './session-files.ts'

interface ServeTerminal {
  readonly env: Env
  readonly version: string
  readonly configHome: string
  readonly cwd: string
  readonly engine: Engine
  /** Who sits at it; absent: it runs in the background. */
  readonly terminal?: ClientInfo
  /** `private`: only on this machine, found by who knows the session; else options in CAPSTAN_REMOTE_CONTROL count. */
  readonly reach: 'private' | 'shared'
  /** Beyond those of any client. */
  readonly rights?: Partial<ClientRights>
  /** Absent: any that is free. */
  readonly port?: number
  /** What is said on the page, as text; absent: voice input is off. */
  readonly transcribe?: ((wav: Uint8Array) => Promise<string>) | undefined
  newId(): string
  /** How many follow, the terminal itself not counted. */
  onClients(count: number): void
}

interface ServedTerminal {
  readonly hub: SessionHub
  readonly server: RunningServer
  end(): Promise<void>
}

/** A server for the one conversation of a terminal, or of the background. */
export const serveTerminal = async (options: ServeTerminal): Promise<ServedTerminal> => {
  const { engine, terminal, newId, configHome, cwd, version } = options
  const wished = options.reach === 'shared' ? options.env['CAPSTAN_REMOTE_CONTROL'] : undefined
  const given = wished?.split(/\s+/).filter(word => word !== '') ?? []
  const { listen, rights: usual } = readServeArgs(['--port', String(options.port ?? 0), ...given])
  const rights = { ...usual, ...options.rights }
  const { sessionId: id } = await engine.query('state')
  const hub = new SessionHub({
    id,
    engine,
    rights,
    newId,
    ...(terminal ? { terminal } : {}),
    onClients: clients => options.onClients(clients.length - (terminal ? 1 : 0)),
  })
  try {
    const server = await startServer({
      host: NO_OTHERS,
      base: { env: {}, session: { kind: 'new' }, overrides: {} },
      only: hub,
      version,
      cwd,
      rights,
      token: readToken(configHome),
      listen,
      linkStore: createLinkStore(configHome),
      page: readPageFiles(pageDirectory()),
      readThread,
      sessionFiles: createSessionFiles({
        configHome,
        cwd,
        process: { env: options.env, version, argv: [] },
      }),
      findFiles: createFindFiles(options.env, () => performance.now()),
      ...(options.transcribe ? { transcribe: options.transcribe } : {}),
      newId,
      now: () => Date.now(),
      // There is a conversation on the screen: what a client is told must do.
      log: () => {},
    })
    const note = { url: server.url, startedAt: Date.now() }
    const forget = options.reach === 'shared' ? noteServer(configHome, note) : () => undefined
    return {
      hub,
      server,
      async end() {
        forget()
        await server[Symbol.asyncDispose]()
        await hub.stop()
      },
    }
  } catch (error) {
    await hub.stop()
    throw error
  }
}

const NO_OTHERS = {
  open: () => Promise.reject(new Error('only one session is served here')),
  list: async () => [],
  sessions: () => [],
}

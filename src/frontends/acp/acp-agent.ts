import {
  type AgentApp,
  type AgentConnection,
  type AuthMethod,
  agent,
  type InitializeResponse,
  PROTOCOL_VERSION,
  RequestError,
  type Stream,
} from '@agentclientprotocol/sdk'
import { acpText } from '../../protocol/messages/host/acp.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { type Abilities, abilitiesOf } from './abilities.ts'
import type { AcpSession } from './acp-session.ts'
import { type ClientPort, clientPort } from './client-port.ts'
import {
  type AcpDeps,
  asRequestError,
  type OpenedSession,
  openSession,
  type WantedSession,
} from './open-session.ts'
import { sessionPage } from './session-pages.ts'

/** The agent at one end of a connection: many sessions, one client. */
export class AcpAgent implements AsyncDisposable {
  readonly #deps: AcpDeps
  readonly #connection: AgentConnection
  readonly #sessions = new Map<string, AcpSession>()
  #client: ClientPort

  constructor(deps: AcpDeps, stream: Stream) {
    this.#deps = deps
    this.#connection = this.#serve().connect(stream)
    this.#client = clientPort(this.#connection.client, abilitiesOf(undefined))
  }

  /** Resolves when the client is gone. */
  get closed(): Promise<void> {
    return this.#connection.closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close()
    await Promise.all([...this.#sessions.values()].map(session => session[Symbol.asyncDispose]()))
    this.#sessions.clear()
  }

  #serve(): AgentApp {
    return this.#serveSessions(agent({ name: 'capstan' }))
      .onRequest('initialize', ({ params }) => this.#initialize(abilitiesOf(params.clientCapabilities)))
      .onRequest('authenticate', ({ params }) => this.#authenticate(params.methodId))
      .onRequest('session/prompt', async ({ params, signal }) => {
        const stopReason = await this.#find(params.sessionId).prompt(params.prompt, signal)
        if (signal.aborted) throw RequestError.requestCancelled()
        return { stopReason }
      })
      .onRequest('session/set_mode', async ({ params }) => {
        await this.#find(params.sessionId).setMode(params.modeId)
        return {}
      })
      .onRequest('session/set_config_option', async ({ params }) => {
        const session = this.#find(params.sessionId)
        await session.setOption(params.configId, params.value)
        const { configOptions } = await session.choices()
        return { configOptions }
      })
      .onNotification('session/cancel', async ({ params }) => {
        await this.#sessions.get(params.sessionId)?.cancel()
      })
  }

  /** From the first to the last moment of a session. */
  #serveSessions(app: AgentApp): AgentApp {
    return app
      .onRequest('session/new', async ({ params, signal }) => {
        const opened = await this.#open(params, { kind: 'new' }, signal)
        const choices = await opened.session.choices()
        this.#announceLater(opened)
        return { sessionId: opened.session.id, ...choices }
      })
      .onRequest('session/load', async ({ params, signal }) => {
        const opened = await this.#resume(params, signal)
        await opened.session.replay()
        const choices = await opened.session.choices()
        this.#announceLater(opened)
        return choices
      })
      .onRequest('session/resume', async ({ params, signal }) => {
        const opened = await this.#resume(params, signal)
        const choices = await opened.session.choices()
        this.#announceLater(opened)
        return choices
      })
      .onRequest('session/list', async ({ params }) => {
        const { host, env, realPath, localPath } = this.#deps
        const { cwd, cursor } = params
        return sessionPage(
          await host.list({ env, ...(cwd ? { cwd: realPath(localPath(cwd)) } : {}) }),
          cursor,
        )
      })
      .onRequest('session/close', async ({ params }) => {
        await this.#close(this.#find(params.sessionId))
        return {}
      })
      .onRequest('session/delete', async ({ params }) => {
        await this.#delete(params.sessionId)
        return {}
      })
  }

  #initialize(abilities: Abilities): InitializeResponse {
    this.#client = clientPort(this.#connection.client, abilities)
    return {
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'capstan', title: 'Capstan', version: this.#deps.version },
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true, embeddedContext: true },
        mcpCapabilities: { http: true, sse: true },
        sessionCapabilities: { list: {}, delete: {}, additionalDirectories: {}, resume: {}, close: {} },
      },
      authMethods: authMethods(abilities, this.#deps.localize),
    }
  }

  /** There is nothing to do here but to look whether there is a credential by now. */
  async #authenticate(methodId: string): Promise<object> {
    const methods = authMethods(this.#client.abilities, this.#deps.localize)
    if (!methods.some(({ id }) => id === methodId))
      throw RequestError.invalidParams(
        { methodId },
        this.#deps.localize(acpText('no_method', { id: methodId })),
      )
    const { host, env, overrides } = this.#deps
    const session = { kind: 'new', persist: false } as const
    await using _ = await asRequestError(this.#deps.localize, () =>
      host.open({ env, overrides, session, oneShot: true }),
    )
    return {}
  }

  async #resume(
    wanted: WantedSession & { readonly sessionId: string },
    signal: AbortSignal,
  ): Promise<OpenedSession> {
    const { sessionId: which } = wanted
    const session = this.#sessions.get(which)
    if (session) return { session, warnings: [] }
    if (!(await this.#deps.isKept(which))) throw RequestError.sessionNotFound(which)
    return await this.#open(wanted, { kind: 'resume', which }, signal)
  }

  async #open(
    wanted: WantedSession,
    choice: Parameters<typeof openSession>[2],
    signal: AbortSignal,
  ): Promise<OpenedSession> {
    const opened = await openSession({ deps: this.#deps, client: this.#client }, wanted, choice)
    const { session } = opened
    if (signal.aborted) {
      await session[Symbol.asyncDispose]()
      throw RequestError.requestCancelled()
    }
    this.#sessions.set(session.id, session)
    return opened
  }

  /** The client knows the session only once it has the answer. */
  #announceLater({ session, warnings }: OpenedSession): void {
    setImmediate(() => {
      if (this.#sessions.has(session.id)) void session.announce(warnings)
    })
  }

  async #close(session: AcpSession): Promise<void> {
    this.#sessions.delete(session.id)
    await session[Symbol.asyncDispose]()
  }

  async #delete(id: string): Promise<void> {
    const open = this.#sessions.get(id)
    if (open) await this.#close(open)
    const outcome = await this.#deps.remove(id)
    if (outcome === 'unknown' && !open) throw RequestError.sessionNotFound(id)
    if (outcome === 'in use') throw new RequestError(-32603, this.#deps.localize(acpText('open_elsewhere')))
  }

  #find(id: string): AcpSession {
    const session = this.#sessions.get(id)
    if (!session) throw RequestError.sessionNotFound(id)
    return session
  }
}

/** Keys come from the environment or from what the person stored: a terminal is where they store them. */
const authMethods = ({ terminalAuth }: Abilities, localize: Localize): AuthMethod[] => [
  ...(terminalAuth
    ? [
        {
          type: 'terminal' as const,
          id: 'terminal',
          name: localize(acpText('sign_in_terminal')),
          description: localize(acpText('sign_in_terminal_does')),
          args: ['--login'],
        },
      ]
    : []),
  {
    id: 'stored-key',
    name: localize(acpText('stored_key')),
    description: localize(acpText('stored_key_does')),
  },
]

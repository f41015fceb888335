import type { RemoteEngine } from '../../features/remote-engine/remote-engine.ts'
import type { Choice, Opened } from '../../frontends/tui/app/tui-options.ts'
import type { SessionRow } from '../../frontends/tui/ports/sessions-port.ts'
import type { SessionInfo } from '../../protocol/serve/wire.ts'
import type { CliPorts } from '../tui/create-tui-ports.ts'
import type { Attached } from './attached.ts'

/** The conversation on the screen lives elsewhere: so do its sessions, its trust and its threads. */
export class AttachedSessions {
  readonly #attached: Attached
  #engine: RemoteEngine | undefined
  #begun = false

  constructor(attached: Attached) {
    this.#attached = attached
  }

  /** The one that was named first; later another one, a copy or a new one. */
  async open(choice: Choice): Promise<Opened> {
    const { RemoteEngine } = await import('../../features/remote-engine/remote-engine.ts')
    const { api, newId } = this.#attached
    const engine = new RemoteEngine({
      api,
      newId,
      sessionId: await this.#choose(choice),
      after: (ms, call) => {
        const timer = setTimeout(call, ms)
        return () => clearTimeout(timer)
      },
    })
    await engine.ready
    this.#engine = engine
    return { engine }
  }

  async #choose({ resume, fork }: Choice): Promise<string> {
    const { api, sessionId } = this.#attached
    if (resume !== undefined && !fork) return resume
    if (!this.#begun && resume === undefined) {
      this.#begun = true
      return sessionId
    }
    const session = resume === undefined ? { kind: 'new' } : { kind: 'fork', which: resume }
    const opened = await api.post<{ readonly session: SessionInfo }>('/sessions', { session })
    return opened.session.id
  }

  /** What the screen reaches of this machine, but for what belongs to the session. */
  ports(ports: CliPorts): CliPorts {
    const { api, remote } = this.#attached
    const { system } = ports.tui
    return {
      ...ports,
      // Whoever started the session has decided that.
      trust: { accepted: false, wish: async () => undefined, accept: async () => {} },
      tui: {
        ...ports.tui,
        // Of the directory this was started in, which is another one.
        system: {
          ...system,
          branch: () => undefined,
          // Files of another machine are not here.
          ...(remote ? { machine: undefined, repository: () => undefined } : {}),
        },
        models: { list: async () => [] },
        sessions: {
          async list() {
            const { sessions } = await api.get<{ readonly sessions: readonly SessionInfo[] }>('/sessions')
            return sessions.map(toRow)
          },
          grep: async () => [],
          preview: async () => [],
          thread: async path => (await this.#engine?.readThread(path)) ?? [],
          earlier: async boundary => (await this.#engine?.look('earlier', { boundary })) ?? [],
        },
      },
    }
  }
}

const toRow = ({
  id,
  title = '',
  modifiedAt = 0,
  size = 0,
  cwd = '',
  gitBranch,
}: SessionInfo): SessionRow => ({
  id,
  title,
  modifiedAt,
  bytes: size,
  cwd,
  ...(gitBranch === undefined ? {} : { branch: gitBranch }),
})

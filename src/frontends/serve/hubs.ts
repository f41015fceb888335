import type { Host, OpenRequest, Overrides, SessionChoice, SessionSummary } from '../../protocol/host.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { OpenBody } from '../../protocol/serve/routes.ts'
import type { ClientRights, SessionInfo } from '../../protocol/serve/wire.ts'
import type { SessionFiles } from './session-files.ts'
import { SessionHub } from './session-hub.ts'
import { WireProblem } from './wire-problem.ts'

export interface HubsOptions {
  /** Another program has the session of this file open; absent: nobody can tell. */
  isOpenElsewhere?(path: string): boolean
  readonly host: Pick<Host, 'open' | 'list' | 'sessions'>
  /** What every session is opened with; a client may choose some of it. */
  readonly base: OpenRequest
  readonly rights: ClientRights
  newId(): string
  /** The one session there is: a terminal shares it. */
  readonly only?: SessionHub
  /** Hears of each session that is open. */
  follow?(hub: SessionHub): void
  /** Absent: sessions can be neither exported nor deleted here. */
  readonly sessionFiles?: SessionFiles
}

/** The sessions of a server: those that are open, and those that open when somebody asks for them. */
export class Hubs {
  readonly #options: HubsOptions
  readonly #open = new Map<string, SessionHub>()
  /** Two who ask for the same session at once get the same. */
  readonly #opening = new Map<string, Promise<SessionHub>>()

  /** Nobody opens them any more. */
  readonly #purging = new Set<string>()

  constructor(options: HubsOptions) {
    this.#options = options
    if (options.only) this.#keep(options.only)
  }

  get single(): boolean {
    return this.#options.only !== undefined
  }

  /** An open session, or a kept one that is opened for it. */
  async get(id: string): Promise<SessionHub> {
    this.#refuseGoing(id)
    const open = this.#open.get(id)
    if (open) return open
    const opening = this.#opening.get(id) ?? this.#resume(id)
    this.#opening.set(id, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(id)
    }
  }

  /** One that is open already: nothing is opened for it. */
  opened(id: string): SessionHub {
    this.#refuseGoing(id)
    const hub = this.#open.get(id)
    if (!hub) throw new WireProblem('not_found', serveText('not_open'))
    return hub
  }

  async open(body: OpenBody): Promise<{ readonly hub: SessionHub; readonly warnings: readonly string[] }> {
    if (this.single) throw new WireProblem('forbidden', serveText('only_one'))
    const { overrides = {}, session = { kind: 'new' } } = body
    if (overrides.permissionMode === 'bypassPermissions' && !this.#options.rights.bypass)
      throw new WireProblem('forbidden', serveText('no_bypass_flag'))
    if (session.kind !== 'new') this.#refuseGoing(session.which)
    if (session.kind === 'resume' && this.#open.has(session.which))
      return { hub: await this.get(session.which), warnings: [] }
    const from = session.kind === 'new' ? undefined : await this.#kept(session.which)
    const cwd = body.cwd ?? from?.cwd
    return await this.#openWith({ ...(cwd === undefined ? {} : { cwd }), session, overrides })
  }

  /** What was said is kept. */
  async close(id: string): Promise<void> {
    const hub = this.#open.get(id)
    if (!hub) throw new WireProblem('not_found', serveText('no_open_session'))
    if (this.single) throw new WireProblem('forbidden', serveText('not_ours_to_end'))
    await hub.engine[Symbol.asyncDispose]()
    await hub.ended
  }

  async rename(id: string, title: string): Promise<void> {
    const wasOpen = this.#open.has(id)
    const hub = await this.get(id)
    await hub.engine.send({ type: 'set_title', title })
    if (!wasOpen && hub.clients.length === 0) await this.close(id)
  }

  /** The session and everything kept for it; an open one is closed first. Cannot be undone. */
  async purge(id: string): Promise<void> {
    const { sessionFiles } = this.#options
    if (this.single || !sessionFiles) throw new WireProblem('forbidden', serveText('not_ours_to_delete'))
    this.#refuseGoing(id)
    this.#purging.add(id)
    try {
      await this.#opening.get(id)?.catch(() => undefined)
      const isOpen = this.#open.has(id)
      if (isOpen) await this.close(id)
      const kept = await this.#find(id)
      // One that was open may have nothing written down yet.
      if (!kept && !isOpen) throw unknownSession()
      if (kept && (await sessionFiles.purge(kept.path)) === 'in use')
        throw new WireProblem('refused', serveText('open_elsewhere'))
    } finally {
      this.#purging.delete(id)
    }
  }

  /** Its file, as one that is open writes it too. */
  async fileOf(id: string): Promise<string> {
    const hub = this.single ? this.#open.get(id) : undefined
    if (!hub) return (await this.#kept(id)).path
    const { transcriptPath } = await hub.engine.query('state')
    if (transcriptPath === undefined) throw new WireProblem('refused', serveText('nothing_kept'))
    return transcriptPath
  }

  #refuseGoing(id: string): void {
    if (this.#purging.has(id)) throw new WireProblem('not_found', serveText('being_deleted'))
  }

  /** Open ones first, then kept ones, the newest first. */
  async list({
    cwd,
    limit,
  }: {
    readonly cwd?: string
    readonly limit?: number
  }): Promise<readonly SessionInfo[]> {
    const { host, base } = this.#options
    const kept = this.single ? [] : await host.list({ env: base.env, ...(cwd === undefined ? {} : { cwd }) })
    const known = new Map(kept.map(summary => [summary.id, summary]))
    const open = await Promise.all(
      [...this.#open.values()].map(async hub => await this.#describe(hub, known.get(hub.id))),
    )
    const here = cwd === undefined ? open : open.filter(info => info.cwd === cwd)
    const rest = kept.filter(({ id }) => !this.#open.has(id)).map((each, at) => this.#asKept(each, at))
    return [...here.reverse(), ...rest].slice(0, limit ?? 500)
  }

  /** One that another program has open is not to be had without a word: the list says so of the newest. */
  #asKept(summary: SessionSummary, at: number): SessionInfo {
    const elsewhere = at < MOST_LOCKS && this.#options.isOpenElsewhere?.(summary.path)
    return { ...asInfo(summary), ...(elsewhere ? { elsewhere } : {}) }
  }

  async describe(id: string): Promise<SessionInfo> {
    const hub = this.#open.get(id)
    if (hub) return await this.#describe(hub)
    return asInfo(await this.#kept(id))
  }

  async #describe(hub: SessionHub, summary?: SessionSummary): Promise<SessionInfo> {
    const { cwd, title, running } = await hub.engine.query('state')
    const { totalCostUSD } = await hub.engine.query('cost')
    return {
      ...(summary ? asInfo(summary) : {}),
      id: hub.id,
      cwd,
      ...(title === undefined ? {} : { title }),
      open: true,
      running,
      questions: hub.questions,
      costUsd: totalCostUSD,
      clients: hub.clients.length,
    }
  }

  async #kept(id: string): Promise<SessionSummary> {
    const found = await this.#find(id)
    if (!found) throw unknownSession()
    return found
  }

  async #find(id: string): Promise<SessionSummary | undefined> {
    const { host, base } = this.#options
    return this.single ? undefined : (await host.list({ env: base.env })).find(each => each.id === id)
  }

  async #resume(id: string): Promise<SessionHub> {
    const { cwd } = await this.#kept(id)
    const session = { kind: 'resume', which: id } as const
    const { hub } = await this.#openWith({ ...(cwd === undefined ? {} : { cwd }), session, overrides: {} })
    return hub
  }

  async #openWith(wish: {
    readonly cwd?: string
    readonly session: SessionChoice
    readonly overrides: Overrides
  }): Promise<{ readonly hub: SessionHub; readonly warnings: readonly string[] }> {
    const { host, base, rights, newId } = this.#options
    const warnings: string[] = []
    const engine = await host.open({
      ...base,
      ...wish,
      overrides: { ...base.overrides, ...wish.overrides, noBypass: !rights.bypass },
      interactive: true,
      presentations: true,
      showsTranscript: true,
      warn: text => void warnings.push(inEnglish(text)),
    })
    const id = host.sessions().find(session => session.engine === engine)?.id
    if (id === undefined) throw new Error('a session that was just opened is not among those of its host')
    return { hub: this.#keep(new SessionHub({ id, engine, rights, newId })), warnings }
  }

  #keep(hub: SessionHub): SessionHub {
    this.#open.set(hub.id, hub)
    this.#options.follow?.(hub)
    void hub.ended.then(() => this.#open.get(hub.id) === hub && this.#open.delete(hub.id))
    return hub
  }
}

const unknownSession = (): WireProblem => new WireProblem('not_found', serveText('no_session'))

/** Where its file lies is nobody's business. */
const MOST_LOCKS = 100

const asInfo = ({ path: _, ...summary }: SessionSummary): SessionInfo => ({ ...summary, open: false })

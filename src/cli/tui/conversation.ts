import { BusySession, DamagedSettings, NoCredentials } from '../../frontends/tui/app/open-errors.ts'
import type { Choice, Opened } from '../../frontends/tui/app/tui-options.ts'
import type { BusyWay } from '../../frontends/tui/dialogs/busy-session.tsx'
import { findHomes } from '../../host/find-homes.ts'
import type { Engine } from '../../protocol/engine.ts'
import { type Host, HostError } from '../../protocol/host.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import type { RunOptions } from '../args/run-options.ts'
import type { Attached } from '../attach/attached.ts'
import type { AttachedSessions } from '../attach/attached-sessions.ts'
import { openRequestOf } from '../open-request.ts'
import type { CliPorts } from './create-tui-ports.ts'
import type { TuiStart } from './tui-start.ts'

interface ConversationDeps {
  readonly ports: CliPorts
  readonly host: Host
  readonly attached?: AttachedSessions
  readonly terminal: PersonTerminal
  /** Tells of every key, until it is told to stop. */
  keys(listener: () => void): () => void
}

/** The conversation on the screen; another one takes its place when the person wants so. */
export class Conversation {
  readonly #start: TuiStart
  readonly #ports: CliPorts
  readonly #host: Host
  #engine: Engine | undefined
  #acceptsDamaged = false
  /** How the person wants to go on with a session that another program has. */
  #busy: BusyWay | undefined
  #hasDrafted = false
  #joins: Attached | undefined
  readonly #attached: AttachedSessions | undefined
  readonly #keys: ConversationDeps['keys']
  readonly #terminal: PersonTerminal
  #tidy: (() => void) | undefined

  constructor(start: TuiStart, { ports, host, attached, keys, terminal }: ConversationDeps) {
    this.#start = start
    this.#attached = attached
    this.#keys = keys
    this.#terminal = terminal
    this.#host = host
    this.#ports = ports
  }

  readonly open = async (choice: Choice, warn: Warn): Promise<Opened> => {
    if (this.#attached) return await this.#openAttached(this.#attached, choice)
    await this.#leave(choice)
    for (const text of this.#ports.onboarding.takeWarnings()) warn(text)
    if (this.#start.demo || this.#ports.onboarding.wantsDemo) return await this.#openDemo(warn)
    try {
      const { member } = this.#start
      const how = this.#busy
      this.#busy = undefined
      const options = { ...this.#optionsFor(choice), ...wayOn(how) }
      const request = member?.request ?? openRequestOf(options, this.#start)
      const attended = this.#keys
      const opened = await this.#host.open({
        ...request,
        overrides: { ...request.overrides, ...(this.#acceptsDamaged && { acceptDamagedSettings: true }) },
        interactive: true,
        presentations: true,
        showsTranscript: true,
        warn,
        attended,
        terminal: this.#terminal,
      })
      const engine = this.#ports.remote.lend(opened)
      this.#engine = engine
      member?.follow(engine)
      if (choice.because === 'login') await engine.send({ type: 'signed_in' })
      return { engine, ...this.#draftOnce(warn) }
    } catch (error) {
      if (error instanceof HostError && error.kind === 'no_credentials')
        throw new NoCredentials(
          error.localized.id === 'providers.no_credentials' ? verbatim('') : error.localized,
        )
      if (error instanceof HostError && error.kind === 'damaged_settings')
        throw new DamagedSettings(error.localized, () => {
          this.#acceptsDamaged = true
        })
      if (error instanceof HostError && error.kind === 'session_busy') throw await this.#busySession(error)
      throw error
    }
  }

  /** For the first conversation alone. */
  #draftOnce(warn: Warn): Pick<Opened, 'draft'> {
    const { draft } = this.#start
    if (!draft || this.#hasDrafted) return {}
    this.#hasDrafted = true
    warn(draft.says)
    return { draft: draft.text }
  }

  /** Chosen instead of a conversation here: it goes on where that session is open. */
  get joins(): Attached | undefined {
    return this.#busy === 'attach' ? this.#joins : undefined
  }

  async #busySession({ localized, holder }: HostError): Promise<BusySession> {
    const { env } = this.#start
    const { findOpen } = await import('../attach/find-open.ts')
    this.#joins = holder && (await findOpen(holder.sessionId, { env, configHome: findHomes(env).configHome }))
    const attach = this.#joins ? 'now' : holder?.kind === 'cli' ? 'share_first' : 'never'
    return new BusySession(localized, {
      attach,
      choose: how => {
        this.#busy = how
      },
    })
  }

  /** The one before goes on where it lives. */
  async #openAttached(attached: AttachedSessions, choice: Choice): Promise<Opened> {
    await this.close()
    const opened = await attached.open(choice)
    this.#engine = opened.engine
    return opened
  }

  /** Hooks of the conversation that ends hear what it ends for. */
  async #leave({ because, resume }: Choice): Promise<void> {
    const reason = because === 'logout' ? 'logout' : resume === undefined ? undefined : 'resume'
    if (reason !== undefined) await this.#engine?.send({ type: 'leave', reason })
    await this.close()
  }

  async close(): Promise<void> {
    const engine = this.#engine
    this.#engine = undefined
    await engine?.[Symbol.asyncDispose]()
    this.#tidy?.()
    this.#tidy = undefined
  }

  /** A project of its own, a scripted model, everything else real. */
  async #openDemo(warn: Warn): Promise<Opened> {
    const { openDemo } = await import('../demo/open-demo.ts')
    const demo = await openDemo(this.#host, this.#start, warn)
    this.#engine = demo.engine
    this.#tidy = demo.remove
    return { engine: demo.engine, draft: demo.prompt, demo: true }
  }

  #optionsFor({ resume, fork = false }: Choice): RunOptions {
    const { resume: given, ...rest } = this.#start.options
    const trusted = { ...rest, trust: rest.trust || this.#ports.trust.accepted }
    if (resume !== undefined) {
      const { sessionId: _, ...others } = trusted
      return { ...others, resume, continue: false, forkSession: fork }
    }
    // Asked to choose one: until then it is a new one.
    return given === undefined || given === true ? trusted : { ...trusted, resume: given }
  }
}

const wayOn = (how: BusyWay | undefined): Partial<Pick<RunOptions, 'forkSession' | 'takeOver'>> =>
  how === undefined || how === 'attach'
    ? {}
    : how === 'copy'
      ? { forkSession: true, takeOver: false }
      : { takeOver: true }

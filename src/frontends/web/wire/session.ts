import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type { Op } from '../../../protocol/op.ts'
import type {
  HelloFrame,
  HistoryPage,
  ServerFrame,
  SessionInfo,
  WatchInfo,
} from '../../../protocol/serve/wire.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { putBefore, putBehind, startWith } from '../state/read-history.ts'
import { reduceEvent } from '../state/reduce-event.ts'
import { EMPTY_SESSION, NO_REPLY, type SessionState } from '../state/session-state.ts'
import { createStore, type Store } from '../state/store.ts'
import { type Api, ApiError } from './api.ts'
import { type Following, follow, type LinkState } from './follow.ts'
import { followStream } from './follow-stream.ts'

export interface SessionDeps {
  readonly api: Api
  readonly id: string
  /** What only a screen can do. */
  ui(request: UiRequest): void
  /** Nobody is signed in any more. */
  signedOut(): void
  /** English when absent. */
  readonly localize?: Localize
  /** The link names the session, and nothing but its conversation is asked for. */
  readonly watch?: true
}

const FIRST_PAGE = 200
const PAGE = 1_000
const FIGURES_MS = 500
/** After these, cost and context are others than before. */
const FIGURE_EVENTS: ReadonlySet<Event['type']> = new Set([
  'turn_ended',
  'usage',
  'status',
  'aside',
  'branch_changed',
  // Another model has another window.
  'session_changed',
])

/** One session that the page follows: its state, kept true across cuts, and what can be said to it. */
export class Session {
  readonly id: string
  readonly state: Store<SessionState> = createStore(EMPTY_SESSION)
  readonly link: Store<LinkState> = createStore<LinkState>('connecting')
  /** Why it cannot be followed. */
  readonly problem: Store<string> = createStore('')
  /** Another program has it open: that is the problem. What kind of program it is, empty where that is not known. */
  readonly busy: Store<string | undefined> = createStore<string | undefined>(undefined)
  readonly commands: Store<readonly CommandInfo[]> = createStore<readonly CommandInfo[]>([])
  /** When a link to watch ends, ISO 8601; empty: it is none, or that is not known yet. */
  readonly until: Store<string> = createStore('')
  readonly #deps: SessionDeps
  readonly #following: Following
  #epoch = ''
  #seq = 0
  /** Of the last message that was read or heard. */
  #lastMessage = ''
  /** What is heard while the history is read waits behind it. */
  #waiting: ServerFrame[] | undefined
  #older: Promise<void> | undefined

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.id = deps.id
    this.#following = (deps.watch ? followStream : follow)({
      sessionId: deps.id,
      key: deps.api.key,
      mark: () => this.#mark(),
      hear: frames => this.#hear(frames),
      link: state => this.link.set(state),
      refused: () => this.#refused(),
    })
  }

  /** Throws ApiError. */
  send(op: Op): Promise<void> {
    return this.#following.send(op)
  }

  retry(): void {
    this.#following.retry()
  }

  end(): void {
    this.#following.end()
  }

  /** From the program that has it; the page is to be loaded anew then. Throws ApiError. */
  async takeOver(): Promise<void> {
    await this.#open('take_over')
  }

  /** A session of its own with the same history; answers its id. Throws ApiError. */
  async copy(): Promise<string> {
    const session = { kind: 'fork', which: this.id }
    const opened = await this.#deps.api.send<{ readonly session: SessionInfo }>('POST', '/sessions', {
      session,
    })
    return opened.session.id
  }

  async #open(whenBusy: 'refuse' | 'take_over'): Promise<void> {
    await this.#deps.api.send('POST', '/sessions', { session: { kind: 'resume', which: this.id, whenBusy } })
  }

  get path(): string {
    return this.#deps.watch ? '/watch' : `/sessions/${encodeURIComponent(this.id)}`
  }

  /** The page before the first row; nothing when there is none. */
  readOlder(limit = PAGE): Promise<void> {
    this.#older ??= this.#readOlder(limit).finally(() => {
      this.#older = undefined
    })
    return this.#older
  }

  /** Everything there is, for a search or the way to the top. */
  async readAll(): Promise<void> {
    while (this.state.get().more) await this.readOlder()
  }

  async #readOlder(limit: number): Promise<void> {
    const { more, generation } = this.state.get()
    if (!more || this.#first === '') return
    const page = await this.#page({ before: this.#first, limit }).catch((error: unknown) => {
      // Cleared or rewound meanwhile: what stands before it is not to be had any more.
      if (error instanceof ApiError && error.kind === 'not_found') return { messages: [], more: false }
      throw error
    })
    if (this.state.get().generation !== generation) return
    this.#first = page.messages[0]?.uuid ?? this.#first
    this.state.change(state => putBefore(state, page))
  }
  /** Of the first message that was read. */
  #first = ''

  #page(query: Readonly<Record<string, string | number>>): Promise<HistoryPage> {
    return this.#deps.api.get<HistoryPage>(`${this.path}/history`, query)
  }

  #mark(): Readonly<Record<string, string>> {
    if (this.#epoch === '') return {}
    return {
      epoch: this.#epoch,
      after: String(this.#seq),
      ...(this.#lastMessage === '' ? {} : { message: this.#lastMessage }),
    }
  }

  #hear(frames: readonly ServerFrame[]): void {
    if (this.#waiting) return void this.#waiting.push(...frames)
    let next = this.state.get()
    for (const [at, frame] of frames.entries()) {
      const rest = () => frames.slice(at + 1)
      if (frame.kind === 'hello') {
        this.state.set(next)
        return void this.#before(rest(), () => this.#greet(frame))
      }
      next = this.#apply(next, frame)
      if (frame.kind === 'event' && frame.event.type === 'branch_changed') {
        this.state.set(next)
        return void this.#before(rest(), () => this.#reread())
      }
    }
    this.state.set(next)
  }

  /** Reads something; what is heard meanwhile comes behind it. Of an entry that was read already, nothing happens then. */
  async #before(frames: readonly ServerFrame[], read: () => Promise<void>): Promise<void> {
    this.#waiting = [...frames]
    await read()
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#hear(waiting)
  }

  #apply(state: SessionState, frame: ServerFrame): SessionState {
    switch (frame.kind) {
      case 'event': {
        // Come again after a cut.
        if (frame.seq <= this.#seq) return state
        this.#seq = frame.seq
        const { event, by } = frame
        if (event.type === 'entry' && !event.agent) this.#lastMessage = event.entry.uuid
        if (event.type === 'entry') this.#following.heard(event.entry.uuid)
        if (event.type === 'contributions_changed') void this.#readCommands().catch(() => undefined)
        if (FIGURE_EVENTS.has(event.type)) this.figuresSoon()
        const name = by && by.id !== this.#client ? { by: by.name } : {}
        return reduceEvent(state, {
          event,
          seq: `${this.#epoch}:${frame.seq}`,
          ...name,
        })
      }
      case 'clients':
        return { ...state, clients: frame.clients }
      case 'ui':
        this.#deps.ui(frame.request)
        return state
      default:
        return state
    }
  }
  #client = ''

  async #greet(hello: HelloFrame): Promise<void> {
    const before = this.#epoch
    this.#client = hello.client.id
    this.#seq = hello.resumed ? Math.max(this.#seq, hello.seq) : hello.seq
    this.#epoch = hello.epoch
    this.state.change(state => ({ ...state, clients: hello.clients }))
    try {
      if (!hello.resumed) await this.#catchUp(hello)
      this.problem.set('')
    } catch (error) {
      // Cut off again in between: the next hello is for somebody who knows nothing.
      this.#epoch = ''
      this.#run ||= before
      this.problem.set(error instanceof ApiError ? error.message : String(error))
      this.#following.reconnect()
      return
    }
    this.#run ||= before
    const where = this.#run !== '' && this.#run !== hello.epoch ? 'another run' : 'same run'
    if (this.#sayAgain(where) === 'ready') this.#run = ''
  }
  /** The run that was told what nobody has confirmed, while that is not settled. */
  #run = ''

  /** In another run of the session nobody knows what was done of it: only words of the person are worth saying twice. */
  #sayAgain(where: 'same run' | 'another run'): 'ready' | 'cut' {
    const { known } = this.state.get()
    return this.#following.ready((op, progress) => {
      if (where === 'same run') return progress === 'accepted' ? 'keep' : 'send'
      if (op.type === 'submit') return known.has(op.uuid ?? '') ? 'done' : 'send'
      return progress === 'new' ? 'send' : 'unknown'
    })
  }

  async #catchUp({ readAfter, live }: HelloFrame): Promise<void> {
    await (readAfter === undefined ? this.#readLast() : this.#readBehind(readAfter))
    // Asked again with the next hello.
    void this.#readFacts().catch(() => undefined)
    this.state.change(state => {
      const still = { ...state, running: false, status: null, live: NO_REPLY, requests: [] }
      return live.reduce<SessionState>(
        (next, event, at) => reduceEvent(next, { event, seq: `live:${this.#epoch}:${at}` }),
        still,
      )
    })
  }

  async #readLast(): Promise<void> {
    const page = await this.#page({ limit: FIRST_PAGE })
    this.#first = page.messages[0]?.uuid ?? ''
    this.#lastMessage = page.messages.at(-1)?.uuid ?? ''
    this.state.change(state => startWith(state, page))
  }

  async #readBehind(uuid: string): Promise<void> {
    for (let after = uuid; ; ) {
      const page = await this.#page({ after, limit: PAGE })
      this.state.change(state => putBehind(state, page.messages))
      after = page.messages.at(-1)?.uuid ?? after
      this.#lastMessage = after
      if (!page.more) return
    }
  }

  /** The conversation went on elsewhere. */
  async #reread(): Promise<void> {
    await this.#readLast().catch((error: unknown) => this.problem.set(String(error)))
    await this.readFigures().catch(() => undefined)
  }

  async #readFacts(): Promise<void> {
    const { api, watch } = this.#deps
    if (watch) {
      const { title, expiresAt } = await api.get<WatchInfo>(this.path)
      this.until.set(expiresAt)
      return this.state.change(state => ({ ...state, title }))
    }
    const [now, agents, tasks, assistant] = await Promise.all([
      api.ask(this.id, 'state'),
      api.ask(this.id, 'runningAgents'),
      api.ask(this.id, 'tasks'),
      api.ask(this.id, 'assistant'),
      this.#readCommands(),
      this.readFigures(),
    ])
    const { model, mode, cwd, title, effort, editor } = now
    this.state.change(state => ({
      ...state,
      model,
      mode,
      assistant,
      cwd,
      title: title ?? state.title,
      effort: effort ?? null,
      ...(editor ? { editor } : {}),
      agents: new Map(agents.map(agent => [agent.id, agent])),
      tasks: tasks.filter(({ status }) => status === 'running'),
    }))
  }

  async #readCommands(): Promise<void> {
    if (this.#deps.watch) return
    const commands = await this.#deps.api.ask(this.id, 'commands')
    const { localize } = this.#deps
    this.commands.set(localize ? commands.map(info => localizeCommand(info, localize)) : commands)
  }

  #resting: ReturnType<typeof setTimeout> | undefined
  #again = false
  /** At once, and once more where they were asked for again meanwhile; at most twice a second. */
  figuresSoon(): void {
    if (this.#deps.watch) return
    if (this.#resting !== undefined) {
      this.#again = true
      return
    }
    // The next one brings them.
    void this.readFigures().catch(() => undefined)
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      if (!this.#again) return
      this.#again = false
      this.figuresSoon()
    }, FIGURES_MS)
  }

  /** Cost, context and to-dos: asked again after every reply. */
  async readFigures(): Promise<void> {
    const { api, watch } = this.#deps
    if (watch) return
    const [cost, context, todos] = await Promise.all([
      api.ask(this.id, 'cost'),
      api.ask(this.id, 'context'),
      api.ask(this.id, 'todos'),
    ])
    this.state.change(state => ({ ...state, cost, context, todos }))
  }

  async #refused(): Promise<'again' | 'stop'> {
    try {
      const { open } = await this.#deps.api.get<SessionInfo>(this.path)
      // Why one that is kept cannot be followed is said to whoever opens it.
      if (!open && !this.#deps.watch) await this.#open('refuse')
      return 'again'
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'offline') return 'again'
      if (error.kind === 'unauthorized') this.#deps.signedOut()
      // Somebody else may open it again.
      if (this.#deps.watch && error.kind !== 'unauthorized') return 'again'
      this.busy.set(error.kind === 'busy' ? error.holder : undefined)
      this.problem.set(error.message)
      return 'stop'
    }
  }
}

/** A command that is built in, in the language of the page. */
export const localizeCommand = (info: CommandInfo, localize: Localize): CommandInfo => {
  const { description, argumentHint } = info.localized ?? {}
  return {
    ...info,
    ...(description ? { description: localize(description) } : {}),
    ...(argumentHint ? { argumentHint: localize(argumentHint) } : {}),
  }
}

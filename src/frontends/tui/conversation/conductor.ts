import type { CommandInfo } from '../../../protocol/command-info.ts'
import type { Engine } from '../../../protocol/engine.ts'
import type { Event } from '../../../protocol/event.ts'
import type { Message, UserBlock } from '../../../protocol/message.ts'
import { describeError, type Text } from '../../../protocol/messages/localized-text.ts'
import { type Op, OpError } from '../../../protocol/op.ts'
import type { PermissionMode } from '../../../protocol/permission.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import type { ReadEarlier } from '../ports/sessions-port.ts'
import type { Store } from '../state/store.ts'
import { FactReader, readHistory } from './fact-reader.ts'

/** What the conductor needs of the program around it. */
export interface Stage {
  readonly store: Store
  now(): number
  newId(): string
  toast(text: Text, level?: 'info' | 'good' | 'warning' | 'error'): void
  /** Opens a dialog, copies, exits …: what only a screen can do. */
  serve(request: UiRequest): void
  /** What a command wants of a screen is wanted of this one, not of somebody who follows from elsewhere. */
  isOurs(): boolean
  /** A question came up. */
  asked(): void
  /** What an agent's own file holds. */
  readThread(path: string): Promise<readonly Message[]>
  /** Absent: only what is since the last compaction is shown. */
  readonly earlier?: ReadEarlier | undefined
  /** After every event, for title, bell and the like. */
  heard(event: Event): void
}

/** Between the person's wishes and the engine: sends ops, follows events, keeps the screen's state true. */
export class Conductor {
  readonly #stage: Stage
  readonly #facts: FactReader
  /** Somebody was asked for a way to a model and gave one, before the conversation could begin. */
  signedIn = false
  #engine: Engine | undefined
  #commands: readonly CommandInfo[] = []
  /** What is said while there is nobody to hear it waits here, in its order. */
  #arrived = Promise.withResolvers<Engine>()
  #stop: (() => Promise<void>) | undefined
  /** The mode the person started with. */
  #begunIn: PermissionMode | undefined
  /** Shift-Tab went into plan mode, and goes on from there. */
  #cycledToPlan = false
  /** Said, and not yet in the conversation. */
  #unheard: { readonly uuid: string; readonly text: string } | undefined

  constructor(stage: Stage) {
    this.#stage = stage
    this.#facts = new FactReader(stage.store, () => this.#engine)
  }

  get engine(): Engine | undefined {
    return this.#engine
  }

  /** Known only when the engine is there. */
  get commands(): readonly CommandInfo[] {
    return this.#commands
  }

  /** When the conversation is open and its commands are known. */
  get arrived(): Promise<unknown> {
    return this.#arrived.promise
  }

  /** Takes the engine up when it is there and follows it to its end. */
  async #follow(ready: Promise<Engine>): Promise<void> {
    const engine = await ready
    const events = engine.events()
    const stream = events[Symbol.asyncIterator]()
    this.#stop = async () => {
      await events[Symbol.asyncDispose]()
    }
    this.#engine = engine
    await this.#readState(engine)
    this.#arrived.resolve(engine)
    for (;;) {
      const next = await stream.next()
      if (next.done) return
      const event = next.value
      if (this.#isRead(event)) continue
      this.#hear(event)
      // What comes meanwhile stands behind it.
      if (event.type === 'branch_changed' && !event.agent) await this.#reread()
    }
  }

  /** An entry that is in the history already, which was read before its event was heard. */
  #isRead(event: Event): boolean {
    if (event.type !== 'entry' || event.agent || !this.#read.has(event.entry.uuid)) return false
    const { uuid } = event.entry
    this.#stage.store.dispatch({ type: 'unqueued', uuid })
    if (uuid === this.#unheard?.uuid) this.#unheard = undefined
    return true
  }
  #read: ReadonlySet<string> = new Set()

  async leave(): Promise<void> {
    await this.#stop?.()
  }

  /** This conversation from now on, in place of the one before if there was any; to its end. */
  async change(ready: Promise<Engine>): Promise<void> {
    if (this.#engine) {
      // What is said from now on is for the other one, also while that is being opened.
      this.#engine = undefined
      this.#arrived = Promise.withResolvers<Engine>()
      this.#unheard = undefined
      const { store, serve, now } = this.#stage
      const waiting = store.state.queue.map(item => item.text).join('\n')
      store.dispatch({ type: 'left', now: now() })
      if (waiting !== '' && store.state.prompt.editor.text === '')
        serve({ kind: 'set_prompt', text: waiting })
    }
    await this.leave()
    await this.#follow(ready)
  }

  /** Refusals are for the person to read. */
  readonly send = async (op: Op): Promise<void> => {
    await this.#deliver(await this.#arrived.promise, op)
  }

  /** False: it was refused. */
  async #deliver(engine: Engine, op: Op): Promise<boolean> {
    try {
      await engine.send(op)
      return true
    } catch (error) {
      if (!(error instanceof OpError)) throw error
      this.#stage.toast(error.localized, 'error')
      return false
    }
  }

  async say(
    content: string | readonly UserBlock[],
    options: {
      readonly text: string
      readonly when: 'step' | 'end'
      /** Not the person's words. */
      readonly foreign?: true
    },
  ): Promise<void> {
    const { store, newId } = this.#stage
    const uuid = newId()
    if (store.state.turn)
      store.dispatch({ type: 'queued', message: { uuid, text: options.text, when: options.when } })
    else this.#unheard = { uuid, text: options.text }
    const by = options.foreign ? {} : ({ authority: 'owner' } as const)
    await this.send({ type: 'submit', content, uuid, when: options.when, ...by })
  }

  /** What the program was started with; without it, what the agent of a new conversation wants to begin with. */
  async sayFirst(engine: Pick<Engine, 'query'>, given?: string): Promise<void> {
    if (given?.startsWith('/')) {
      if (!this.signedIn || given.trim() !== '/login') await this.command(given)
      return
    }
    const text = given ?? (await engine.query('state')).initialPrompt
    if (text === undefined) return
    await this.say(text, { text, when: 'step', ...(given === undefined ? { foreign: true } : {}) })
  }

  /** A line after a slash: a dialog, or a command of the engine. */
  async command(line: string): Promise<void> {
    const { store, serve, now } = this.#stage
    const [, name = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? []
    await this.#arrived.promise
    const info = this.#commands.find(each => each.name === name || each.aliases?.includes(name))
    if (info?.panel && (info.panel.when === 'always' || args === ''))
      return serve({ kind: 'panel', panel: info.panel.name, ...(args === '' ? {} : { params: { args } }) })
    // Not a command of ours: as any other text it goes to the engine, which knows what is a path and what a slip.
    // A skill is said to the model: it waits and is shown like anything else that is.
    if (!info || info.skill) return await this.say(line, { text: line, when: 'end' })
    store.dispatch({ type: 'item', item: { kind: 'user', id: `said:${now()}`, text: line, attachments: 0 } })
    await this.send({ type: 'command', line, authority: 'owner' })
  }

  /** One agent's own transcript, or no longer. */
  async watchAgent(id: string | undefined): Promise<void> {
    const { store, now, readThread, toast } = this.#stage
    store.dispatch({ type: 'agent_watched', id })
    const engine = this.#engine
    if (id === undefined || !engine) return
    const { transcript } = (await engine.query('runningAgents')).find(agent => agent.id === id) ?? {}
    const messages =
      transcript === undefined
        ? []
        : await readThread(transcript).catch(error => {
            toast(describeError(error), 'error')
            return []
          })
    store.dispatch({ type: 'agent_read', id, messages, now: now() })
  }

  /** A second `!` in front of it gives it the terminal, whatever it is. False: it was refused. */
  async shell(line: string): Promise<boolean> {
    const always = /^[!！]/.test(line)
    const command = always ? line.slice(1).trimStart() : line
    const terminal = always ? 'always' : 'if_wanted'
    const op = { type: 'shell', command, id: this.#stage.newId(), terminal } as const
    return await this.#deliver(await this.#arrived.promise, op)
  }

  /** Stops what runs. What waits comes back, so that nothing typed is lost. */
  interrupt(): string | undefined {
    const { store } = this.#stage
    if (!this.#engine) return undefined
    const waiting = store.state.queue
    // Before anything is drawn: the model is to stop now.
    void this.#deliver(this.#engine, { type: 'interrupt', cancelQueued: true, reason: 'user' })
    store.dispatch({ type: 'interrupting' })
    for (const { uuid } of waiting) store.dispatch({ type: 'unqueued', uuid })
    return waiting.length === 0 ? undefined : waiting.map(item => item.text).join('\n')
  }

  /** Nothing runs, and nothing that waits should begin by itself. */
  stopLoops(): void {
    if (this.#engine) void this.#deliver(this.#engine, { type: 'interrupt', reason: 'user' })
  }

  /** The newest message that waits, back into the prompt. */
  async takeBack(): Promise<string | undefined> {
    const { store } = this.#stage
    const last = store.state.queue.at(-1)
    if (!last || !this.#engine) return undefined
    try {
      await this.#engine.send({ type: 'take_back', uuid: last.uuid })
    } catch (error) {
      // Delivered in this moment: it is on its way and cannot be had back.
      if (error instanceof OpError) return undefined
      throw error
    }
    store.dispatch({ type: 'unqueued', uuid: last.uuid })
    return last.text
  }

  /** Answers which mode was asked for. */
  async cycleMode(): Promise<PermissionMode | undefined> {
    const engine = this.#engine
    if (!engine) return undefined
    const { mode, modes } = await engine.query('permissions')
    const round = CYCLE.filter(
      each => modes.includes(each) && (each === this.#begunIn || !UNASKED.includes(each)),
    )
    const after = round[(round.indexOf(mode) + 1) % round.length] ?? 'default'
    // Who came into plan mode another way goes back to the mode from before.
    const back = mode === 'plan' && !this.#cycledToPlan && (await engine.query('state')).modeBefore
    const next = back && modes.includes(back) ? back : after
    this.#cycledToPlan = next === 'plan'
    await this.send({ type: 'set_mode', mode: next })
    return next
  }

  #hear(event: Event): void {
    const { store, now, asked, heard, serve, isOurs } = this.#stage
    if (event.agent) {
      // Tokens of ten agents are a thousand events a second, and only those of the one that is looked at are shown.
      if (event.type === 'stream' && store.state.watched?.id !== event.agent.id) return
      store.dispatch({ type: 'event', event, now: now() })
      if (event.type === 'permission_request') asked()
      return
    }
    const toasted = event.type === 'notice' && event.level === 'suggestion'
    if (toasted) this.#stage.toast(event.localized ?? event.text)
    else store.dispatch({ type: 'event', event, now: now() })
    if (event.type === 'permission_request') asked()
    if (event.type === 'entry' && event.entry.uuid === this.#unheard?.uuid) this.#unheard = undefined
    if (event.type === 'ui_request' && isOurs()) serve(event.request)
    heard(event)
    // Behind what the screen shows of it.
    this.#readOn(event)
  }

  /** What no event tells may be another one now. */
  #readOn(event: Event): void {
    if (event.type === 'session_changed' && event.cwd !== undefined) void this.#facts.readScope()
    if (event.type === 'session_changed' && event.mode !== undefined && event.mode !== 'plan')
      this.#cycledToPlan = false
    if (event.type === 'contributions_changed') void this.#readCommands()
    if (BY_ITSELF.has(event.type) || (event.type === 'session_changed' && event.assistant !== undefined))
      void this.#facts.readByItself()
    if (event.type === 'turn_ended' || (event.type === 'entry' && event.entry.type === 'user'))
      void this.#facts.readTodos()
    if (changesContext(event)) void this.#facts.readContext()
    if (event.type === 'turn_ended') {
      this.#giveBack()
      if (event.terminal.kind === 'completed') this.#wantSuggestion()
      void this.#facts.readScope()
    }
  }

  /** A guess at what comes next is of use only where nothing is being typed or waits. */
  #wantSuggestion(): void {
    const { prompt, queue } = this.#stage.store.state
    if (prompt.editor.text === '' && queue.length === 0) void this.send({ type: 'aside', kind: 'suggestion' })
  }

  /** What could not even be written down comes back to the prompt: nothing typed is lost. */
  #giveBack(): void {
    const { store, serve } = this.#stage
    const text = this.#unheard?.text
    this.#unheard = undefined
    if (text !== undefined && store.state.prompt.editor.text === '') serve({ kind: 'set_prompt', text })
  }

  async #readState(engine: Engine): Promise<void> {
    const [state, history, cost, commands] = await Promise.all([
      engine.query('state'),
      readHistory(engine, this.#stage.earlier),
      engine.query('cost'),
      engine.query('commands'),
    ])
    this.#commands = commands
    this.#begunIn = state.mode
    const { store } = this.#stage
    store.dispatch({
      type: 'session',
      facts: {
        ready: true,
        id: state.sessionId,
        cwd: state.cwd,
        model: state.model,
        mode: state.mode,
        cost,
        ...(state.effort === undefined ? {} : { effort: state.effort }),
        ...(state.fast ? { fast: true } : {}),
        ...(state.coordinator ? { coordinator: true } : {}),
        ...(state.title === undefined ? {} : { title: state.title }),
        ...(state.editor ? { editor: state.editor } : {}),
        ...(state.agent === undefined ? {} : { agent: state.agent }),
        ...(state.profile === undefined ? {} : { profile: state.profile }),
        ...(state.transcriptPath === undefined ? {} : { transcriptPath: state.transcriptPath }),
        projectDir: state.cwd,
      },
    })
    this.#read = uuidsOf(history)
    if (history.length > 0) store.dispatch({ type: 'history', messages: history, open: state.running })
    this.#facts.readAll()
  }

  async #reread(): Promise<void> {
    const messages = this.#engine && (await readHistory(this.#engine, this.#stage.earlier))
    const { store } = this.#stage
    if (!messages) return
    this.#read = uuidsOf(messages)
    store.dispatch({ type: 'history', messages, open: store.state.turn !== undefined })
  }

  async #readCommands(): Promise<void> {
    const engine = this.#engine
    const commands = await engine?.query('commands')
    // Another conversation, with other commands, may have taken its place meanwhile.
    if (commands && engine === this.#engine) this.#commands = commands
  }
}

/** After these, what goes on by itself may be another. */
const BY_ITSELF: ReadonlySet<Event['type']> = new Set([
  'notice',
  'turn_started',
  'turn_ended',
  'command_output',
])

/** The end of a turn, and in the middle of one a compaction or old results that are left out. */
const changesContext = (event: Event): boolean =>
  event.type === 'turn_ended' ||
  // Another model has another window.
  (event.type === 'session_changed' && event.model !== undefined) ||
  (event.type === 'status' && event.status === null) ||
  (event.type === 'entry' && isCut(event.entry))

const isCut = (message: Message): boolean =>
  message.type === 'user'
    ? message.isCompactSummary === true
    : message.type === 'system' && (message.subtype === 'compact_boundary' || message.edit !== undefined)

/** The order Shift-Tab goes through; what is refused here is left out. */
const CYCLE: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions']

/** Nobody gets into these by pressing a key once too often: nothing at all asks there. */
const UNASKED: readonly PermissionMode[] = ['bypassPermissions']

const uuidsOf = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(messages.map(({ uuid }) => uuid))

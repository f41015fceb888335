import type { Engine } from '../../../protocol/engine.ts'
import type { Event } from '../../../protocol/event.ts'
import { describeError, type Text } from '../../../protocol/messages/localized-text.ts'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { Conductor } from '../conversation/conductor.ts'
import { PANELS } from '../dialogs/index.ts'
import { GuardWatch } from '../keys/guard-watch.ts'
import { KeyHub } from '../keys/key-hub.ts'
import { KeyQueue } from '../keys/key-queue.ts'
import { withScreen } from '../ports/tui-ports.ts'
import { PromptDesk } from '../prompt/prompt-desk.ts'
import { PromptKeys } from '../prompt/prompt-keys.ts'
import { Compositor } from '../screen/compositor.ts'
import type { InkFrames } from '../screen/ink-frames.ts'
import { createTail } from '../screen/tail.ts'
import { isMoving } from '../state/doing.ts'
import { gatherChanges } from '../state/gathered-changes.ts'
import { initialState } from '../state/initial-state.ts'
import { isClearMark } from '../state/items-of.ts'
import { runningNames } from '../state/running-work.ts'
import { Store } from '../state/store.ts'
import { showExtraLines } from '../status/extra-lines.ts'
import { Signals } from '../status/signals.ts'
import { StatusScript } from '../status/status-script.ts'
import { createCommandLocalizer } from '../text/localize-commands.ts'
import { after, every } from '../ui/timers.ts'
import type { Ui } from '../ui/ui.ts'
import { Announcer } from './announcer.ts'
import { Appearance } from './appearance.ts'
import { openView } from './first-view.ts'
import { LivePanel } from './live-panel.ts'
import { askWayOn } from './open-errors.ts'
import { recapOnReturn } from './recap-on-return.ts'
import { serveRequest } from './serve-request.ts'
import { hasSpoken, type SignInParts, signIn, signOut } from './sign-in.ts'
import type { Choice, TuiEnd, TuiOptions } from './tui-options.ts'

/** All parts of the terminal program, introduced to each other. */
export class Program {
  /** Settled by whoever ends the program: with its exit code, or with an error that nobody caught. */
  readonly ended = Promise.withResolvers<number>()
  readonly #options: TuiOptions
  readonly #store: Store
  /** For what React draws. */
  readonly #changes: (listener: () => void) => () => void
  readonly #appearance: Appearance
  readonly #localizeCommands = createCommandLocalizer()
  readonly #compositor: Compositor
  readonly #conductor: Conductor
  readonly #hub: KeyHub
  readonly #desk: PromptDesk
  readonly #announcer: Announcer
  readonly #panel: LivePanel
  readonly #script: StatusScript
  readonly #signals: Signals
  readonly #cleanups: (() => void)[] = []
  #redraw: () => void = () => {}
  #ui: Ui | undefined
  readonly #guard: GuardWatch
  /** A demo that has not come to its end. */
  #playing = false

  /** Loads what the first frame needs. */
  static async create(options: TuiOptions): Promise<Program> {
    return new Program(options, await Appearance.open(options))
  }

  private constructor(options: TuiOptions, appearance: Appearance) {
    const { screen, ports } = options
    this.#options = options
    this.#appearance = appearance
    const now = (): number => ports.system.now()
    this.#store = new Store(
      initialState({ ready: false, id: '', cwd: ports.system.cwd, model: '', mode: 'default' }),
    )
    this.#announcer = new Announcer(this.#store, options)
    this.#changes = gatherChanges(this.#store, call => void setImmediate(call))
    openView(this.#store, this.#announcer, options)
    this.#compositor = new Compositor({
      screen,
      now,
      after,
      tail: createTail(
        () => this.#store.state,
        state => this.#appearance.view(state),
      ),
    })
    this.#panel = new LivePanel({
      size: this.#panelSize(),
      compositor: this.#compositor,
      ui: () => this.ui(),
      isFull: () => this.#isFull(),
    })
    this.#changes(this.#panel.prompt.follow)
    this.#conductor = new Conductor({
      store: this.#store,
      now,
      newId: options.newId,
      toast: this.#announcer.toast,
      serve: request => this.#serve(request),
      asked: () => this.#signals.asked(),
      isOurs: () => ports.remote.isOurs(),
      heard: event => this.#heard(event),
      readThread: path => ports.sessions.thread(path),
      earlier: ports.sessions.earlier,
    })
    this.#desk = new PromptDesk({
      store: this.#store,
      conductor: this.#conductor,
      options,
      ui: () => this.ui(),
      onKeymap: keymap => this.#appearance.bind(keymap),
    })
    const keys = new PromptKeys(this.#desk)
    this.#hub = new KeyHub({ reader: keys.reader, now, prompt: keys })
    this.#guard = new GuardWatch(this.#hub, () => this.#redraw())
    this.#script = new StatusScript({
      store: this.#store,
      ports,
      after,
      localize: text => appearance.words.localize(text),
      cache: () => this.#conductor.engine?.query('cache'),
    })
    this.#signals = new Signals({
      store: this.#store,
      screen,
      ports,
      facts: options.facts,
      words: () => appearance.words,
    })
  }

  get frames(): InkFrames {
    return this.#panel.frames
  }

  onRedraw(redraw: () => void): void {
    this.#redraw = redraw
  }

  /** What components reach; a new value whenever the look or the size changes. */
  ui(): Ui {
    this.#ui ??= this.#makeUi()
    return this.#ui
  }

  async run(): Promise<TuiEnd> {
    this.#connect()
    void this.#begin().catch(error => this.ended.reject(error))
    try {
      const code = await this.ended.promise
      const { helped, tasks } = this.#store.state
      return { code, ...this.#resumable(), helped: helped === true, running: runningNames(tasks) }
    } finally {
      for (const cleanup of this.#cleanups.reverse()) cleanup()
      await this.#conductor.leave()
    }
  }

  #connect(): void {
    const { screen, listen, ports } = this.#options
    const keys = this.#openKeys()
    this.#cleanups.push(
      this.#store.subscribe((state, before) => {
        if (state.prompt !== before.prompt) this.#panel.prompt.changed()
        if (
          state.transcript !== before.transcript ||
          state.agents !== before.agents ||
          state.requests !== before.requests ||
          state.verbose !== before.verbose ||
          state.focus !== before.focus ||
          state.brief !== before.brief ||
          !state.turn !== !before.turn
        )
          this.#compositor.moved()
      }),
      screen.onResize(() => this.#resized()),
      this.#appearance.onChange(() => {
        const { showTurnDuration: durations } = this.#appearance.settings
        this.#store.dispatch({ type: 'view', change: { durations } })
        this.#renew()
        this.#compositor.refresh()
      }),
      this.#appearance.start(),
      recapOnReturn({
        store: this.#store,
        now: () => this.#options.ports.system.now(),
        recap: () => {
          const { awaySummaryEnabled: wanted, promptSuggestionEnabled } = this.#appearance.settings
          if (wanted ?? promptSuggestionEnabled) void this.#conductor.send({ type: 'aside', kind: 'recap' })
        },
      }),
      this.#desk.start(),
      this.#script.start(),
      showExtraLines({ store: this.#store, screen: this.#options.screen, ports: this.#options.ports, after }),
      this.#signals.start(),
      every(TICK_MS, () => this.#tick()),
      this.#guard.end,
      ports.remote.onChange(watchers => this.#store.dispatch({ type: 'session', facts: { watchers } })),
      // Last: from here on keys arrive, the early ones at once.
      listen(event => {
        if (event.type === 'key' || event.type === 'paste') keys.push(event)
        else if (event.type === 'focus')
          this.#store.dispatch({ type: 'view', change: { focused: event.focused } })
        else this.#appearance.reply(event.reply)
      }),
    )
  }

  #openKeys(): KeyQueue {
    return new KeyQueue({
      take: input => this.#guard.take(input),
      free: () => {
        const { panels, requests } = this.#store.state
        return !this.#hub.busy && panels.length === 0 && requests.length === 0
      },
      // React is told of the change before the first of them, and is through with it before the second.
      drawn: call => void setImmediate(() => setImmediate(call)),
    })
  }

  /** Trust first, then somebody to talk to, then the conversation. */
  async #begin(): Promise<void> {
    const { trust, first, prompt, remoteControl } = this.#options
    const wish = await trust.wish()
    if (wish && (await this.#ask('trust', { wish, trust })) === 'leave') {
      this.ended.resolve(0)
      return
    }
    if (first)
      this.#store.dispatch({
        type: 'panel_opened',
        panel: { name: first.panel, params: first.params, unasked: true },
      })
    const opening = this.#openEngine()
    // Whoever waits for the conversation itself hears why there is none.
    const once = (call: (engine: Engine) => unknown): void => void opening.then(call, () => undefined)
    once(engine => this.#conductor.sayFirst(engine, prompt))
    if (remoteControl) once(() => this.#serve({ kind: 'remote_control', how: 'on' }))
    await this.#conductor.change(opening)
  }

  async #openEngine(choice: Choice = {}) {
    for (;;) {
      try {
        const { warn, arrived } = this.#announcer.opening()
        const { engine, draft, demo = false } = await this.#options.open(choice, warn)
        void this.#conductor.arrived.then(arrived)
        this.#playing = demo
        this.#announcer.greet({ demo, words: this.#appearance.words })
        if (draft !== undefined && this.#desk.editor.text === '') this.#desk.setText(draft)
        return engine
      } catch (error) {
        const answer = await askWayOn(error, this.#options, (panel, params) => this.#ask(panel, params))
        if (answer === 'leave') {
          this.ended.resolve(0)
          return await Promise.withResolvers<never>().promise
        }
        if (answer === 'signed_in') this.#conductor.signedIn = true
      }
    }
  }

  /** Opens a dialog and waits for what it says. */
  #ask(panel: string, params: object): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    this.#store.dispatch({
      type: 'panel_opened',
      panel: { name: panel, params: { ...params, done: resolve }, unasked: true },
    })
    this.#guard.begin()
    return promise
  }

  /** Another conversation in place of this one; when it cannot be had, that is said and this one goes on. */
  #switchTo(choice: Choice): void {
    const here = this.#resumable()
    let problem: Text | undefined
    const opening = this.#openEngine(choice).catch(async (error: unknown) => {
      problem = describeError(error)
      return await this.#openEngine(here)
    })
    this.#conductor.change(opening).catch(error => this.ended.reject(error))
    // Below what the conversation brings to the screen.
    void this.#conductor.arrived.then(() => problem !== undefined && this.#announcer.note(problem))
  }

  /** What there is to come back to; nothing before something was said. */
  #resumable(): Pick<Choice, 'resume'> {
    const { session, transcript } = this.#store.state
    return session.ready && hasSpoken(transcript) ? { resume: session.id } : {}
  }

  #serve(request: UiRequest): void {
    serveRequest(request, {
      ui: this.ui(),
      store: this.#store,
      switchTo: choice => this.#switchTo(choice),
      sign: (how, to) => void (how === 'sign_in' ? signIn : signOut)(this.#signing(), to),
    })
  }

  #signing(): SignInParts {
    return {
      onboarding: this.#options.onboarding,
      words: () => this.#appearance.words,
      ask: (panel, params) => this.#ask(panel, params),
      note: this.#announcer.note,
      reopen: because => this.#switchTo({ ...this.#resumable(), because }),
    }
  }

  #heard(event: Event): void {
    this.#signals.heard(event)
    if (event.type === 'entry' && !event.replay && isClearMark(event.entry)) this.#options.screen.clear()
    this.#panel.heard(event)
    if (event.type !== 'turn_ended' || !this.#playing) return
    this.#playing = false
    this.#announcer.note(this.#appearance.words.chat.demoIsOver, 'suggestion')
  }

  #tick(): void {
    this.#store.dispatch({ type: 'tick', now: this.#options.ports.system.now() })
    // Running calls and agents show how long they have been running.
    if (isMoving(this.#store.state)) this.#compositor.moved()
  }

  #isFull(): boolean {
    const open = this.#store.state.panels.at(-1)
    return open !== undefined && PANELS.find(panel => panel.name === open.name)?.layout === 'full'
  }

  #resized(): void {
    this.frames.resize(this.#panelSize())
    this.#renew()
    this.#compositor.refresh()
  }

  #renew(): void {
    this.#ui = undefined
    this.#redraw()
  }

  #panelSize() {
    const { size, width } = this.#options.screen
    return { columns: width, rows: size.rows }
  }

  #makeUi(): Ui {
    const { ports, screen } = this.#options
    const store = this.#store
    const conductor = this.#conductor
    const sessions = { ...ports.sessions, resume: (id: string) => this.#switchTo({ resume: id }) }
    return {
      get engine() {
        const { engine } = conductor
        if (!engine) throw new Error('the conversation is not open yet')
        return engine
      },
      ports: { ...withScreen(ports, screen), sessions },
      theme: this.#appearance.theme,
      words: this.#appearance.words,
      size: screen.size,
      width: screen.width,
      reducedMotion: this.#appearance.reducedMotion,
      look: () => this.#appearance.view(store.state),
      statusScript: this.#script,
      state: () => store.state,
      subscribe: this.#changes,
      open: (panel, params) => store.dispatch({ type: 'panel_opened', panel: { name: panel, params } }),
      closePanel: () => store.dispatch({ type: 'panel_closed' }),
      toast: this.#announcer.toast,
      note: text => this.#announcer.note(text, 'info'),
      send: conductor.send,
      say: text => conductor.say(text, { text, when: 'step' }),
      watchAgent: id => void conductor.watchAgent(id),
      setPrompt: text => this.#desk.setText(text),
      insert: text => this.#desk.insertWord(text),
      onKeys: (context, listener, takesText) => this.#hub.listen(context, listener, takesText),
      question: () => this.#hub.question(),
      setCaret: this.#panel.carets.set,
      prompt: this.#panel.prompt,
      spinner: this.#panel.spinner,
      guard: what => this.#guard.begin(what),
      guarded: () => this.#hub.guarded,
      typing: () => this.#hub.typing,
      suspend: () => void this.#options.suspend(),
      previewTheme: choice => this.#appearance.choose(choice),
      commands: () => this.#localizeCommands(conductor.commands, this.#appearance.words),
      keymap: () => this.#desk.keymap,
      exit: (code = 0) => this.ended.resolve(code),
    }
  }
}

const TICK_MS = 1000

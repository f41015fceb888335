import { type Instance, render } from 'ink'
import type { ReactNode } from 'react'
import { ChordReader } from '../../src/frontends/tui/input/keymap/chord-reader.ts'
import { createKeymap, type Keymap } from '../../src/frontends/tui/input/keymap/keymap.ts'
import { KeyHub } from '../../src/frontends/tui/keys/key-hub.ts'
import type { UiPorts } from '../../src/frontends/tui/ports/tui-ports.ts'
import { LivePrompt } from '../../src/frontends/tui/prompt/live-prompt.ts'
import { CaretKeeper } from '../../src/frontends/tui/screen/caret-keeper.ts'
import { InkFrames } from '../../src/frontends/tui/screen/ink-frames.ts'
import { initialState } from '../../src/frontends/tui/state/initial-state.ts'
import { Store } from '../../src/frontends/tui/state/store.ts'
import type { UiState } from '../../src/frontends/tui/state/ui-state.ts'
import type { KeyPress } from '../../src/frontends/tui/terminal/input-event.ts'
import type { Caret } from '../../src/frontends/tui/terminal/screen-port.ts'
import { loadWords, type UiLanguage } from '../../src/frontends/tui/text/words.ts'
import { createTheme } from '../../src/frontends/tui/theme/create-theme.ts'
import { type Guarded, type Press, type Ui, UiContext } from '../../src/frontends/tui/ui/ui.ts'
import { stripAnsi } from '../../src/lib/strip-ansi.ts'
import type { Engine } from '../../src/protocol/engine.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { Op } from '../../src/protocol/op.ts'
import { FakeEngine } from './fake-engine.ts'
import { readyRichText } from './fake-look.ts'

export interface FakeUiOptions {
  readonly columns?: number
  readonly rows?: number
  readonly language?: UiLanguage
  readonly plain?: boolean
  /** 0 (default): what is on the screen is what is read. */
  readonly colours?: 0 | 16 | 256 | 16_777_216
  readonly state?: Partial<UiState>
  readonly engine?: Engine
  /** Those a test needs; whoever touches another one is told so. */
  readonly ports?: { readonly [K in keyof UiPorts]?: Partial<UiPorts[K]> }
  readonly ui?: Partial<Ui>
  /** Absent: the keys the program comes with. */
  readonly keymap?: Keymap
}

/** A component on a screen that a test reads, with the keymap and the order of listeners of the real program. */
export interface FakeUi extends AsyncDisposable {
  readonly ui: Ui
  readonly store: Store
  /** Moves only by hand. */
  readonly clock: { now: number }
  readonly ops: readonly Op[]
  readonly said: readonly string[]
  readonly toasts: readonly string[]
  readonly opened: readonly { readonly panel: string; readonly params: unknown }[]
  /** Keys that no dialog took while none was guarded. */
  readonly atPrompt: readonly Press[]
  readonly hub: KeyHub
  exited: number | undefined
  mount(node: ReactNode): Promise<void>
  /**
   * One after the other, each drawn before the next: `ctrl+e`, `enter`, `y`. As a person does who reads a new list
   * before going on; new questions are not waited for.
   */
  press(...keys: readonly string[]): Promise<void>
  /** As if all had come in one read: nothing is drawn in between. */
  pressAtOnce(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  paste(text: string): Promise<void>
  /** So long that a question takes keys. */
  pause(): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** Rows without looks and trailing blanks. */
  screen(): readonly string[]
  text(): string
  raw(): string
  caret(): Caret | undefined
  /** Waits until what was begun has been drawn. */
  settle(): Promise<void>
}

export const openFakeUi = async (options: FakeUiOptions = {}): Promise<FakeUi> => {
  const fake = new Fake(options, await loadWords(options.language ?? 'en'), await readyRichText())
  return fake
}

class WatchedHub extends KeyHub {
  #what: Guarded = 'question'

  get waitsForList(): boolean {
    return this.guarded && !this.typing && this.#what === 'list'
  }

  override guard(what: Guarded = 'question'): void {
    if (what === 'question' || !this.guarded) this.#what = what
    super.guard(what)
  }
}

class Fake implements FakeUi {
  readonly store: Store
  readonly clock = { now: 1_000_000 }
  readonly ops: Op[] = []
  readonly said: string[] = []
  readonly toasts: string[] = []
  readonly opened: { readonly panel: string; readonly params: unknown }[] = []
  readonly atPrompt: Press[] = []
  readonly hub: WatchedHub
  ui: Ui
  exited: number | undefined
  readonly #frames: InkFrames
  readonly #carets = new CaretKeeper()
  readonly #prompt = new LivePrompt({ ui: () => this.ui, show: () => undefined })
  readonly #keymap: Keymap
  readonly #options: FakeUiOptions
  readonly #fixed: Pick<Ui, 'words' | 'theme'> & { readonly rich: Awaited<ReturnType<typeof readyRichText>> }
  #frame = ''
  #size: { readonly columns: number; readonly rows: number }
  #instance: Instance | undefined
  #node: ReactNode

  constructor(options: FakeUiOptions, words: Ui['words'], rich: Awaited<ReturnType<typeof readyRichText>>) {
    this.#options = options
    this.#keymap = options.keymap ?? createKeymap()
    this.#size = { columns: options.columns ?? 80, rows: options.rows ?? 30 }
    this.#fixed = { words, theme: createTheme('dark', { colours: options.colours ?? 0 }), rich }
    this.#frames = new InkFrames(this.#size, frame => {
      this.#frame = frame
    })
    this.store = new Store({
      ...initialState({ ready: true, id: 's', cwd: '/w', model: 'm', mode: 'default' }),
      ...options.state,
    })
    const now = (): number => this.clock.now
    this.hub = new WatchedHub({
      reader: new ChordReader({ keymap: () => this.#keymap, now }),
      now,
      prompt: { contexts: () => ['Chat'], take: press => this.atPrompt.push(press) > 0, keepsEscape: false },
    })
    this.ui = this.#makeUi()
  }

  async mount(node: ReactNode): Promise<void> {
    this.#node = node
    if (this.#instance) this.#instance.rerender(this.#tree())
    else
      this.#instance = render(this.#tree(), {
        stdout: this.#frames as unknown as NodeJS.WriteStream,
        debug: true,
        interactive: true,
        patchConsole: false,
        exitOnCtrlC: false,
      })
    await this.settle()
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (this.hub.waitsForList) await this.pause()
      await this.pressAtOnce(key)
    }
  }

  async pressAtOnce(...keys: readonly string[]): Promise<void> {
    for (const key of keys) this.hub.key(keyOf(key))
    await this.settle()
  }

  async type(text: string): Promise<void> {
    await this.press(...Array.from(text, sign => (sign === ' ' ? 'space' : sign)))
  }

  async paste(text: string): Promise<void> {
    this.hub.paste(text)
    await this.settle()
  }

  async pause(): Promise<void> {
    this.clock.now += 1000
    this.ui = this.#makeUi()
    await this.mount(this.#node)
  }

  async resize(columns: number, rows: number): Promise<void> {
    this.#size = { columns, rows }
    this.#frames.resize(this.#size)
    this.ui = this.#makeUi()
    await this.mount(this.#node)
  }

  screen(): readonly string[] {
    return this.#frame.split('\n').map(line => stripAnsi(line).trimEnd())
  }

  text(): string {
    return this.screen().join('\n')
  }

  raw(): string {
    return this.#frame
  }

  caret(): Caret | undefined {
    return this.#carets.find()?.caret
  }

  async settle(): Promise<void> {
    // React draws in a microtask; what an effect begins is there a turn of the event loop later.
    for (let turn = 0; turn < 8; turn++) await new Promise<void>(resolve => setImmediate(resolve))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#instance?.unmount()
  }

  #tree(): ReactNode {
    return <UiContext value={this.ui}>{this.#node}</UiContext>
  }

  #makeUi(): Ui {
    const { ports, engine, plain, ui } = this.#options
    const { words, theme, rich } = this.#fixed
    const width = this.#size.columns - 1
    return {
      engine: engine ?? new FakeEngine([]),
      ports: fakePorts(ports ?? {}, () => this.clock.now),
      theme,
      words,
      size: this.#size,
      width,
      reducedMotion: true,
      look: () => ({
        width,
        theme,
        words,
        hyperlinks: false,
        plain: plain === true,
        rich,
        verbose: false,
        now: this.clock.now,
        cwd: '/w',
        agents: { rows: this.store.state.agents, asking: new Set() },
      }),
      statusScript: { subscribe: () => () => undefined, lines: () => undefined },
      state: () => this.store.state,
      subscribe: listener => this.store.subscribe(listener),
      open: (panel, params) => void this.opened.push({ panel, params }),
      closePanel: () => this.store.dispatch({ type: 'panel_closed' }),
      toast: text => void this.toasts.push(inEnglish(text)),
      note: text => void this.toasts.push(text),
      send: async op => void this.ops.push(op),
      say: async text => void this.said.push(text),
      watchAgent: id => this.store.dispatch({ type: 'agent_watched', id }),
      setPrompt: () => undefined,
      insert: () => {},
      onKeys: (context, listener, takesText) => this.hub.listen(context, listener, takesText),
      question: () => this.hub.question(),
      setCaret: this.#carets.set,
      prompt: this.#prompt,
      spinner: () => undefined,
      guard: what => this.hub.guard(what),
      guarded: () => this.hub.guarded,
      typing: () => this.hub.typing,
      suspend: () => undefined,
      commands: () => [],
      keymap: () => this.#keymap,
      previewTheme: () => undefined,
      exit: (code = 0) => {
        this.exited = code
      },
      ...ui,
    }
  }
}

/** Ports that a test did not bring fail by name instead of doing something. */
const fakePorts = (given: NonNullable<FakeUiOptions['ports']>, now: () => number): UiPorts => {
  const system = { now, cwd: '/w', home: '/home/me', version: '0', branch: () => undefined, ...given.system }
  const named = (name: string, port: object): unknown =>
    new Proxy(port, {
      get: (target, key) => {
        if (typeof key === 'symbol' || Reflect.has(target, key)) return Reflect.get(target, key)
        throw new Error(`the test brought no ports.${name}.${key}`)
      },
    })
  const names = ['files', 'history', 'sessions', 'settings', 'doctor', 'plugins', 'agents', 'models'] as const
  // Nothing is set where a test says nothing.
  const usual = { settings: { current: () => ({}), customThemes: () => [] } }
  const ports = names.map(name => [
    name,
    named(name, { ...(name === 'settings' ? usual.settings : {}), ...given[name] }),
  ])
  return { ...Object.fromEntries(ports), system: named('system', system) } as UiPorts
}

/** `ctrl+e`, `enter`, `G`, `你`. */
const keyOf = (written: string): KeyPress => {
  const parts = written === '+' ? ['+'] : written.split('+')
  const last = parts.at(-1) ?? ''
  const held = new Set(parts.slice(0, -1))
  const isSign = Array.from(last).length === 1
  const plain = !held.has('ctrl') && !held.has('alt')
  return {
    name: isSign ? last.toLowerCase() : last,
    text: !plain ? '' : isSign ? last : last === 'space' ? ' ' : '',
    ctrl: held.has('ctrl'),
    alt: held.has('alt'),
    shift: held.has('shift') || (isSign && last !== last.toLowerCase()),
    super: false,
  }
}

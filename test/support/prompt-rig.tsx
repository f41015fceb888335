import { type Instance, render } from 'ink'
import { LivePanel } from '../../src/frontends/tui/app/live-panel.ts'
import { App } from '../../src/frontends/tui/app.tsx'
import type { Conductor } from '../../src/frontends/tui/conversation/conductor.ts'
import { KeyHub } from '../../src/frontends/tui/keys/key-hub.ts'
import { KeyQueue } from '../../src/frontends/tui/keys/key-queue.ts'
import type { DeskOptions } from '../../src/frontends/tui/prompt/desk.ts'
import { LivePrompt } from '../../src/frontends/tui/prompt/live-prompt.ts'
import { PromptDesk } from '../../src/frontends/tui/prompt/prompt-desk.ts'
import { PromptKeys } from '../../src/frontends/tui/prompt/prompt-keys.ts'
import { Compositor } from '../../src/frontends/tui/screen/compositor.ts'
import { createTail } from '../../src/frontends/tui/screen/tail.ts'
import { gatherChanges } from '../../src/frontends/tui/state/gathered-changes.ts'
import type { UiState } from '../../src/frontends/tui/state/ui-state.ts'
import { createKeyPump } from '../../src/frontends/tui/terminal/key-pump.ts'
import { createScreen } from '../../src/frontends/tui/terminal/screen.ts'
import { type Ui, UiContext } from '../../src/frontends/tui/ui/ui.ts'
import { openFakeUi } from './fake-ui.tsx'
import type { Emulator } from './pty/emulator.ts'
import { openScreenBench } from './pty/screen-bench.ts'

export interface PromptRig extends AsyncDisposable {
  readonly emulator: Emulator
  readonly state: () => UiState
  readonly dispatch: PromptDesk['dispatch']
  /** Bytes from the keyboard, in one read. */
  feed(bytes: string): void
  resize(columns: number, rows: number): void
  /** Nothing is on its way to the screen any more. */
  settle(): Promise<void>
  /** How often Ink has laid the panel out. */
  readonly frames: () => number
}

/**
 * Everything between the bytes of a key and the cells of a screen, with the parts of the program itself. `by frames` draws
 * the panel with nothing but Ink's frames.
 */
export const openPromptRig = async (
  how: 'live' | 'by frames',
  size: { readonly columns: number; readonly rows: number },
): Promise<PromptRig> => {
  const bench = openScreenBench(size)
  const system = {
    terminal: { hyperlinks: false },
    completeShell: async () => [],
    misspelled: async () => undefined,
    imageFile: async () => undefined,
  }
  const files = {
    search: (query: string) =>
      PATHS.filter(path => path.includes(query)).map(path => ({ path, matched: [] })),
    list: async () => [],
    ask: () => undefined,
    finish: () => undefined,
    settled: async () => undefined,
    refresh: () => undefined,
  }
  const history = { load: async () => PAST, loadEverywhere: async () => PAST, add: () => undefined }
  const fake = await openFakeUi({
    ...size,
    colours: 16_777_216,
    ports: { system, files, history } as never,
  })
  const { store } = fake
  const screen = createScreen({ output: bench.output, facts: { synchronised: true, reflow: 'none' } })
  const timers = new Set<() => void>()
  const compositor = new Compositor({
    screen,
    now: () => fake.clock.now,
    after: (_, call) => {
      timers.add(call)
      return () => void timers.delete(call)
    },
    tail: createTail(
      () => store.state,
      () => ({ ...fake.ui.look(), width: screen.width }),
    ),
  })
  const makeUi = (): Ui => ({
    ...fake.ui,
    size: screen.size,
    width: screen.width,
    subscribe: changes,
    setCaret: panel.carets.set,
    // Never given a frame, it has React lay out every change.
    prompt: how === 'live' ? panel.prompt : still,
    spinner: panel.spinner,
    commands: () => COMMANDS as never,
    onKeys: (context, listener, takesText) => hub.listen(context, listener, takesText),
    question: () => hub.question(),
    guard: what => hub.guard(what),
    guarded: () => hub.guarded,
    typing: () => hub.typing,
  })
  let ui: Ui | undefined
  const now = (): Ui => {
    ui ??= makeUi()
    return ui
  }
  const still = new LivePrompt({ ui: now, show: () => undefined })
  const changes = gatherChanges(store, call => void setImmediate(call))
  const panel = new LivePanel({ size: screen.size, compositor, ui: now, isFull: () => false })
  if (how === 'live') changes(panel.prompt.follow)
  const conductor = {
    arrived: new Promise(() => undefined),
    say: async () => undefined,
    shell: async () => true,
    command: async () => undefined,
    interrupt: () => undefined,
  } as unknown as Conductor
  const options = { screen, ports: fake.ui.ports } as unknown as DeskOptions
  const desk = new PromptDesk({ store, conductor, options, ui: now, onKeymap: () => undefined })
  const keys = new PromptKeys(desk)
  const hub = new KeyHub({ reader: keys.reader, now: () => fake.clock.now, prompt: keys })
  let paused = false
  const queue = new KeyQueue({
    take: input => (input.type === 'key' ? hub.key(input.key) : hub.paste(input.text)),
    free: () => !hub.busy && store.state.panels.length === 0,
    drawn: call => {
      paused = true
      setImmediate(() =>
        setImmediate(() => {
          paused = false
          call()
        }),
      )
    },
  })
  const pump = createKeyPump()
  pump.listen(event => {
    if (event.type === 'key' || event.type === 'paste') queue.push(event)
  })
  store.subscribe((state, before) => {
    if (how === 'live' && state.prompt !== before.prompt) panel.prompt.changed()
    if (state.transcript !== before.transcript || !state.turn !== !before.turn) compositor.moved()
  })
  const tree = () => (
    <UiContext value={now()}>
      <App />
    </UiContext>
  )
  const write = panel.frames.write.bind(panel.frames)
  let frames = 0
  panel.frames.write = (...args) => {
    frames += 1
    return write(...args)
  }
  const instance: Instance = render(tree(), {
    stdout: panel.frames as unknown as NodeJS.WriteStream,
    debug: true,
    interactive: true,
    patchConsole: false,
    exitOnCtrlC: false,
  })
  screen.onResize(() => {
    panel.frames.resize({ columns: screen.width, rows: screen.size.rows })
    ui = undefined
    instance.rerender(tree())
    compositor.refresh()
  })
  const settle = async (): Promise<void> => {
    for (let busy = true; busy; ) {
      busy = paused || timers.size > 0
      for (const call of [...timers]) {
        timers.delete(call)
        call()
      }
      await fake.settle()
    }
  }
  await settle()
  return {
    emulator: bench.emulator,
    state: () => store.state,
    dispatch(action) {
      store.dispatch(action)
      if (how === 'live' && action.type === 'event') panel.heard(action.event)
    },
    feed: bytes => pump.feed(Buffer.from(bytes)),
    resize: bench.resize,
    settle,
    frames: () => frames,
    async [Symbol.asyncDispose]() {
      pump.close()
      instance.unmount()
      screen.close()
      await fake[Symbol.asyncDispose]()
    },
  }
}

const PATHS = ['src/index.ts', 'src/intake.ts', 'README.md', '说明.md']
const PAST = [
  { text: 'what was asked before', mode: 'prompt', at: 1 },
  { text: 'two\nlines', mode: 'prompt', at: 2 },
] as const
const COMMANDS = ['help', 'model', 'review', 'resume'].map(name => ({
  name,
  description: `Does ${name}.`,
  source: 'built-in',
  argumentHint: '<what>',
}))

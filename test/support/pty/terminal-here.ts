import { EventEmitter } from 'node:events'
import { parseArgs } from '../../../src/cli/args/parse-args.ts'
import { attach } from '../../../src/cli/attach/attach.ts'
import { exitCodeOf } from '../../../src/cli/exit-code.ts'
// Loaded with the file, not by the first test that waits for a screen.
import '../../../src/cli/tui/open-tui.ts'
import '../../../src/frontends/tui/run-tui.tsx'
import { openLink } from '../../../src/cli/links/open-link.ts'
import { version } from '../../../src/cli/this-program.ts'
import { startTui } from '../../../src/cli/tui/start.ts'
import type { ShownOn, TuiStart } from '../../../src/cli/tui/tui-start.ts'
import type { Scenario } from '../../../src/features/models/scripted/scenario.ts'
import { findPolicy } from '../../../src/host/settings/find-policy.ts'
import { IS_OTHER_PROGRAM } from '../run-program.ts'
import { type PtyOptions, showProgram, terminalEnvironment } from './program.ts'
import { type SharedTerminal, shareTerminal } from './shared-terminal.ts'
import {
  openTerminal,
  openTerminalBy,
  type StartIn,
  startProgram,
  type TerminalWorld,
  type WorldOptions,
} from './terminal-world.ts'
import '../described-tools.ts'

/**
 * As {@link openTerminal}, but the program at the terminal runs in this process: for tests whose point is what the screen
 * shows and what keys do. Starting the program is most of what such a test costs; what only a process has (signals, job
 * control, its end by force, programs that take over its terminal, the way to the first prompt) is tested with it.
 */
export const openTerminalHere = (scenario: Scenario, options: WorldOptions = {}): Promise<TerminalWorld> =>
  IS_OTHER_PROGRAM ? openTerminal(scenario, options) : openTerminalBy(scenario, options, startHere)

/** As {@link shareTerminal}, in this process. */
export const shareTerminalHere = (options: Parameters<typeof shareTerminal>[0] = {}): SharedTerminal =>
  shareTerminal({ ...options, open: openTerminalHere })

/** A TTY's input, in the pieces in which a terminal would hand it over: what comes at once comes together. */
class Keys extends EventEmitter {
  #typed = ''
  #paused = false

  write(bytes: string): void {
    this.#typed += bytes
    setImmediate(() => this.#flush())
  }

  setRawMode(): void {}

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    if (this.#paused || this.#typed === '' || this.listenerCount('data') === 0) return
    const bytes = this.#typed
    this.#typed = ''
    this.emit('data', Buffer.from(bytes))
  }
}

class Display extends EventEmitter {
  columns: number
  rows: number
  #show: (bytes: string) => void = () => {}

  constructor({ columns = 80, rows = 24 }: Pick<PtyOptions, 'columns' | 'rows'>) {
    super()
    this.columns = columns
    this.rows = rows
  }

  showOn(show: (bytes: string) => void): void {
    this.#show = show
  }

  write(text: string): void {
    // As a TTY does, also a raw one.
    this.#show(text.replaceAll('\n', '\r\n'))
  }

  resize(columns: number, rows: number): void {
    this.columns = columns
    this.rows = rows
    this.emit('resize')
  }
}

/** What the program does with these arguments at a terminal. */
const play = async (
  args: readonly string[],
  from: Pick<TuiStart, 'env'> & { readonly cwd: string },
  shownOn: ShownOn,
): Promise<number> => {
  const parsed = parseArgs(args)
  if (parsed.kind === 'run') {
    const { options } = parsed
    const policy = await findPolicy({ env: from.env, version, parent: options.managedSettings })
    return await startTui({ ...from, version, argv: args, options, shownOn, policy })
  }
  if (parsed.kind === 'subcommand' && parsed.name === 'attach')
    return await attach(parsed.argv, { ...from, version, argv: args }, shownOn)
  if (parsed.kind === 'subcommand' && parsed.name === 'open-link')
    return await openLink(parsed.argv, { ...from, version, argv: args }, shownOn)
  throw new Error(`${args.join(' ')} starts no conversation: openTerminal does`)
}

const startHere: StartIn = (args, how) => {
  if (how.started || how.within || how.fastClock) return startProgram(args, how)
  const { cwd = process.cwd() } = how
  const env = terminalEnvironment(how.env)
  if (env['NODE_OPTIONS']) throw new Error('options of the runtime need a process: openTerminal starts one')
  const keys = new Keys()
  const display = new Display(how)
  const stop = new AbortController()
  const shownOn = { input: keys, output: display, stop: stop.signal }
  const from = { env, cwd }
  const running = Promise.resolve().then(() => play(args, from, shownOn))
  const exit = running.catch((error: unknown) => {
    const known = exitCodeOf(error)
    if (known === undefined) throw error
    display.write(`capstan: ${(error as Error).message}\n`)
    return known
  })
  const { show, ...program } = showProgram(
    {
      pid: process.pid,
      exit,
      write: bytes => keys.write(bytes),
      resize: (columns, rows) => display.resize(columns, rows),
      signal() {
        throw new Error('no program was started: openTerminal starts one')
      },
      async end() {
        stop.abort('SIGTERM')
        await exit
      },
    },
    how,
  )
  display.showOn(show)
  return program
}

import type { TerminalSeat } from '../../../protocol/tools/person-terminal.ts'
import { ASK_DEVICE, reflowFromDevice, type TerminalFacts } from './facts.ts'
import type { Lending } from './hand-over-terminal.ts'
import type { InputEvent } from './input-event.ts'
import { createKeyPump, type KeyPump } from './key-pump.ts'
import { type TerminalModes, terminalModes } from './modes.ts'
import { createScreen, type LocatedScreen, type ScreenOutput } from './screen.ts'
import type { Frame, Screen } from './screen-port.ts'
import type { TerminalInput, TerminalOutput } from './terminal-streams.ts'

/** Job control of the process. */
export interface JobControl {
  /** Stops the process, as Ctrl-Z does. */
  stop(): void
  onContinue(listener: () => void): () => void
}

export interface SessionOptions {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  readonly facts: TerminalFacts
  readonly jobs?: JobControl
  /** Somebody has prepared the terminal before: raw, modes on, a first prompt painted, keys read. */
  readonly begun?: { readonly painted?: Frame; readonly bytes?: Uint8Array }
}

/** The terminal while the program has it. */
export interface TerminalSession {
  readonly screen: Screen
  /** What arrived before the first listener is kept for it. */
  events(listener: (event: InputEvent) => void): () => void
  /** The same for somebody who only looks on: earlier than all others, and nothing is kept for them. */
  overhear(listener: (event: InputEvent) => void): () => void
  /** Another program has screen and keyboard, byte for byte, until `work` is done; `line` stands above what it shows. */
  lend<T>(line: string, work: (seat: TerminalSeat) => Promise<T>): Promise<T>
  /** Ctrl-Z: gives the terminal back, stops the process, and goes on when it is continued. */
  stop(): Promise<void>
  /** As {@link Screen.close}; keyboard and modes are given back as well. Idempotent; fit for an exit handler. */
  close(options?: { readonly keep?: boolean }): void
}

export const openTerminalSession = (options: SessionOptions): TerminalSession => {
  const { input, output, facts, begun } = options
  const modes = terminalModes(facts)
  const pump = createKeyPump()
  const lending: Lent = { staysRaw: false }
  const parts = { input, output, pump, keyboard: createKeyboard({ input, output, modes, pump, lending }) }
  const { keyboard } = parts
  if (begun) keyboard.adopt(begun.bytes)
  else keyboard.take()
  const screen = createScreen({ output: screenOutput(output), facts, painted: begun?.painted, keyboard })
  pump.listen(event => answerToScreen(event, { screen, facts }), { first: true })
  const asking = facts.unknown ? askLater(screen) : undefined
  const stopContinue = options.jobs?.onContinue(() => {
    if (lending.seat) {
      // Raw mode is only set anew by whoever thinks that it is off.
      input.setRawMode?.(false)
      input.setRawMode?.(true)
    }
    if (!keyboard.isTaken()) return
    // Stopped from outside: whoever had the terminal meanwhile may have left anything.
    keyboard.release()
    keyboard.take()
    screen.redraw()
  })
  return {
    screen,
    events: listener => pump.listen(listener),
    overhear: listener => pump.listen(listener, { first: true }),
    lend: (line, work) => lendTo(work, { ...parts, screen, line, lending }),
    stop: () => screen.suspend(() => stopProcess(options.jobs)),
    close(how) {
      clearTimeout(asking)
      lending.staysRaw = false
      lending.seat?.release()
      stopContinue?.()
      screen.close(how)
      pump.close()
    },
  }
}

interface Lent {
  seat?: Lending | undefined
  /** Line editing of the system between two who take every key would echo, and change, what is typed just then. */
  staysRaw: boolean
}

const lendTo = async <T>(
  work: (seat: TerminalSeat) => Promise<T>,
  at: {
    readonly input: TerminalInput
    readonly output: TerminalOutput
    readonly pump: KeyPump
    readonly keyboard: { isTaken(): boolean }
    readonly screen: Screen
    readonly line: string
    readonly lending: Lent
  },
): Promise<T> => {
  const { input, output, lending } = at
  const { handOverTerminal } = await import('./hand-over-terminal.ts')
  let leftOver = ''
  lending.staysRaw = at.keyboard.isTaken()
  try {
    return await at.screen.suspend(async () => {
      output.write(`\u001b[2m${at.line}\u001b[22m\r\n`)
      const seat = handOverTerminal(input, output, () => performance.now())
      lending.seat = seat
      try {
        return await work(seat)
      } finally {
        seat.release(lending)
        lending.seat = undefined
        leftOver = seat.leftOver().trimEnd()
      }
    })
  } finally {
    lending.staysRaw = false
    // As a paste: it was meant for the program, and sends and answers nothing.
    if (leftOver !== '') at.pump.feed(Buffer.from(`\u001b[200~${leftOver}\u001b[201~`))
  }
}

const answerToScreen = (
  event: InputEvent,
  { screen, facts }: { readonly screen: LocatedScreen; readonly facts: TerminalFacts },
): void => {
  if (event.type !== 'reply') return
  if (event.reply.kind === 'cursor') screen.locate(event.reply.row - 1)
  const reflow =
    event.reply.kind === 'device' && facts.unknown ? reflowFromDevice(event.reply.text) : undefined
  if (reflow) screen.learn(reflow)
}

/** Not at once: the answer would find another program when this one ends right away. */
const ASK_AFTER_MS = 250
const askLater = (screen: Screen): NodeJS.Timeout => {
  const timer = setTimeout(() => screen.signal(ASK_DEVICE), ASK_AFTER_MS)
  timer.unref()
  return timer
}

const stopProcess = (jobs: JobControl | undefined): Promise<void> =>
  new Promise(resolve => {
    if (!jobs) {
      resolve()
      return
    }
    // With the keyboard released nothing else may keep the process from ending when it goes on.
    const alive = setInterval(() => {}, 1 << 30)
    const off = jobs.onContinue(() => {
      clearInterval(alive)
      off()
      resolve()
    })
    jobs.stop()
  })

const screenOutput = (output: TerminalOutput): ScreenOutput => {
  const size = (): readonly [number, number] => {
    try {
      output._refreshSize?.()
    } catch {
      // The terminal has gone; what was last known serves for the few things still drawn.
    }
    return [output.columns || 80, output.rows || 24]
  }
  return {
    write: bytes => void output.write(bytes),
    columns: () => size()[0],
    rows: () => size()[1],
    onResize(listener) {
      output.on('resize', listener)
      return () => void output.off('resize', listener)
    },
  }
}

/** Keys that waited are read within this; nobody is as fast after it. */
const COOKED_MS = 20

/** The line editing has made a line feed of Enter. Only of the last one is it sure that it was meant to send. */
const withEnter = (chunk: Buffer): Buffer => {
  if (chunk.at(-1) !== 0x0a) return chunk
  const typed = Buffer.from(chunk)
  typed[typed.length - 1] = 0x0d
  return typed
}

const createKeyboard = (parts: {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  readonly modes: TerminalModes
  readonly pump: KeyPump
  readonly lending: Lent
}) => {
  const { input, output, modes, pump, lending } = parts
  let taken = false
  // What was typed before the first reading went through the terminal's own line editing.
  let cooked = true
  const endCooked = (): void => {
    cooked = false
  }
  const onData = (chunk: Buffer): void => {
    pump.feed(cooked ? withEnter(chunk) : chunk)
    endCooked()
  }
  const begin = (): void => {
    taken = true
    input.setRawMode?.(true)
    input.on('data', onData)
    input.resume()
  }
  return {
    isTaken: () => taken,
    take(): void {
      if (taken) return
      cooked = !lending.staysRaw
      begin()
      output.write(modes.enter)
      // Reading comes between a timer and what is done immediately after it.
      setTimeout(() => setImmediate(endCooked), COOKED_MS).unref()
    },
    /** Modes are on already. */
    adopt(bytes: Uint8Array | undefined): void {
      if (bytes && bytes.length > 0) pump.feed(bytes)
      begin()
    },
    release(): void {
      if (!taken) return
      taken = false
      output.write(modes.leave)
      input.off('data', onData)
      pump.reset()
      if (!lending.staysRaw) input.setRawMode?.(false)
      input.pause()
    },
  }
}

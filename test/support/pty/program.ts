import { spawn } from '@lydell/node-pty'
import { createEmulator, type EmulatorOptions, type StyledCell } from './emulator.ts'
import { keyBytes } from './key-bytes.ts'

export interface PtyOptions extends Partial<EmulatorOptions> {
  readonly cwd?: string
  /** The whole environment but PATH, TERM and what names the emulator; nothing of the test's own gets in. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** How long `waitFor` waits for anything. Generous: only a failure ever takes so long. */
  readonly limitMs?: number
}

/** Bytes the program wrote, and when. */
export interface Written {
  /** `performance.now()` when they arrived. */
  readonly at: number
  readonly bytes: string
}

export type Wanted = string | RegExp | ((screen: readonly string[]) => boolean)

/** A program in a real pseudo-terminal, its screen read by an emulator. */
export interface PtyProgram extends AsyncDisposable {
  readonly pid: number
  /** All the program wrote. */
  readonly raw: readonly Written[]
  type(text: string): void
  /** `ctrl+r`, `shift+enter`, `escape`, `x` … */
  key(name: string): void
  paste(text: string): void
  resize(columns: number, rows: number): void
  /** Rows on the screen, blanks at their ends removed. */
  screen(): string[]
  /** How many rows have left the screen at its top: as many as the scrollback has. */
  scrolled(): number
  scrollback(): string[]
  /** Scrollback and screen; rows joined that the terminal itself has broken. */
  lines(): string[]
  cursor(): { readonly x: number; readonly y: number }
  cursorShown(): boolean
  isAlternate(): boolean
  cell(x: number, y: number): StyledCell
  title(): string
  /** Until the screen shows it, no change half done. Answers the row it is on (-1 for a function). */
  waitFor(wanted: Wanted): Promise<number>
  /** Until the program has written nothing for a moment. */
  settled(ms?: number): Promise<void>
  /** Until it has ended; its exit code, or 128 + the signal. */
  readonly exit: Promise<number>
  signal(name: NodeJS.Signals): void
}

const LIMIT_MS = 120_000

export const startPty = (command: readonly [string, ...string[]], options: PtyOptions = {}): PtyProgram => {
  const { columns = 80, rows = 24 } = options
  const [file, ...args] = command
  const pty = spawn(file, args, {
    cols: columns,
    rows,
    cwd: options.cwd ?? process.cwd(),
    env: terminalEnvironment(options.env),
  })
  const exit = new Promise<number>(resolve => {
    pty.onExit(({ exitCode, signal }) => resolve(signal ? 128 + signal : exitCode))
  })
  let over = false
  void exit.then(() => {
    over = true
  })
  const { show, ...program } = showProgram(
    {
      pid: pty.pid,
      exit,
      write: bytes => pty.write(bytes),
      resize: (toColumns, toRows) => pty.resize(toColumns, toRows),
      signal: name => process.kill(pty.pid, name),
      async end() {
        if (!over) pty.kill('SIGKILL')
        await exit
      },
    },
    options,
  )
  pty.onData(show)
  return program
}

/** A program that has a terminal, wherever it runs. */
export interface InTerminal {
  readonly pid: number
  readonly exit: Promise<number>
  /** What is typed, and what the terminal answers. */
  write(bytes: string): void
  resize(columns: number, rows: number): void
  signal(name: NodeJS.Signals): void
  end(): Promise<void>
}

/** The terminal of a program; `show` takes what it writes. */
export const showProgram = (
  within: InTerminal,
  options: Pick<PtyOptions, 'columns' | 'rows' | 'reflow' | 'limitMs'>,
): PtyProgram & { show(bytes: string): void } => {
  const { columns = 80, rows = 24, limitMs = LIMIT_MS } = options
  const emulator = createEmulator({ columns, rows, ...(options.reflow ? { reflow: options.reflow } : {}) })
  const raw: Written[] = []
  const waiting = new Set<() => void>()
  const wake = (): void => {
    for (const look of [...waiting]) look()
  }
  let ended = false
  let halfShown = false
  let title = ''
  emulator.terminal.onTitleChange(text => {
    title = text
  })
  emulator.onReply(bytes => within.write(bytes))
  const isHalfShown = followChanges()
  const exit = within.exit.then(code => {
    ended = true
    wake()
    return code
  })
  const until = (holds: () => boolean, what: string): Promise<void> =>
    waitUntil(
      { holds: () => !halfShown && holds(), waiting, limitMs, over: () => ended },
      why => new Error(`${why} while waiting for ${what}:\n${emulator.screen().join('\n').trimEnd()}\n`),
    )
  return {
    show(bytes) {
      raw.push({ at: performance.now(), bytes })
      emulator.write(bytes)
      halfShown = isHalfShown(bytes)
      wake()
    },
    pid: within.pid,
    raw,
    type: text => within.write(text),
    key: name => within.write(keyBytes(name)),
    paste: text => within.write(`\u001b[200~${text.replaceAll('\n', '\r')}\u001b[201~`),
    resize(toColumns, toRows) {
      emulator.resize(toColumns, toRows)
      within.resize(toColumns, toRows)
    },
    screen: emulator.screen,
    scrolled: emulator.scrolled,
    scrollback: emulator.scrollback,
    lines: emulator.lines,
    cursor: emulator.cursor,
    cursorShown: emulator.cursorShown,
    isAlternate: emulator.isAlternate,
    cell: emulator.cell,
    title: () => title,
    async waitFor(wanted) {
      let row = -1
      await until(() => {
        const screen = emulator.screen()
        if (typeof wanted === 'function') return wanted(screen)
        row = screen.findIndex(line =>
          typeof wanted === 'string' ? line.includes(wanted) : wanted.test(line),
        )
        return row >= 0
      }, String(wanted))
      return row
    },
    settled: ms => untilQuiet(raw, ms),
    exit,
    signal: name => within.signal(name),
    [Symbol.asyncDispose]: () => within.end(),
  }
}

/** Colours of a good terminal; no CI, which makes programs think that nobody is there. */
export const terminalEnvironment = (env: PtyOptions['env'] = {}): Record<string, string> => {
  const all = {
    PATH: process.env['PATH'],
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
    // What the emulator is made of: programs may go by how it breaks rows.
    TERM_PROGRAM: 'vscode',
    ...env,
  }
  const set = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(set.filter(([name]) => name !== 'CI'))
}

const BEGIN = '\u001b[?2026h'
const END = '\u001b[?2026l'

/**
 * Whether what came so far ends within a change that a terminal shows only as a whole: a read may end anywhere, and the
 * cursor is then on its way.
 */
const followChanges = (): ((bytes: string) => boolean) => {
  let rest = ''
  let begun = false
  return bytes => {
    const text = rest + bytes
    const begin = text.lastIndexOf(BEGIN)
    const end = text.lastIndexOf(END)
    if (begin !== end) begun = begin > end
    rest = text.slice(1 - BEGIN.length)
    return begun
  }
}

const waitUntil = (
  wait: {
    readonly holds: () => boolean
    readonly waiting: Set<() => void>
    readonly limitMs: number
    readonly over: () => boolean
  },
  failure: (why: string) => Error,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer)
      wait.waiting.delete(look)
      done()
    }
    const look = (): void => {
      if (wait.holds()) settle(resolve)
      else if (wait.over()) settle(() => reject(failure('the program ended')))
    }
    const timer = setTimeout(() => settle(() => reject(failure('time ran out'))), wait.limitMs)
    wait.waiting.add(look)
    look()
  })

const untilQuiet = async (raw: readonly Written[], ms = 50): Promise<void> => {
  let seen = -1
  while (seen !== raw.length) {
    seen = raw.length
    await new Promise(resolve => setTimeout(resolve, ms))
  }
}

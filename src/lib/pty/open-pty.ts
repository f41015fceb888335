import { constants } from 'node:os'
import { groupMarks } from '../process/spawn-group.ts'

export interface PtySize {
  readonly columns: number
  readonly rows: number
}

export interface PtyStart extends PtySize {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface PtyExit {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
}

/** A program in a pseudo-terminal of its own, leader of a session and process group of its own. */
export interface Pty {
  readonly pid: number
  /** Resolves when the program has ended and all it printed was passed on. */
  readonly exited: Promise<PtyExit>
  /** False: it has ended, and takes nothing any more. */
  write(bytes: Uint8Array): boolean
  resize(size: PtySize): void
  /** Reads no more until `resume`: whoever prints has to wait. Where that cannot be done nothing waits. */
  pause(): void
  resume(): void
}

/** Throws what starting a process throws. */
export type OpenPty = (start: PtyStart, onData: (bytes: Uint8Array) => void) => Pty

/** What opens one here; undefined where nothing can (an optional package is missing). Loaded by the first who asks. */
export const loadPty = async (): Promise<OpenPty | undefined> => {
  const bun = (globalThis as { readonly Bun?: BunPart }).Bun
  // The package finds no data under Bun, which has pseudo-terminals of its own.
  if (bun) return typeof bun.Terminal === 'function' ? openWith(bun) : undefined
  try {
    const library = await import('@lydell/node-pty')
    const { spawn } = library.default ?? library
    return (start, onData) => openNode(spawn, start, onData)
  } catch {
    return undefined
  }
}

const openNode = (
  spawn: typeof import('@lydell/node-pty').spawn,
  { file, args, cwd, env, columns: cols, rows }: PtyStart,
  onData: (bytes: Uint8Array) => void,
): Pty => {
  const marked = { ...env, ...groupMarks().variables }
  // Without an encoding it takes and gives bytes, whatever its types say.
  const pty = spawn(file, [...args], { cols, rows, cwd, env: marked, encoding: null })
  pty.onData(data => onData(data as unknown as Uint8Array))
  const write = pty.write.bind(pty) as unknown as (bytes: Uint8Array) => void
  const exited = new Promise<PtyExit>(resolve => {
    pty.onExit(({ exitCode, signal }) =>
      resolve(signal ? { code: null, signal: signalName(signal) } : { code: exitCode, signal: null }),
    )
  })
  let over = false
  void exited.then(() => {
    over = true
  })
  return {
    pid: pty.pid,
    exited,
    write: bytes => {
      if (!over) write(bytes)
      return !over
    },
    resize(size) {
      if (!over) pty.resize(size.columns, size.rows)
    },
    pause: () => pty.pause(),
    resume: () => pty.resume(),
  }
}

const signalName = (number: number): string =>
  Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? String(number)

/** Of Bun, what is needed here. */
interface BunPart {
  readonly Terminal?: unknown
  spawn(
    command: readonly string[],
    options: {
      readonly cwd: string
      readonly env: Readonly<Record<string, string>>
      readonly terminal: {
        readonly cols: number
        readonly rows: number
        data(terminal: unknown, bytes: Uint8Array): void
        exit(): void
      }
    },
  ): {
    readonly pid: number
    readonly exited: Promise<number>
    readonly signalCode: string | null
    readonly terminal: {
      write(bytes: Uint8Array): void
      resize(columns: number, rows: number): void
      close(): void
    }
  }
}

/** Once the program is gone, how long its terminal is waited for: something it left behind may hold it open. */
const REST_MS = 200

const openWith =
  (bun: BunPart): OpenPty =>
  ({ file, args, cwd, env, columns: cols, rows }, onData) => {
    const atEnd = Promise.withResolvers<void>()
    const child = bun.spawn([file, ...args], {
      cwd,
      env: { ...env, ...groupMarks().variables },
      terminal: { cols, rows, data: (_, bytes) => onData(Uint8Array.from(bytes)), exit: atEnd.resolve },
    })
    let over = false
    const exited = child.exited.then(async (code): Promise<PtyExit> => {
      const late = setTimeout(atEnd.resolve, REST_MS)
      await atEnd.promise
      clearTimeout(late)
      over = true
      child.terminal.close()
      const { signalCode: signal } = child
      return signal === null ? { code, signal: null } : { code: null, signal }
    })
    return {
      pid: child.pid,
      exited,
      write: bytes => {
        if (!over) child.terminal.write(bytes)
        return !over
      },
      resize: size => {
        if (!over) child.terminal.resize(size.columns, size.rows)
      },
      pause: () => undefined,
      resume: () => undefined,
    }
  }

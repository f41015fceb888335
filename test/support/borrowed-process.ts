import { Readable, type Stream, Writable } from 'node:stream'

export interface Borrowed {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly argv: readonly string[]
  /** All of stdin. */
  readonly input: string | Buffer
  say(piece: string): void
  warn(piece: string): void
}

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP']

const textStream = (take: (piece: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write(piece: string | Buffer, _encoding, done) {
      take(String(piece))
      done()
    },
  })

/** Puts another stream in the place of one of the process until what it answers is called. */
const replaceStream = (name: 'stdin' | 'stdout' | 'stderr', stream: Stream): (() => void) => {
  const own = Object.getOwnPropertyDescriptor(process, name)
  if (!own) throw new Error(`the process has no ${name}`)
  Object.defineProperty(process, name, { configurable: true, enumerable: true, get: () => stream })
  return () => void Object.defineProperty(process, name, own)
}

/** Who listens to signals from here on is let go of by what this answers. */
const keepSignals = (): (() => void) => {
  const before = new Map(SIGNALS.map(name => [name, new Set(process.listeners(name))]))
  return () => {
    for (const name of SIGNALS)
      for (const listener of process.listeners(name))
        if (!before.get(name)?.has(listener)) process.off(name, listener as () => void)
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Does something with variables, directory, arguments and streams of a process of its own, in this one; one at a time, for
 * there is only one process.
 */
export const inBorrowedProcess = (borrowed: Borrowed, act: () => Promise<number>): Promise<number> => {
  const turn = last.then(() => actAs(borrowed, act))
  last = turn.catch(() => undefined)
  return turn
}

const actAs = async (borrowed: Borrowed, act: () => Promise<number>): Promise<number> => {
  const { env, argv } = process
  const cwd = process.cwd()
  const undo = [
    replaceStream('stdin', Readable.from(borrowed.input === '' ? [] : [Buffer.from(borrowed.input)])),
    replaceStream('stdout', textStream(borrowed.say)),
    replaceStream('stderr', textStream(borrowed.warn)),
    keepSignals(),
  ]
  process.env = { ...borrowed.env }
  process.argv = [process.execPath, ...borrowed.argv]
  process.chdir(borrowed.cwd)
  try {
    return await act()
  } finally {
    process.chdir(cwd)
    process.env = env
    process.argv = argv
    for (const back of undo) back()
  }
}

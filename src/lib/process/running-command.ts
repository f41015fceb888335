import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { BoundedOutput } from './bounded-output.ts'
import type { ProcessMark } from './process-mark.ts'
import { killGroupLeftovers, killTree } from './process-tree.ts'
import { spawnGroup } from './spawn-group.ts'

export interface CommandStart {
  readonly file: string
  readonly argv0: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** By which every descendant is known: in `env`, and set as a limit by the command itself. */
  readonly mark: ProcessMark
  readonly output: BoundedOutput
  /** Absent: its stream of errors goes where the command sends it, or nowhere. */
  readonly errors?: BoundedOutput | undefined
  /** One that prints more is ended. */
  readonly floodBytes: number
  /** The system ends whatever it started together with it: nothing can be left behind. */
  readonly contained?: boolean
  /** Starts it another way, e.g. in a terminal. */
  readonly spawn?: (start: CommandStart) => CommandChild
}

/** Of a process, what is needed here. */
export interface CommandChild
  extends Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode' | 'stdout' | 'stderr'> {
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

export type StopCause = 'timeout' | 'abort' | 'flood'

export interface CommandEnd {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
  readonly why: 'exit' | StopCause
  /** It left processes running in its group; they were ended. */
  readonly leftovers: boolean
}

/** After exit, how long a silent pipe that somebody still holds is waited for. */
const QUIET_MS = 50
const DRAIN_MS = 2000
const LEFTOVER_GRACE_MS = 200
const FLOOD_GRACE_MS = 500
/** A process that even KILL does not end is not waited for. */
const STUCK_MS = 1000

/** A command in a session of its own: its output is collected, and it can be ended with all it started. */
export class RunningCommand {
  /** Resolves when the command and everything it started in its group are gone; rejects when it could not start. */
  readonly ended: Promise<CommandEnd>
  readonly output: BoundedOutput
  readonly errors: BoundedOutput | undefined
  readonly #child: CommandChild
  readonly #mark: ProcessMark
  readonly #stuck = Promise.withResolvers<Exit>()
  readonly #listeners = new Set<(chunk: Buffer) => void>()
  #why: CommandEnd['why'] = 'exit'
  #killing: Promise<void> | undefined

  /** Throws what `spawn` throws. */
  static start(start: CommandStart): RunningCommand {
    return new RunningCommand((start.spawn ?? spawnWithPipes)(start), start)
  }

  private constructor(child: CommandChild, { output, errors, floodBytes, mark, contained }: CommandStart) {
    this.#child = child
    this.#mark = mark
    this.output = output
    this.errors = errors
    const stdout = child.stdout as Readable
    stdout.on('data', (chunk: Buffer) => {
      for (const listener of this.#listeners) listener(chunk)
      output.add(chunk)
      if (output.bytes > floodBytes) void this.stop('flood', FLOOD_GRACE_MS)
    })
    stdout.on('error', () => undefined)
    child.stderr?.on('data', (chunk: Buffer) => {
      errors?.add(chunk)
      if (errors && errors.bytes > floodBytes) void this.stop('flood', FLOOD_GRACE_MS)
    })
    child.stderr?.on('error', () => undefined)
    this.ended = this.#finish(stdout, contained ? undefined : child.pid)
  }

  /** `undefined` when it could not be started; `ended` says why. */
  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Ends the whole tree; resolves when it is gone. The first cause counts, and none once it has ended by itself. */
  async stop(why: StopCause, graceMs: number): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined) return
    if (!this.#killing) {
      if (exitCode === null && signalCode === null) this.#why = why
      this.#killing = killTree({ leader: pid, mark: this.#mark }, graceMs)
      this.#killing.then(
        () => setTimeout(this.#stuck.resolve, STUCK_MS, { code: null, signal: 'SIGKILL' }).unref(),
        this.#stuck.reject,
      )
    }
    await this.#killing
  }

  /** Calls with every piece of output from now on. The piece is lent: it is gone when the call returns. */
  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async #finish(stdout: Readable, leader: number | undefined): Promise<CommandEnd> {
    try {
      const exit = await Promise.race([exitOf(this.#child), this.#stuck.promise])
      await this.#killing
      const leftovers = await settleOutput(stdout, leader)
      if (this.#child.stderr) await settleOutput(this.#child.stderr, undefined)
      await Promise.all([this.output.readable(), this.errors?.readable()])
      return { ...exit, why: this.#why, leftovers }
    } finally {
      this.#listeners.clear()
    }
  }
}

const spawnWithPipes = ({ file, args, cwd, env, argv0, errors }: CommandStart): CommandChild =>
  spawnGroup(file, args, { cwd, env, argv0, stdio: ['ignore', 'pipe', errors ? 'pipe' : 'ignore'] })

interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

const exitOf = (child: CommandChild): Promise<Exit> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** Takes what is still in the pipe, then ends what the command left behind. Says whether there was anything. */
const settleOutput = async (stdout: Readable, pid: number | undefined): Promise<boolean> => {
  const finished = await drained(stdout, DRAIN_MS)
  const leftovers = pid !== undefined && (await killGroupLeftovers(pid, LEFTOVER_GRACE_MS))
  if (!finished) await drained(stdout, QUIET_MS * 4)
  stdout.destroy()
  return leftovers
}

/** True at the end of the stream, false when it fell silent or `maxMs` passed: a child of the command may hold it open. */
const drained = (stream: Readable, maxMs: number): Promise<boolean> =>
  new Promise(resolve => {
    if (stream.readableEnded || stream.destroyed) return resolve(true)
    const finish = (atEnd: boolean) => {
      clearTimeout(quiet)
      clearTimeout(limit)
      stream.off('data', onData)
      resolve(atEnd)
    }
    const quiet = setTimeout(() => finish(false), QUIET_MS)
    const limit = setTimeout(() => finish(false), maxMs)
    const onData = () => quiet.refresh()
    stream.on('data', onData)
    stream.once('end', () => finish(true))
    stream.once('close', () => finish(true))
  })

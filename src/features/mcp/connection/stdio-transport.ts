import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { spawnGroup } from '../../../lib/process/spawn-group.ts'
import { LinePieces } from './line-pieces.ts'

export interface StdioStart {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Where what it says on stderr goes; absent: only its end is kept. */
  readonly logFile?: string
}

const LOG_BYTES = 64 * 1024 * 1024
const TAIL_CHARS = 2_000
/** A message that is longer is no message. */
const MAX_BUFFER = 64 * 1024 * 1024
const AFTER_INTERRUPT_MS = 100
const AFTER_TERM_MS = 400

/** A server in a child process of its own group: its end is the end of all it started in it. */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  readonly #start: StdioStart
  readonly #lines = new LinePieces(MAX_BUFFER)
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #tail = ''
  #log: { fd: number; left: number } | undefined

  constructor(start: StdioStart) {
    this.#start = start
  }

  /** The end of what it said on stderr. */
  get tail(): string {
    return this.#tail
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#start
    this.#openLog()
    const child = spawnGroup(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child = child
    const ended = Promise.withResolvers<void>()
    this.#ended = ended.promise
    const started = Promise.withResolvers<void>()
    child.once('spawn', () => started.resolve())
    child.once('error', error => {
      started.reject(error)
      ended.resolve()
      this.#closed()
    })
    child.once('exit', () => ended.resolve())
    child.once('close', () => this.#closed())
    child.stdin?.on('error', error => this.onerror?.(error))
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk))
    child.stderr?.on('data', (chunk: Buffer) => this.#hear(chunk))
    await started.promise
  }

  send(message: Parameters<Transport['send']>[0]): Promise<void> {
    const stdin = this.#child?.stdin
    if (!stdin?.writable) return Promise.reject(new Error('the server is not running'))
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), error => (error ? reject(error) : resolve()))
    })
  }

  /** Asks it to end, then tells it, then ends it. */
  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = undefined
    child.stdin?.end()
    if (child.pid !== undefined) await this.#end(child.pid)
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
    this.#closed()
  }

  async #end(group: number): Promise<void> {
    for (const [signal, wait] of [
      ['SIGINT', AFTER_INTERRUPT_MS],
      ['SIGTERM', AFTER_TERM_MS],
    ] as const) {
      signalGroup(group, signal)
      if (await this.#isOver(wait)) break
    }
    // Also what it started and left behind.
    signalGroup(group, 'SIGKILL')
  }

  async #isOver(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>(resolve => {
      timer = setTimeout(resolve, ms, false)
    })
    try {
      return await Promise.race([this.#ended.then(() => true), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#lines.take(chunk)) this.#tell(line)
    } catch (error) {
      // A flood without an end: nothing of it can be trusted any more.
      this.onerror?.(error as Error)
      void this.close()
    }
  }

  #tell(line: Buffer): void {
    try {
      const buffer = new ReadBuffer({ maxBufferSize: MAX_BUFFER })
      buffer.append(line)
      const message = buffer.readMessage()
      if (message !== null) this.onmessage?.(message)
    } catch (error) {
      this.onerror?.(error as Error)
    }
  }

  #hear(chunk: Buffer): void {
    this.#tail = `${this.#tail}${chunk.toString('utf8')}`.slice(-TAIL_CHARS)
    if (!this.#log) return
    const part = chunk.subarray(0, this.#log.left)
    this.#log.left -= part.length
    writeSync(this.#log.fd, part)
    if (this.#log.left === 0) this.#closeLog()
  }

  #openLog(): void {
    const { logFile } = this.#start
    if (logFile === undefined) return
    makeDirectories(dirname(logFile), 0o700)
    this.#log = { fd: openSync(logFile, 'w', 0o600), left: LOG_BYTES }
  }

  #closeLog(): void {
    if (this.#log) closeSync(this.#log.fd)
    this.#log = undefined
  }

  #closed(): void {
    this.#child = undefined
    this.#closeLog()
    const tell = this.onclose
    delete this.onclose
    tell?.()
  }
}

const signalGroup = (group: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-group, signal)
  } catch (error) {
    // Nothing of it is left, or it is not ours to end.
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}

import runtime from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type {
  CompiledEngine,
  FromThread,
  ScriptAnswer,
  ScriptJob,
  ScriptMessage,
  ThreadStart,
} from './messages.ts'

/**
 * Never reached: what a script can hold is bounded below it. A thread that reaches its limit with one allocation takes
 * the process with it.
 */
const HEAP_LIMIT_MB = 2048
const STACK_MB = 8

/** What scripts run in, compiled, by the bytes of memory it may have: the first thread leaves it for those after it. */
export type CompiledEngines = Map<number, CompiledEngine>

export interface ThreadOptions {
  readonly memoryBytes: number
  readonly compiled?: CompiledEngines | undefined
  /** The file it starts with; absent: ours. */
  readonly file?: string | undefined
}

/** Who hears of a thread that runs a script. */
export interface ThreadOwner {
  hear(message: ScriptMessage): void
  /** It ended by itself. */
  broke(why: string): void
}

/** Begun before there is a script: until it has one it keeps nothing awake and tells nobody of its end. */
export const startThread = async ({ file, ...options }: ThreadOptions): Promise<ScriptThread> =>
  new ScriptThread(file ?? (await import('./engine-worker.ts')).ENGINE_WORKER_URL, options)

/** A thread for one script, or for none. */
export class ScriptThread {
  readonly memoryBytes: number
  readonly #worker: Worker
  readonly #taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #owner: ThreadOwner | undefined
  #isOver = false
  #heard = 0

  constructor(file: string, { memoryBytes, compiled }: Omit<ThreadOptions, 'file'>) {
    this.memoryBytes = memoryBytes
    const module = compiled?.get(memoryBytes)
    const start = {
      job: 'run a script',
      memoryBytes,
      taken: this.#taken,
      ...(module ? { module } : {}),
    } as const
    this.#worker = createWorker(file, start)
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => {
      if (message.kind === 'compiled') compiled?.set(memoryBytes, message.module)
      else this.#hear(message)
    })
    this.#worker.on('error', error => this.#broke(error.name))
    this.#worker.on('exit', () => this.#broke('exit'))
  }

  /** It can be given no script any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  run(job: ScriptJob, owner: ThreadOwner): void {
    this.#owner = owner
    this.#worker.ref()
    this.#worker.postMessage(job)
  }

  answer(answer: ScriptAnswer): void {
    this.#worker.postMessage(answer)
  }

  /** At once, whatever it is doing. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#worker.terminate()
  }

  #hear(message: ScriptMessage): void {
    this.#owner?.hear(message)
    if (message.kind !== 'print') return
    // Not before others had their turn: until then it sends only a little more.
    this.#heard += 1
    if (this.#heard === 1) setImmediate(() => this.#acknowledge())
  }

  #acknowledge(): void {
    Atomics.add(this.#taken, 0, this.#heard)
    Atomics.notify(this.#taken, 0)
    this.#heard = 0
  }

  #broke(why: string): void {
    this.#isOver = true
    this.#owner?.broke(why)
  }
}

/** The environment of the person is none of its business; what it prints, were it to, goes nowhere. */
const createWorker = (url: string, start: ThreadStart): Worker => {
  const compiled = runtime.getCompileCacheDir?.()
  return new Worker(new URL(url), {
    name: 'script',
    workerData: start,
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, stackSizeMb: STACK_MB },
  })
}

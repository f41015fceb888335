import runtime from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CodeAnswer, CodeRequest, CodeThreadStart } from './map-messages.ts'

/** Never reached: files and what is known of them are bounded below it. */
const HEAP_LIMIT_MB = 512
/** Most of what is made is thrown away at once: more room for it would only be taken up. */
const YOUNG_MB = 8
const STACK_MB = 8
/** Whatever is asked: hostile files take no longer than that, and cost only the answer. */
const ANSWER_MS = 60_000

/** A question without its number. */
export type Question = CodeRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never

/** Code is read in a thread of its own: whatever is in it, others run on. A thread that broke is started again. */
export class CodeThread implements AsyncDisposable {
  readonly #start: Omit<CodeThreadStart, 'job'>
  readonly #waiting = new Map<number, (answer: CodeAnswer) => void>()
  #worker: Promise<Worker> | undefined
  #last = 0

  constructor(start: Omit<CodeThreadStart, 'job'>) {
    this.#start = start
  }

  /** `failed`: the thread broke, took too long or was ended; the next question starts a new one. */
  async ask(question: Question, signal: AbortSignal): Promise<CodeAnswer> {
    this.#last += 1
    const id = this.#last
    const { promise, resolve } = Promise.withResolvers<CodeAnswer>()
    this.#waiting.set(id, resolve)
    const clock = setTimeout(() => {
      resolve({ id, kind: 'failed', message: 'it took too long' })
      void this.#end()
    }, ANSWER_MS)
    // What the thread has found out by then is not thrown away.
    const interrupted = (): void => resolve({ id, kind: 'failed', message: 'interrupted' })
    signal.addEventListener('abort', interrupted, { once: true })
    try {
      this.#worker ??= this.#open()
      const worker = await this.#worker
      worker.ref()
      worker.postMessage({ ...question, id } satisfies CodeRequest)
      return await promise
    } finally {
      clearTimeout(clock)
      signal.removeEventListener('abort', interrupted)
      this.#waiting.delete(id)
      // Nothing keeps the program awake that nobody waits for.
      if (this.#waiting.size === 0) void this.#worker?.then(worker => worker.unref())
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end()
  }

  async #open(): Promise<Worker> {
    const { CODE_WORKER_URL } = await import('./code-worker.ts')
    const worker = createWorker(CODE_WORKER_URL, { ...this.#start, job: 'read code' })
    worker.on('message', (answer: CodeAnswer) => this.#waiting.get(answer.id)?.(answer))
    worker.on('error', error => this.#broke(worker, error.name))
    worker.on('exit', () => this.#broke(worker, 'exit'))
    return worker
  }

  #broke(worker: Worker, message: string): void {
    void this.#worker?.then(now => {
      if (now !== worker) return
      this.#worker = undefined
      for (const [id, resolve] of this.#waiting) resolve({ id, kind: 'failed', message })
    })
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    for (const [id, resolve] of this.#waiting) resolve({ id, kind: 'failed', message: 'ended' })
    await (await worker)?.terminate()
  }
}

/** The environment of the person is none of its business; what it prints, were it to, goes nowhere. */
const createWorker = (url: string, start: CodeThreadStart): Worker => {
  const compiled = runtime.getCompileCacheDir?.()
  return new Worker(new URL(url), {
    name: 'code',
    workerData: start,
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: HEAP_LIMIT_MB,
      maxYoungGenerationSizeMb: YOUNG_MB,
      stackSizeMb: STACK_MB,
    },
  })
}

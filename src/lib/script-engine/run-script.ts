import runtime from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ScriptAnswer, ScriptCall, ScriptFault, ScriptJob, ScriptMessage } from './messages.ts'

/** What the script reaches outside itself. */
export interface ScriptOwner {
  /** Never rejects; the signal ends it when the script is over. */
  call(call: ScriptCall, signal: AbortSignal): Promise<Omit<ScriptAnswer, 'id'>>
  print(text: string): void
  /** The file its thread starts with; absent: ours. */
  readonly thread?: string
}

export type ScriptEnd =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly fault: ScriptFault }

/** After its own limit the interpreter may name the line it was at; then the thread is ended. */
const GRACE_MS = 200
const LOAD_MS = 30_000
/**
 * Never reached: what a script can hold is bounded below it. A thread that reaches its limit with one allocation takes
 * the process with it.
 */
const HEAP_LIMIT_MB = 2048
const STACK_MB = 8

/**
 * One script in a thread of its own, from its first line to its end. The thread is ended when it computes too long,
 * when it is done, or when nobody waits any more; no call of it goes on after that.
 */
export const runScript = async (
  job: Omit<ScriptJob, 'job'>,
  owner: ScriptOwner,
  signal: AbortSignal,
): Promise<ScriptEnd> => {
  const thread = owner.thread ?? (await import('./engine-worker.ts')).ENGINE_WORKER_URL
  if (signal.aborted) return STOPPED
  const worker = createWorker(thread, { ...job, job: 'run a script' })
  const run = new Run(worker, job.limits.computeMs + GRACE_MS, owner)
  const stop = () => run.end(STOPPED)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await run.done
  } finally {
    signal.removeEventListener('abort', stop)
    await Promise.all([worker.terminate(), run.rest()])
  }
}

const STOPPED: ScriptEnd = { ok: false, fault: { kind: 'stopped', message: '' } }

class Run {
  readonly done: Promise<ScriptEnd>
  readonly #worker: Worker
  readonly #owner: ScriptOwner
  readonly #computeMs: number
  readonly #calls = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: ScriptCall[] = []
  #resolve: (end: ScriptEnd) => void
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #isOver = false

  constructor(worker: Worker, computeMs: number, owner: ScriptOwner) {
    const { promise, resolve } = Promise.withResolvers<ScriptEnd>()
    this.done = promise
    this.#resolve = resolve
    this.#worker = worker
    this.#owner = owner
    this.#computeMs = computeMs
    this.#watch(LOAD_MS)
    worker.on('message', (message: ScriptMessage) => this.#hear(message))
    worker.on('error', error => this.#broke(error.name))
    worker.on('exit', () => this.#broke('exit'))
  }

  end(end: ScriptEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#calls.abort()
    // At once: it may be computing.
    void this.#worker.terminate()
    this.#resolve(end)
  }

  /** Resolves when no call of it runs any more. */
  async rest(): Promise<void> {
    await Promise.all(this.#running)
  }

  #broke(message: string): void {
    this.end({ ok: false, fault: { kind: 'broken', message } })
  }

  #watch(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end({ ok: false, fault: { kind: 'time', message: '' } }), ms)
  }

  #hear(message: ScriptMessage): void {
    if (this.#isOver) return
    switch (message.kind) {
      case 'loaded':
        this.#watch(this.#computeMs)
        break
      case 'rests':
        clearTimeout(this.#timer)
        this.#timer = undefined
        if (message.answers < this.#sent) this.#watch(this.#computeMs)
        break
      case 'print':
        this.#owner.print(message.text)
        break
      case 'done':
        this.end({ ok: true, json: message.json })
        break
      case 'failed':
        this.end({ ok: false, fault: message.fault })
        break
      case 'call':
        this.#start(message)
    }
  }

  /** Each in a turn of its own: many calls at once, or large ones, must not hold up the keyboard. */
  #start(call: ScriptCall): void {
    this.#waiting.push(call)
    if (this.#waiting.length === 1) setImmediate(() => this.#next())
  }

  #next(): void {
    const call = this.#isOver ? undefined : this.#waiting.shift()
    if (!call) return
    const running = this.#answer(call)
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }

  async #answer(call: ScriptCall): Promise<void> {
    if (this.#isOver) return
    const answer = await this.#owner.call(call, this.#calls.signal)
    if (this.#isOver) return
    this.#sent += 1
    // It may still be at an earlier one: that time counts.
    if (!this.#timer) this.#watch(this.#computeMs)
    this.#worker.postMessage({ id: call.id, ...answer } satisfies ScriptAnswer)
  }
}

/** The environment of the person is none of its business; what it prints, were it to, goes nowhere. */
const createWorker = (url: string, job: ScriptJob): Worker => {
  const compiled = runtime.getCompileCacheDir?.()
  return new Worker(new URL(url), {
    name: 'script',
    workerData: job,
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB, stackSizeMb: STACK_MB },
  })
}

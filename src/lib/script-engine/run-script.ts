import type { ScriptAnswer, ScriptCall, ScriptFault, ScriptJob, ScriptMessage } from './messages.ts'
import { type CompiledEngines, type ScriptThread, startThread } from './script-thread.ts'

/** What the script reaches outside itself. */
export interface ScriptOwner {
  /** Never rejects; the signal ends it when the script is over. */
  call(call: ScriptCall, signal: AbortSignal): Promise<Omit<ScriptAnswer, 'id'>>
  print(text: string): void
  /** The file its thread starts with; absent: ours. */
  readonly thread?: string
  /** One that was begun before; it is used or ended. */
  readonly ahead?: Promise<ScriptThread | undefined> | undefined
  readonly compiled?: CompiledEngines | undefined
}

export type ScriptEnd =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly fault: ScriptFault }

/** After its own limit the interpreter may name the line it was at; then the thread is ended. */
const GRACE_MS = 200
const LOAD_MS = 30_000

/**
 * One script in a thread of its own, from its first line to its end. The thread is ended when it computes too long,
 * when it is done, or when nobody waits any more; no call of it goes on after that.
 */
export const runScript = async (
  job: ScriptJob,
  owner: ScriptOwner,
  signal: AbortSignal,
): Promise<ScriptEnd> => {
  const thread = await threadFor(job, owner)
  const run = new Run(thread, job, owner)
  const stop = () => run.end(STOPPED)
  if (signal.aborted) stop()
  else run.start()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await run.done
  } finally {
    signal.removeEventListener('abort', stop)
    await Promise.all([thread.end(), run.rest()])
  }
}

/** The one that was begun before, if it is still there and has the memory that is wanted. */
const threadFor = async (
  { limits: { memoryBytes } }: ScriptJob,
  { thread: file, ahead, compiled }: ScriptOwner,
): Promise<ScriptThread> => {
  const begun = await ahead?.catch(() => undefined)
  if (begun && !begun.isOver && begun.memoryBytes === memoryBytes) return begun
  void begun?.end()
  return await startThread({ memoryBytes, compiled, file })
}

const STOPPED: ScriptEnd = { ok: false, fault: { kind: 'stopped', message: '' } }

class Run {
  readonly done: Promise<ScriptEnd>
  readonly #thread: ScriptThread
  readonly #job: ScriptJob
  readonly #owner: ScriptOwner
  readonly #computeMs: number
  readonly #calls = new AbortController()
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: ScriptCall[] = []
  #resolve: (end: ScriptEnd) => void
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #isOver = false

  constructor(thread: ScriptThread, job: ScriptJob, owner: ScriptOwner) {
    const { promise, resolve } = Promise.withResolvers<ScriptEnd>()
    this.done = promise
    this.#resolve = resolve
    this.#thread = thread
    this.#job = job
    this.#owner = owner
    this.#computeMs = job.limits.computeMs + GRACE_MS
  }

  start(): void {
    this.#watch(LOAD_MS)
    this.#thread.run(this.#job, {
      hear: message => this.#hear(message),
      broke: message => this.end({ ok: false, fault: { kind: 'broken', message } }),
    })
  }

  end(end: ScriptEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#calls.abort()
    // At once: it may be computing.
    void this.#thread.end()
    this.#resolve(end)
  }

  /** Resolves when no call of it runs any more. */
  async rest(): Promise<void> {
    await Promise.all(this.#running)
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
    this.#thread.answer({ id: call.id, ...answer } satisfies ScriptAnswer)
  }
}

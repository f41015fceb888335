import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { JSValueHandle, QuickJS } from 'quickjs-wasi'
import { capMemory } from './cap-memory.ts'
import type { FromThread, ScriptAnswer, ScriptFault, ScriptJob, ThreadStart } from './messages.ts'
import { PRELUDE } from './prelude.ts'

/** The file a thread starts with: this module is only ever loaded through `import()`, so it is a file of its own. */
export const ENGINE_WORKER_URL = import.meta.url

/** Far below what the stack of a thread holds: the interpreter is to notice before the machine does. */
const STACK_BYTES = 192 * 1024
/** Kept back from what the interpreter counts, for what it does not count. */
const UNCOUNTED_BYTES = 2 * 1024 ** 2
/** As WASI counts errors. */
const BAD_FILE = 8
const PRINT_PIECE_CHARS = 32 * 1024
/** Pieces of output that are under way at a time. */
const PIECES_AHEAD = 8
/** Whoever takes nothing for so long is not waited for. */
const PATIENCE_MS = 2_000
const MAX_DEPTH = 200
const MAX_MESSAGE_CHARS = 4_000

interface Engine {
  readonly QuickJS: typeof QuickJS
  readonly module: WebAssembly.Module
}

/** All that does not depend on the script. */
const loadEngine = async (port: MessagePort, { memoryBytes, module }: ThreadStart): Promise<Engine> => {
  const [{ QuickJS }, compiled] = await Promise.all([import('quickjs-wasi'), module ?? compile(memoryBytes)])
  if (!module) offer(port, compiled)
  return { QuickJS, module: compiled }
}

const compile = async (memoryBytes: number): Promise<WebAssembly.Module> => {
  const { engineBytes } = await import('./engine-bytes.ts')
  return await WebAssembly.compile(capMemory(engineBytes(), memoryBytes))
}

/** Where it cannot be sent, each thread compiles its own. */
const offer = (port: MessagePort, module: WebAssembly.Module): void => {
  try {
    port.postMessage({ kind: 'compiled', module } satisfies FromThread)
  } catch {}
}

/** One script in an interpreter of its own. What comes from it are strings, and nothing in it is believed. */
class Guest {
  readonly #port: MessagePort
  readonly #job: ScriptJob
  readonly #taken: Int32Array
  #vm: QuickJS | undefined
  #receive: JSValueHandle | undefined
  #clock: number
  #deadline = Number.POSITIVE_INFINITY
  #isOver = false
  #answers = 0
  #open = 0
  #calls = 0
  #output = 0
  #printed = ''
  #pieces = 0

  constructor(port: MessagePort, job: ScriptJob, taken: Int32Array) {
    this.#port = port
    this.#job = job
    this.#taken = taken
    this.#clock = job.startedAt
  }

  async start(engine: Promise<Engine>): Promise<void> {
    const { QuickJS, module } = await engine
    const { memoryBytes } = this.#job.limits
    this.#vm = await QuickJS.create({
      wasm: module,
      memoryLimit: memoryBytes - UNCOUNTED_BYTES,
      maxStackSize: STACK_BYTES,
      timezoneOffset: 0,
      interruptHandler: () => this.#isOver || Date.now() > this.#deadline,
      wasi: memory => ({
        clock_time_get: (_clock: number, _precision: bigint, at: number) => {
          new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(this.#clock)) * 1_000_000n, true)
          return 0
        },
        random_get: (at: number, length: number) => {
          new Uint8Array(memory.buffer, at, length).fill(7)
          return 0
        },
        // What the interpreter itself would print goes nowhere.
        fd_write: () => BAD_FILE,
      }),
    })
    this.#post({ kind: 'loaded' })
    this.#work(vm => this.#begin(vm))
  }

  #begin(vm: QuickJS): void {
    const send = vm.newFunction('send', (...given) =>
      vm.newNumber(this.#hear(given.map(each => each.toString()))),
    )
    const prelude = vm.evalCode(PRELUDE, 'prelude.js')
    const doors = vm.callFunction(prelude, vm.getUndefined(), send, vm.newString(this.#job.args))
    this.#receive = doors.getProp('receive')
    if (this.#job.setup !== undefined) {
      const setup = vm.evalCode(this.#job.setup, 'setup.js')
      vm.callFunction(setup, vm.getUndefined(), doors.getProp('call'), doors.getProp('offer'))
    }
    const main = vm.evalCode(`(async () => {${this.#job.code}\n})()`, 'script.js')
    vm.callFunction(doors.getProp('finish'), vm.getUndefined(), main)
  }

  take({ id, ok, json, cut, at }: ScriptAnswer): void {
    this.#answers += 1
    this.#open -= 1
    this.#clock = at
    this.#work(vm => {
      const [number, text] = [vm.newNumber(id), vm.newString(json)]
      if (this.#receive)
        vm.callFunction(
          this.#receive,
          vm.getUndefined(),
          number,
          ok ? vm.getTrue() : vm.getFalse(),
          text,
          cut ? vm.getTrue() : vm.getFalse(),
        )
      number.dispose()
      text.dispose()
    })
  }

  /** Lets the script run until it waits for something; whatever breaks on the way ends it for good. */
  #work(begin: (vm: QuickJS) => void): void {
    if (this.#isOver || !this.#vm) return
    this.#deadline = Date.now() + this.#job.limits.computeMs
    try {
      begin(this.#vm)
      this.#vm.executePendingJobs()
      if (this.#isLate) this.#fail({ kind: 'time', message: '' })
    } catch (error) {
      this.#fail(faultIn(error, this.#isLate))
    }
    if (this.#isOver) return
    this.#flush()
    if (this.#open === 0) this.#fail({ kind: 'stuck', message: '' })
    else this.#post({ kind: 'rests', answers: this.#answers })
  }

  get #isLate(): boolean {
    return Date.now() > this.#deadline
  }

  #hear([kind, ...given]: readonly string[]): number {
    if (this.#isOver) throw new Error('over')
    const [first = '', second = '', third = '', fourth = ''] = given
    switch (kind) {
      case 'print':
        this.#print(first)
        return 0
      case 'done':
        this.#count(first)
        this.#flush()
        this.#end({ kind: 'done', json: first })
        return 0
      case 'failed':
        this.#fail(thrown({ name: first, message: second, line: third, code: fourth }))
        return 0
      default:
        return this.#call({ method: first, name: second, json: third, line: fourth })
    }
  }

  #call(call: { method: string; name: string; json: string; line: string }): number {
    const { maxCalls, inputBytes } = this.#job.limits
    this.#calls += 1
    this.#open += 1
    if (this.#calls > maxCalls) this.#give({ kind: 'calls', message: String(maxCalls), ...lineIn(call.line) })
    if (call.json.length + call.name.length > inputBytes || isDeep(call.json))
      this.#give({ kind: 'input', message: '', ...lineIn(call.line) })
    this.#flush()
    const { method, name, json } = call
    this.#post({ kind: 'call', id: this.#calls, method, name, json, ...lineIn(call.line) })
    return this.#calls
  }

  #print(text: string): void {
    this.#count(text)
    this.#printed += `${text}\n`
    if (this.#printed.length > PRINT_PIECE_CHARS) this.#flush()
  }

  #count(text: string): void {
    this.#output += text.length
    const { outputBytes } = this.#job.limits
    if (this.#output > outputBytes) this.#give({ kind: 'output', message: String(outputBytes) })
  }

  /** In pieces, so that whoever takes them is never long at it. */
  #flush(): void {
    const text = this.#printed
    this.#printed = ''
    for (let at = 0; at < text.length; at += PRINT_PIECE_CHARS)
      this.#sendPiece(text.slice(at, at + PRINT_PIECE_CHARS))
  }

  /** No faster than they are taken; the time that takes is not the script's. */
  #sendPiece(text: string): void {
    const began = Date.now()
    for (;;) {
      const taken = Atomics.load(this.#taken, 0)
      const late = Date.now() - began
      if (this.#pieces - taken < PIECES_AHEAD || late > PATIENCE_MS) break
      Atomics.wait(this.#taken, 0, taken, PATIENCE_MS / 10)
    }
    this.#deadline += Date.now() - began
    this.#pieces += 1
    this.#post({ kind: 'print', text })
  }

  #give(fault: ScriptFault): never {
    this.#fail(fault)
    throw new Error('over')
  }

  #fail(fault: ScriptFault): void {
    if (this.#isOver) return
    this.#flush()
    this.#end({ kind: 'failed', fault: { ...fault, message: fault.message.slice(0, MAX_MESSAGE_CHARS) } })
  }

  #end(message: FromThread): void {
    this.#isOver = true
    this.#post(message)
    this.#port.close()
  }

  #post(message: FromThread): void {
    this.#port.postMessage(message)
  }
}

const OUT_OF_MEMORY = /out of memory|malloc failed|memory access|grow/i

/** What ended the interpreter itself: its own errors, or those of the machine below it. */
const faultIn = (error: unknown, isLate: boolean): ScriptFault => {
  const { name = '', message = '', stack = '' } = error instanceof Error ? error : {}
  const line = lineIn(/script\.js:(\d+)/.exec(stack ?? '')?.[1] ?? '')
  if (isLate || message === 'interrupted') return { kind: 'time', message: '', ...line }
  if (OUT_OF_MEMORY.test(message)) return { kind: 'memory', message: '', ...line }
  if (error instanceof RangeError) return { kind: 'depth', message: '' }
  if (name === 'SyntaxError') return { kind: 'syntax', message, ...line }
  return { kind: 'broken', message: name, ...line }
}

const thrown = (error: { name: string; message: string; line: string; code: string }): ScriptFault => {
  const line = lineIn(error.line)
  if (error.name === 'InternalError' && error.message === 'out of memory')
    return { kind: 'memory', message: '', ...line }
  const named = error.name === '' || error.name === 'Error' || error.code !== ''
  return {
    kind: 'threw',
    message: named ? error.message : `${error.name}: ${error.message}`,
    ...line,
    ...(error.code === '' ? {} : { code: error.code }),
  }
}

const lineIn = (text: string): { readonly line?: number } =>
  /^\d{1,9}$/.test(text) ? { line: Number(text) } : {}

/** Before anybody reads it: what lies too deep breaks readers. */
const isDeep = (json: string): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isText && sign === '\\') at += 1
    else if (sign === '"') isText = !isText
    else if (!isText && (sign === '[' || sign === '{')) {
      depth += 1
      if (depth > MAX_DEPTH) return true
    } else if (!isText && (sign === ']' || sign === '}')) depth -= 1
  }
  return false
}

const isStart = (data: unknown): data is ThreadStart =>
  typeof data === 'object' && data !== null && 'job' in data && data.job === 'run a script'

/** While there is no script yet: what an interpreter needs to begin is compiled when it is first used. */
const warmUp = async ({ QuickJS, module }: Engine): Promise<void> => {
  const vm = await QuickJS.create({ wasm: module, wasi: () => ({ fd_write: () => BAD_FILE }) })
  vm.evalCode(PRELUDE, 'prelude.js')
}

const serve = (port: MessagePort, start: ThreadStart): void => {
  const engine = loadEngine(port, start)
  let guest: Guest | undefined
  void engine.then(loaded => (guest ? undefined : warmUp(loaded)))
  port.on('message', (message: ScriptJob | ScriptAnswer) => {
    if ('id' in message) guest?.take(message)
    else {
      guest = new Guest(port, message, start.taken)
      void guest.start(engine)
    }
  })
}

// Whoever only asks for the address, or runs threads of its own around us, starts nothing.
if (!isMainThread && parentPort && isStart(workerData)) serve(parentPort, workerData)

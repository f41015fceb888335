/** What a script may use up. */
/** A WebAssembly.Module, in words that a program needs no library of types for. */
export type CompiledEngine = object

export interface ScriptLimits {
  /** Computing without a call; waiting for calls does not count. */
  readonly computeMs: number
  readonly memoryBytes: number
  readonly maxCalls: number
  /** Everything it prints and gives back. */
  readonly outputBytes: number
  /** One input of a call, as JSON. */
  readonly inputBytes: number
}

/** What a thread is started with; its script comes later, or never. */
export interface ThreadStart {
  readonly job: 'run a script'
  readonly memoryBytes: number
  /** What another thread compiled. */
  readonly module?: CompiledEngine
  /** Counts the pieces of output that were taken: so many more may be sent. */
  readonly taken: Int32Array
}

/** What a thread runs. */
export interface ScriptJob {
  readonly code: string
  /** JSON: what the script finds as `args`. */
  readonly args: string
  /** Source of a function that is given `call` and `offer` before the script begins, to add what it finds. */
  readonly setup?: string
  readonly limits: ScriptLimits
  /** The clock of the script stands still while it computes, and goes on with each answer. */
  readonly startedAt: number
}

/** An answer to a call. */
export interface ScriptAnswer {
  readonly id: number
  readonly ok: boolean
  /** JSON: what the call gives, or the fields of the error it throws. */
  readonly json: string
  /** It is the beginning of a longer list: `truncated` says so. */
  readonly cut?: true
  readonly at: number
}

export interface ScriptFault {
  readonly kind:
    | 'threw'
    | 'syntax'
    | 'stuck'
    | 'time'
    | 'memory'
    | 'calls'
    | 'input'
    | 'output'
    | 'depth'
    | 'broken'
    | 'stopped'
  /** As the script would print it. */
  readonly message: string
  readonly line?: number
  /** Of an error that a call threw. */
  readonly code?: string
}

export interface ScriptCall {
  readonly id: number
  /** `tool`, `mcp`, `search`, `describe` or what the setup calls. */
  readonly method: string
  readonly name: string
  /** JSON, serialised once by the script. */
  readonly json: string
  readonly line?: number
}

/** All that a thread sends. */
export type FromThread =
  | ScriptMessage
  /** For the threads after it. */
  | { readonly kind: 'compiled'; readonly module: CompiledEngine }

/** From the script to its owner: the only words that cross. */
export type ScriptMessage =
  /** The interpreter is there; from here on the time is the script's. */
  | { readonly kind: 'loaded' }
  | ({ readonly kind: 'call' } & ScriptCall)
  | { readonly kind: 'print'; readonly text: string }
  /** Everything up to this answer was worked through; the script waits. */
  | { readonly kind: 'rests'; readonly answers: number }
  | { readonly kind: 'done'; readonly json: string }
  | { readonly kind: 'failed'; readonly fault: ScriptFault }

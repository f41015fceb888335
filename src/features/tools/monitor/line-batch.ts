export interface BatchLimits {
  /** Lines that come within this time are told together. */
  readonly gatherMs: number
  /** Characters of lines told at once; of more, the last. */
  readonly maxChars: number
  /** After so many it stops telling. */
  readonly maxBatches: number
}

export interface Batch {
  readonly lines: readonly string[]
  /** Lines before these that were left out. */
  readonly leftOut: number
}

/** Gathers lines into batches, at a bounded pace and size; after the last one it says so, once. */
export class LineBatcher {
  readonly #limits: BatchLimits
  readonly #tell: (batch: Batch) => void
  readonly #onFull: () => void
  #lines: string[] = []
  #chars = 0
  #leftOut = 0
  #told = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: BatchLimits, to: { tell(batch: Batch): void; onFull(): void }) {
    this.#limits = limits
    this.#tell = batch => to.tell(batch)
    this.#onFull = () => to.onFull()
  }

  add(line: string): void {
    if (this.#told >= this.#limits.maxBatches) return
    this.#lines.push(line)
    this.#chars += line.length + 1
    while (this.#chars > this.#limits.maxChars && this.#lines.length > 1) {
      this.#chars -= (this.#lines.shift()?.length ?? 0) + 1
      this.#leftOut++
    }
    this.#timer ??= setTimeout(() => this.flush(), this.#limits.gatherMs)
  }

  /** Tells what is there now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines.length === 0) return
    this.#tell({ lines: this.#lines, leftOut: this.#leftOut })
    this.#lines = []
    this.#chars = 0
    this.#leftOut = 0
    if (++this.#told === this.#limits.maxBatches) this.#onFull()
  }
}

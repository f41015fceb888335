import { fileHistoryText } from '../../../protocol/messages/host/file-history.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
export interface ScanLimits {
  readonly maxFiles: number
  /** Content copied in one scan. */
  readonly maxBytes: number
  readonly maxFileBytes: number
  /** Content copied in a session. */
  readonly maxStoreBytes: number
  readonly maxMs: number
}

export const DEFAULT_LIMITS: ScanLimits = {
  maxFiles: 20_000,
  maxBytes: 200 * 1024 * 1024,
  maxFileBytes: 50 * 1024 * 1024,
  maxStoreBytes: 1024 * 1024 * 1024,
  maxMs: 2000,
}

/** Other work gets its turn after this long. */
const BREATH_MS = 15
/** Steps between two looks at the clock. */
const STEPS = 32

export interface ScanContext {
  elapsed(): number
  /** Where this program keeps its own files. */
  readonly ownDirectory: string
  /** The person's. */
  readonly home?: string
}

/** Time and room for one scan. */
export class ScanBudget {
  readonly maxFiles: number
  readonly ownDirectory: string
  readonly home: string | undefined
  readonly #limits: ScanLimits
  readonly #clock: ScanContext
  readonly #started: number
  #breath: number
  #steps = 0
  #bytes = 0
  #why: LocalizedText | undefined
  #isOver = false

  constructor(limits: ScanLimits, clock: ScanContext) {
    this.maxFiles = limits.maxFiles
    this.ownDirectory = clock.ownDirectory
    this.home = clock.home
    this.#limits = limits
    this.#clock = clock
    this.#started = clock.elapsed()
    this.#breath = this.#started
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** What ran out, in words. */
  get why(): LocalizedText | undefined {
    return this.#why
  }

  /** False when time is up. Most of the time it is no promise: waiting for nothing costs more than a look at a file. */
  goOn(): Promise<boolean> | boolean {
    this.#steps += 1
    if (this.#isOver || this.#steps % STEPS !== 0) return !this.#isOver
    const now = this.#clock.elapsed()
    if (now - this.#started > this.#limits.maxMs) {
      this.#isOver = true
      this.#why = fileHistoryText('time_up', { seconds: this.#limits.maxMs / 1000 })
      return false
    }
    if (now - this.#breath < BREATH_MS) return true
    return new Promise(resolve => {
      setImmediate(() => {
        this.#breath = this.#clock.elapsed()
        resolve(true)
      })
    })
  }

  hasRoomFor(bytes: number): boolean {
    if (bytes > this.#limits.maxFileBytes) {
      this.#why ??= fileHistoryText('size_over', { size: megabytes(this.#limits.maxFileBytes) })
      return false
    }
    if (this.#bytes + bytes <= this.#limits.maxBytes) return true
    this.#why ??= fileHistoryText('no_room_beyond', { size: megabytes(this.#limits.maxBytes) })
    return false
  }

  /** Takes room for a copy. `stored` is what the session has copied before. */
  spend(bytes: number, stored: number): boolean {
    if (!this.hasRoomFor(bytes)) return false
    if (stored + bytes > this.#limits.maxStoreBytes) {
      this.#why ??= fileHistoryText('store_full', { size: megabytes(this.#limits.maxStoreBytes) })
      return false
    }
    this.#bytes += bytes
    return true
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`

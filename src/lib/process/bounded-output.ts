import { isUtf8 } from 'node:buffer'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDirectories } from '../files/make-directories.ts'
import { dropPartialEnd, dropPartialStart } from './utf8-edges.ts'

export interface OutputLimits {
  /** Output up to this size stays in memory alone. Not more than `headBytes`. */
  readonly spillAfterBytes: number
  /** Memory kept of a longer output: its beginning and its end. */
  readonly headBytes: number
  readonly tailBytes: number
  /** The file gets no more than this. Absent: all of it. */
  readonly keptBytes?: number
  /** What is not UTF-8 is probably this. */
  readonly encoding?: string
}

/**
 * Collects the output of a process in bounded memory. The beginning and the end stay; the whole goes to a private
 * file as soon as it is longer than `spillAfterBytes`, and the file does not exist before.
 */
export class BoundedOutput {
  readonly #limits: OutputLimits
  readonly #path: string
  readonly #head: Buffer[] = []
  #headBytes = 0
  /** Twice the limit, so that the end has to be moved to its front only now and then. */
  #tail: Buffer | undefined
  #tailBytes = 0
  #bytes = 0
  #fd: number | undefined
  #kept = 0
  #spillError: string | undefined
  #loading: Promise<void> | undefined
  #read = (bytes: Buffer): string => bytes.toString('utf8')

  constructor(path: string, limits: OutputLimits) {
    this.#path = path
    this.#limits = limits
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Where the whole output is, once it did not fit. */
  get file(): string | undefined {
    return this.#fd === undefined || this.#spillError !== undefined ? undefined : this.#path
  }

  /** Why the whole output could not be kept. */
  get spillError(): string | undefined {
    return this.#spillError
  }

  /** Takes the chunk over: its memory may be given back before this returns. */
  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (!this.#loading && !isUtf8(dropPartialEnd(dropPartialStart(chunk)))) this.#loading = this.#load()
    if (this.#fd !== undefined || this.#bytes > this.#limits.spillAfterBytes) this.#spill(chunk)
    const room = this.#limits.headBytes - this.#headBytes
    const forHead = chunk.subarray(0, Math.max(0, room))
    if (forHead.length > 0) {
      this.#head.push(forHead)
      this.#headBytes += forHead.length
    }
    if (forHead.length < chunk.length) this.#addTail(chunk.subarray(forHead.length))
    if (forHead.length === 0) release(chunk)
  }

  /** Once this resolves all that came is read in its own encoding. */
  async readable(): Promise<void> {
    await this.#loading
  }

  /** The whole, or beginning and end with a line between them that says how much is missing. */
  text(): string {
    const tail = this.#lastBytes(this.#limits.tailBytes)
    const missing = this.#bytes - this.#headBytes - tail.length
    if (missing === 0) return this.#read(Buffer.concat([...this.#head, tail]))
    const head = Buffer.concat(this.#head)
    return `${this.#read(dropPartialEnd(head))}\n[… ${missing} bytes left out …]\n${this.#read(dropPartialStart(tail))}`
  }

  /** The end of the output, for people who watch; at most `tailBytes` of it. */
  tail(maxBytes: number): string {
    const tail = this.#lastBytes(maxBytes)
    const last = [tail]
    let room = maxBytes - tail.length
    for (let at = this.#head.length - 1; at >= 0 && room > 0; at -= 1) {
      const chunk = this.#head[at]?.subarray(-room)
      if (chunk) last.unshift(chunk)
      room -= chunk?.length ?? 0
    }
    return this.#read(dropPartialStart(Buffer.concat(last)))
  }

  /** Puts an output that is still whole in memory into the file as well, and whatever follows. */
  save(): void {
    if (this.#fd === undefined) this.#spill(Buffer.alloc(0))
  }

  /** The first bytes, as they came; at most `headBytes` of them. */
  start(maxBytes: number): Buffer {
    const first = this.#head[0] ?? Buffer.alloc(0)
    return (first.length >= maxBytes ? first : Buffer.concat(this.#head)).subarray(0, maxBytes)
  }

  /** All bytes; `undefined` when there are more than `maxBytes`, or they are not kept. */
  whole(maxBytes: number): Buffer | undefined {
    if (this.#bytes > maxBytes) return undefined
    if (this.#bytes <= this.#limits.headBytes) return Buffer.concat(this.#head)
    return this.file === undefined || this.#kept < this.#bytes ? undefined : readFileSync(this.file)
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
  }

  async #load(): Promise<void> {
    const { outputText } = await import('../encoding/output-text.ts')
    this.#read = bytes => outputText(bytes, this.#limits.encoding)
  }

  #addTail(chunk: Buffer): void {
    const { tailBytes } = this.#limits
    this.#tail ??= Buffer.allocUnsafeSlow(2 * tailBytes)
    const end = chunk.subarray(-tailBytes)
    if (this.#tailBytes + end.length > this.#tail.length) {
      this.#tail.copyWithin(0, this.#tailBytes - Math.min(this.#tailBytes, tailBytes), this.#tailBytes)
      this.#tailBytes = Math.min(this.#tailBytes, tailBytes)
    }
    end.copy(this.#tail, this.#tailBytes)
    this.#tailBytes += end.length
  }

  #lastBytes(count: number): Buffer {
    return this.#tail?.subarray(Math.max(0, this.#tailBytes - count), this.#tailBytes) ?? Buffer.alloc(0)
  }

  #spill(chunk: Buffer): void {
    if (this.#spillError !== undefined) return
    try {
      if (this.#fd === undefined) {
        makeDirectories(dirname(this.#path), 0o700)
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
        this.#fd = openSync(this.#path, flags, 0o600)
        for (const earlier of [...this.#head, this.#lastBytes(this.#tailBytes)]) this.#keep(this.#fd, earlier)
      }
      this.#keep(this.#fd, chunk)
    } catch (error) {
      // A full disk must not fail the command; its user is told that only beginning and end are left.
      this.#spillError = (error as Error).message
    }
  }

  #keep(fd: number, data: Buffer): void {
    const room = (this.#limits.keptBytes ?? Number.POSITIVE_INFINITY) - this.#kept
    const kept = data.length <= room ? data : data.subarray(0, Math.max(0, room))
    writeAll(fd, kept)
    this.#kept += kept.length
  }
}

const writeAll = (fd: number, data: Buffer): void => {
  let offset = 0
  while (offset < data.length) offset += writeSync(fd, data, offset)
}

/**
 * Waiting for the collector would let a flood take tens of megabytes. A pipe hands over a buffer of its own, filled to
 * the end or nearly so; a piece of the shared pool, which is not ours to free, is less than half of it.
 */
const release = ({ buffer, byteOffset, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength * 2 > buffer.byteLength)
    buffer.transfer(0)
}

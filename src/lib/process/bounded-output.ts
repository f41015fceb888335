import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeDirectories } from '../make-directories.ts'

export interface OutputLimits {
  /** Output up to this size stays in memory alone. Not more than `headBytes`. */
  readonly spillAfterBytes: number
  /** Memory kept of a longer output: its beginning and its end. */
  readonly headBytes: number
  readonly tailBytes: number
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
  #tail: Buffer[] = []
  #tailBytes = 0
  #bytes = 0
  #fd: number | undefined
  #spillError: string | undefined

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

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.spillAfterBytes) this.#spill(chunk)
    const room = this.#limits.headBytes - this.#headBytes
    const forHead = chunk.subarray(0, Math.max(0, room))
    if (forHead.length > 0) {
      this.#head.push(forHead)
      this.#headBytes += forHead.length
    }
    if (forHead.length < chunk.length) this.#addTail(chunk.subarray(forHead.length))
  }

  /** The whole, or beginning and end with a line between them that says how much is missing. */
  text(): string {
    const head = Buffer.concat(this.#head)
    const tail = this.#lastBytes(this.#limits.tailBytes)
    const missing = this.#bytes - head.length - tail.length
    if (missing === 0) return Buffer.concat([head, tail]).toString('utf8')
    return `${dropPartialEnd(head).toString('utf8')}\n[… ${missing} bytes left out …]\n${dropPartialStart(tail).toString('utf8')}`
  }

  /** The end of the output, for people who watch; at most `tailBytes` of it. */
  tail(maxBytes: number): string {
    const tail = this.#lastBytes(maxBytes)
    const end = tail.length < maxBytes ? Buffer.concat([...this.#head, tail]).subarray(-maxBytes) : tail
    return dropPartialStart(end).toString('utf8')
  }

  /** Puts an output that is still whole in memory into the file as well. */
  save(): void {
    if (this.#fd === undefined && this.#bytes > 0) this.#spill(Buffer.alloc(0))
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
  }

  #addTail(chunk: Buffer): void {
    // A slice would keep its whole chunk alive; many tiny chunks would keep many: both stay within twice the limit.
    this.#tail.push(Buffer.from(chunk.subarray(-this.#limits.tailBytes)))
    this.#tailBytes += this.#tail.at(-1)?.length ?? 0
    if (this.#tailBytes > 2 * this.#limits.tailBytes || this.#tail.length > 256) {
      this.#tail = [Buffer.from(Buffer.concat(this.#tail).subarray(-this.#limits.tailBytes))]
      this.#tailBytes = this.#tail[0]?.length ?? 0
    }
  }

  #lastBytes(count: number): Buffer {
    return Buffer.concat(this.#tail).subarray(-count)
  }

  #spill(chunk: Buffer): void {
    if (this.#spillError !== undefined) return
    try {
      if (this.#fd === undefined) {
        makeDirectories(dirname(this.#path), 0o700)
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
        this.#fd = openSync(this.#path, flags, 0o600)
        for (const earlier of [...this.#head, ...this.#tail]) writeAll(this.#fd, earlier)
      }
      writeAll(this.#fd, chunk)
    } catch (error) {
      // A full disk must not fail the command; its user is told that only beginning and end are left.
      this.#spillError = (error as Error).message
    }
  }
}

const writeAll = (fd: number, data: Buffer): void => {
  let offset = 0
  while (offset < data.length) offset += writeSync(fd, data, offset)
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

const dropPartialStart = (bytes: Buffer): Buffer => {
  let start = 0
  while (start < 3 && isContinuation(bytes[start])) start++
  return bytes.subarray(start)
}

const dropPartialEnd = (bytes: Buffer): Buffer => {
  let lead = bytes.length - 1
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead--
  const first = bytes[lead] ?? 0
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
  return lead + length > bytes.length ? bytes.subarray(0, Math.max(0, lead)) : bytes
}

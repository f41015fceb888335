import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { readInto } from './file-version.ts'

/** Where a content is in the pack. */
export interface Packed {
  readonly at: number
  readonly size: number
}

const BUFFER_BYTES = 1024 * 1024
const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/**
 * Contents of files, one behind the other in one file: far cheaper than a file each. It goes with its end; only a process
 * that is killed leaves it behind, for the one that takes up the session. Throws what the file system throws.
 */
export class ContentPack implements Disposable {
  readonly #path: string
  readonly #known = new Map<string, Packed>()
  #fd: number | undefined
  #buffer: Buffer | undefined
  #buffered = 0
  #written = 0

  constructor(path: string) {
    this.#path = path
  }

  /** One that was left behind, to go on with. */
  static reopen(path: string): ContentPack {
    const pack = new ContentPack(path)
    pack.#fd = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
    pack.#written = fstatSync(pack.#fd).size
    return pack
  }

  /** All of it is there. */
  has({ at, size }: Packed): boolean {
    return at >= 0 && size >= 0 && at + size <= this.bytes
  }

  /** From now on it can be had back by another process. */
  save(): void {
    this.#flush()
    this.#open()
  }

  get bytes(): number {
    return this.#written + this.#buffered
  }

  /** @param hash of the bytes: each content is kept once */
  add(hash: string, bytes: Uint8Array): Packed {
    const known = this.#known.get(hash)
    if (known) return known
    const place = { at: this.bytes, size: bytes.byteLength }
    if (this.#buffered + bytes.byteLength > BUFFER_BYTES) this.#flush()
    if (bytes.byteLength > BUFFER_BYTES) this.#write(bytes)
    else {
      this.#buffer ??= Buffer.allocUnsafe(BUFFER_BYTES)
      this.#buffer.set(bytes, this.#buffered)
      this.#buffered += bytes.byteLength
    }
    this.#known.set(hash, place)
    return place
  }

  /** Takes so many bytes of an open file, from its beginning on; fewer when it has become shorter. */
  take(fd: number, size: number): Packed {
    if (size > BUFFER_BYTES) return this.#takeLarge(fd, size)
    if (this.#buffered + size > BUFFER_BYTES) this.#flush()
    this.#buffer ??= Buffer.allocUnsafe(BUFFER_BYTES)
    const place = { at: this.bytes, size: readInto(fd, this.#buffer, { from: this.#buffered, size }) }
    this.#buffered += place.size
    return place
  }

  /** For what was taken: the hash of it, so that the same is not kept again. */
  name(hash: string, place: Packed): void {
    if (!this.#known.has(hash)) this.#known.set(hash, place)
  }

  read({ at, size }: Packed): Uint8Array {
    if (at + size > this.#written) this.#flush()
    const bytes = Buffer.allocUnsafe(size)
    const fd = this.#open()
    for (let done = 0; done < size; ) {
      const count = readSync(fd, bytes, done, size - done, at + done)
      if (count === 0) throw new Error('the pack of file contents is shorter than what was put into it')
      done += count
    }
    return bytes
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) {
      closeSync(this.#fd)
      rmSync(this.#path, { force: true })
    }
    this.#fd = undefined
    this.#known.clear()
    this.#buffer = undefined
    this.#buffered = 0
    this.#written = 0
  }

  #takeLarge(fd: number, size: number): Packed {
    const bytes = Buffer.allocUnsafe(size)
    const read = readInto(fd, bytes, { from: 0, size })
    this.#flush()
    const place = { at: this.bytes, size: read }
    this.#write(bytes.subarray(0, read))
    return place
  }

  #flush(): void {
    if (this.#buffered === 0 || !this.#buffer) return
    this.#write(this.#buffer.subarray(0, this.#buffered))
    this.#buffered = 0
  }

  #write(bytes: Uint8Array): void {
    const fd = this.#open()
    for (let done = 0; done < bytes.byteLength; )
      done += writeSync(fd, bytes, done, bytes.byteLength - done, this.#written + done)
    this.#written += bytes.byteLength
  }

  #open(): number {
    if (this.#fd !== undefined) return this.#fd
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    rmSync(this.#path, { force: true })
    this.#fd = openSync(this.#path, FLAGS, 0o600)
    return this.#fd
  }
}

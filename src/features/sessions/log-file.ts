import {
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  writeSync,
} from 'node:fs'
import { open as openAsync } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { missingLines } from './missing-lines.ts'
import { notPlainFile } from './session-error.ts'

/** May write less than asked, as the system call may. */
export type WriteBytes = (fd: number, bytes: Uint8Array, offset: number) => number

const writeRest: WriteBytes = (fd, bytes, offset) => writeSync(fd, bytes, offset)

export interface LogFileOptions {
  readonly write?: WriteBytes | undefined
  /** Called when the directory is there and the file is not yet; what it throws prevents the file. */
  readonly beforeCreate?: (() => void) | undefined
}

const NEWLINE = 10
/** Windows has neither flag. Non-blocking, so that a pipe in the file's place fails instead of hanging. */
const OPEN_FLAGS =
  constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * An append-only file of lines, opened when first needed. Invariant: every write begins on a fresh line, whatever
 * a crash, a full disk or another program left at the end of the file.
 */
export class LogFile {
  readonly path: string
  readonly #write: WriteBytes
  readonly #beforeCreate: (() => void) | undefined
  #fd: number | undefined
  /** Where our last good write ended. */
  #end = 0
  /** The file ends inside a line. */
  #torn = false
  /** Which file it is, whatever its name leads to by now. */
  #identity = ''
  #created = false
  #syncing: Promise<void> = Promise.resolve()

  constructor(path: string, options: LogFileOptions = {}) {
    this.path = path
    this.#write = options.write ?? writeRest
    this.#beforeCreate = options.beforeCreate
  }

  /** False when there is no file and `create` did not ask for one. */
  open(options: { readonly create: boolean }): boolean {
    if (this.#fd !== undefined) return true
    const fd = options.create ? this.#openOrCreate() : this.#openExisting()
    if (fd === undefined) return false
    try {
      this.#inspect(fd)
    } catch (error) {
      closeSync(fd)
      throw error
    }
    this.#fd = fd
    return true
  }

  /** All of `text` or none of it, as far as the file system lets us. Throws what the system call threw. */
  append(text: string): void {
    const fd = this.#fd
    if (fd === undefined) throw new Error(`append to ${this.path} before it was opened`)
    this.#writeAll(fd, Buffer.from(this.#torn ? `\n${text}` : text, 'utf8'))
    this.#torn = false
  }

  /**
   * True when the file had been deleted, moved away or replaced, and what it held is at its path again. What another
   * file there says stays, and counts where both know a message. What is thrown leaves everything as it was.
   */
  restore(): boolean {
    const lost = this.#fd
    if (lost === undefined || this.#isInPlace()) return false
    const fd = this.#openOrCreate()
    try {
      this.#inspect(fd)
      const missing = missingLines(contentOf(lost), contentOf(fd))
      this.#writeAll(fd, this.#torn ? Buffer.concat([Buffer.of(NEWLINE), missing]) : missing)
      this.#inspect(fd)
    } catch (error) {
      closeSync(fd)
      this.#inspect(lost)
      throw error
    }
    this.#fd = fd
    // Not under the feet of a sync that is on its way.
    this.#syncing = this.#syncing.then(() => closeSync(lost))
    return true
  }

  /** Durable against power loss when it resolves. Runs beside everything else. */
  sync(): Promise<void> {
    const run = async (): Promise<void> => {
      const fd = this.#fd
      if (fd === undefined) return
      await new Promise<void>((resolve, reject) => {
        fdatasync(fd, error => (error ? reject(error) : resolve()))
      })
      if (this.#created) await this.#syncDirectory()
    }
    const mine = this.#syncing.then(run)
    this.#syncing = mine.catch(() => {
      // The caller of this sync has the error; the next one tries afresh.
    })
    return mine
  }

  async close(): Promise<void> {
    try {
      await this.sync()
    } finally {
      const fd = this.#fd
      this.#fd = undefined
      if (fd !== undefined) closeSync(fd)
    }
  }

  #writeAll(fd: number, bytes: Uint8Array): void {
    let written = 0
    try {
      while (written < bytes.length) written += this.#write(fd, bytes, written)
    } catch (error) {
      if (written > 0) this.#takeBack(fd, written)
      throw error
    }
    this.#end += bytes.length
  }

  #isInPlace(): boolean {
    try {
      const there = lstatSync(this.path, { throwIfNoEntry: false })
      return there !== undefined && identityOf(there) === this.#identity
    } catch {
      // A directory that lets nobody look says nothing about the file, which can still be written.
      return true
    }
  }

  #openExisting(): number | undefined {
    try {
      return openSync(this.path, OPEN_FLAGS)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  #openOrCreate(): number {
    const existing = this.#openExisting()
    if (existing !== undefined) return existing
    makeDirectories(dirname(this.path), 0o700)
    this.#beforeCreate?.()
    this.#created = true
    return openSync(this.path, OPEN_FLAGS | constants.O_CREAT, 0o600)
  }

  #inspect(fd: number): void {
    const facts = fstatSync(fd)
    if (!facts.isFile()) throw notPlainFile('write', this.path)
    if ((facts.mode & 0o077) !== 0) {
      try {
        fchmodSync(fd, 0o600)
      } catch {
        // Someone else's file, or a file system without modes: not ours to change, and no reason to lose the session.
      }
    }
    this.#identity = identityOf(facts)
    this.#end = facts.size
    const last = Buffer.alloc(1)
    this.#torn = facts.size > 0 && readSync(fd, last, 0, 1, facts.size - 1) === 1 && last[0] !== NEWLINE
  }

  /** Only what is ours is cut off: when another program has written since, our half line is closed instead. */
  #takeBack(fd: number, written: number): void {
    this.#torn = true
    try {
      const size = fstatSync(fd).size
      if (size === this.#end + written) {
        ftruncateSync(fd, this.#end)
        this.#inspect(fd)
      } else this.#end = size
    } catch {
      // `torn` stays set, so the next write starts on a line of its own: nothing that follows is harmed.
    }
  }

  async #syncDirectory(): Promise<void> {
    this.#created = false
    try {
      await using directory = await openAsync(dirname(this.path), 'r')
      await directory.sync()
    } catch {
      // Some systems cannot sync a directory; the file's own data is on disk by now.
    }
  }
}

const identityOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`

const contentOf = (fd: number): Buffer => {
  const bytes = Buffer.alloc(fstatSync(fd).size)
  let read = 0
  while (read < bytes.length) {
    const more = readSync(fd, bytes, read, bytes.length - read, read)
    if (more === 0) break
    read += more
  }
  return bytes.subarray(0, read)
}

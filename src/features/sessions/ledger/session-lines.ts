import { closeSync } from 'node:fs'
import { parseJsonLine } from '../../../lib/jsonl.ts'
import type { Entry } from '../../../protocol/entry.ts'
import { LineWindow } from '../line-window.ts'
import { parseEntry } from '../parse-entry.ts'
import { openPlainFile, readRecords, type SessionRecord } from './read-records.ts'

/** Bytes of lines whose entries stay in memory: a usual session is parsed once, a long one again where it is needed. */
const CACHE_BYTES = 4 * 1024 * 1024
/** Calls and results of one reply may stand in two long lines that are read in turns. */
const LEAST_ENTRIES = 2

interface OpenFile {
  readonly path: string
  readonly fd: number
  readonly window: LineWindow
}

/** The entries of a session and its sub-agents by number. What is in memory of a long session are their positions. */
export class SessionLines implements Disposable {
  readonly #files: string[] = []
  readonly #fileOf: number[] = []
  readonly #offsets: number[] = []
  readonly #lengths: number[] = []
  readonly #cache = new Map<number, Entry>()
  #cached = 0
  #open: OpenFile | undefined;

  /** Reads a file from its beginning. `number` is absent for lines that are no entries. */
  *read(path: string): Generator<{ readonly record: SessionRecord; readonly number?: number }, void, void> {
    const file = this.#files.push(path) - 1
    for (const record of readRecords(path)) {
      if (record.kind !== 'entry') {
        yield { record }
        continue
      }
      const number = this.#fileOf.push(file) - 1
      this.#offsets.push(record.offset)
      this.#lengths.push(record.bytes)
      this.#remember(number, record.entry)
      yield { record, number }
    }
  }

  /** `undefined` when the line is no longer what it was: somebody wrote over the file meanwhile. */
  entry(number: number): Entry | undefined {
    const known = this.#cache.get(number)
    if (known !== undefined) {
      this.#cache.delete(number)
      this.#cache.set(number, known)
      return known
    }
    const path = this.#files[this.#fileOf[number] ?? -1]
    if (path === undefined) return undefined
    const { window } = this.#openFile(path)
    const bytes = window.read(this.#offsets[number] ?? 0, this.#lengths[number] ?? 0)
    const parsed = parseEntry(parseJsonLine(bytes))
    if (parsed.kind !== 'message' && parsed.kind !== 'metadata') return undefined
    this.#remember(number, parsed.entry)
    return parsed.entry
  }

  [Symbol.dispose](): void {
    if (this.#open !== undefined) closeSync(this.#open.fd)
    this.#open = undefined
    this.#cache.clear()
  }

  /** One file at a time: a session may have more sub-agents than a process may have open files. */
  #openFile(path: string): OpenFile {
    if (this.#open?.path === path) return this.#open
    if (this.#open !== undefined) closeSync(this.#open.fd)
    this.#open = undefined
    const fd = openPlainFile(path)
    this.#open = { path, fd, window: new LineWindow(fd) }
    return this.#open
  }

  #remember(number: number, entry: Entry): void {
    this.#cache.set(number, entry)
    this.#cached += this.#lengths[number] ?? 0
    for (const oldest of this.#cache.keys()) {
      if (this.#cached <= CACHE_BYTES || this.#cache.size <= LEAST_ENTRIES) break
      this.#cache.delete(oldest)
      this.#cached -= this.#lengths[oldest] ?? 0
    }
  }
}

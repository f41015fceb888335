import { appendFileSync, closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import {
  type CountedMark,
  dayOf,
  monthOf,
  nameOf,
  parseSpendingLine,
  type SpendingRow,
} from './spending-row.ts'

/** What counts here. Files of months that cannot hold any of it are not read. */
export interface SpendingScope {
  readonly project: string
  /** The project's whole past is wanted, not only the days around now. */
  readonly allTime: boolean
}

const MONTH_FILE = /^\d{4}-\d{2}\.jsonl$/
const DAY_MS = 24 * 60 * 60 * 1000
const CHUNK = 1024 * 1024

/**
 * What all sessions spent, as lines that are only ever added: by several processes at once, without a lock, because a
 * line is one write and a line that comes twice counts once. Derived from the session files; deleting it is harmless.
 */
export class SpendingFile {
  readonly #directory: string
  readonly #scope: SpendingScope
  /** Files by name, and how far they were read. */
  readonly #read = new Map<string, { readonly inode: number; readonly offset: number }>()
  readonly #names = new Set<string>()
  readonly #marks = new Set<string>()
  readonly #days = new Map<string, number>()
  #project = 0
  #recent = 0

  constructor(directory: string, scope: SpendingScope) {
    this.#directory = directory
    this.#scope = scope
  }

  /** Throws what the file system throws. */
  add(lines: readonly (SpendingRow | CountedMark)[], now: Date): void {
    const months = new Map<string, string>()
    for (const line of lines) {
      const month = monthOf('at' in line ? line.at : now.toISOString())
      // A newline in front too: the line before may have been cut off.
      months.set(month, `${months.get(month) ?? '\n'}${JSON.stringify(line)}\n`)
    }
    for (const [month, text] of months) this.#append(join(this.#directory, `${month}.jsonl`), text)
  }

  /** USD of that day and of the project, with what other processes added meanwhile. */
  sums(now: Date): { readonly day: number; readonly project: number } {
    this.#refresh(now)
    return { day: this.#days.get(dayOf(now)) ?? 0, project: this.#project }
  }

  isCounted(mark: string, now: Date): boolean {
    this.#refresh(now)
    return this.#marks.has(mark)
  }

  #append(path: string, text: string): void {
    const facts = statSync(path, { throwIfNoEntry: false })
    // A pipe in its place would never take it.
    if (facts && !facts.isFile()) throw new Error(`${path} is not a regular file`)
    try {
      appendFileSync(path, text, { mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      makeDirectories(this.#directory, 0o700)
      appendFileSync(path, text, { mode: 0o600 })
    }
  }

  #refresh(now: Date): void {
    this.#recent = now.getTime() - 2 * DAY_MS
    const files = this.#files(now).map(name => ({ name, ...statOf(join(this.#directory, name)) }))
    // Deleted or replaced: what was added up from it may be another thing now.
    const isOther = files.some(({ name, inode, size }) => {
      const known = this.#read.get(name)
      return known !== undefined && (known.inode !== inode || known.offset > size)
    })
    if (isOther) this.#forget()
    for (const { name, inode, size } of files) {
      const offset = this.#read.get(name)?.offset ?? 0
      if (size > offset)
        this.#read.set(name, { inode, offset: this.#readFrom(join(this.#directory, name), offset, size) })
    }
  }

  #files(now: Date): readonly string[] {
    const around = [-DAY_MS, 0, DAY_MS].map(
      offset => `${monthOf(new Date(now.getTime() + offset).toISOString())}.jsonl`,
    )
    const old = this.#scope.allTime ? listMonths(this.#directory) : []
    return [...new Set([...old, ...this.#read.keys(), ...around])]
  }

  #forget(): void {
    this.#read.clear()
    this.#names.clear()
    this.#marks.clear()
    this.#days.clear()
    this.#project = 0
  }

  /** Whole lines from there on; answers where the next one begins. */
  #readFrom(path: string, from: number, size: number): number {
    const fd = openSync(path, 'r')
    try {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - from))
      let at = from
      let rest: Buffer = Buffer.alloc(0)
      for (;;) {
        const got = readSync(fd, chunk, 0, chunk.length, at + rest.length)
        if (got === 0) return at
        const bytes = Buffer.concat([rest, chunk.subarray(0, got)])
        const end = bytes.lastIndexOf(10) + 1
        for (const line of bytes.toString('utf8', 0, end).split('\n')) if (line !== '') this.#take(line)
        at += end
        rest = Buffer.from(bytes.subarray(end))
      }
    } finally {
      closeSync(fd)
    }
  }

  #take(text: string): void {
    const line = parseSpendingLine(text)
    if (!line) return
    if ('counted' in line) {
      this.#marks.add(line.counted)
      return
    }
    // Of long ago only the project counts.
    if (line.project !== this.#scope.project && Date.parse(line.at) < this.#recent) return
    const name = nameOf(line)
    if (this.#names.has(name)) return
    this.#names.add(name)
    const usd = line.usd ?? 0
    const day = dayOf(new Date(line.at))
    this.#days.set(day, (this.#days.get(day) ?? 0) + usd)
    if (line.project === this.#scope.project) this.#project += usd
  }
}

const statOf = (path: string): { readonly inode: number; readonly size: number } => {
  const stats = statSync(path, { throwIfNoEntry: false })
  return { inode: stats?.ino ?? 0, size: stats?.size ?? 0 }
}

const listMonths = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => MONTH_FILE.test(name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

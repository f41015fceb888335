import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupStore, openBackupStore } from '../../features/sessions/file-history/backup-store.ts'
import { isFileHistory } from '../../features/sessions/file-history/history-line.ts'
import { isObject } from '../../lib/is-object.ts'
import type { FrameFromHere } from '../../protocol/remote/frames.ts'

type Line = Readonly<Record<string, unknown>>

/**
 * What was changed on one machine, as its agent told: the lines in their order, among them the messages of the person,
 * and the contents from before. Stored with the copies of the session's own files, and gone with them.
 */
export class StoredHistory {
  readonly #directory: string | undefined
  readonly #store: BackupStore | undefined
  #lines: Line[] | undefined

  constructor(directory: string | undefined) {
    this.#directory = directory
    this.#store = directory === undefined ? undefined : openBackupStore(directory)
  }

  /** A message of the person, in whose turn what follows is done. */
  mark(message: string): void {
    if (!this.#read().some(line => line['message'] === message)) this.#add({ message })
  }

  /** A line that is not of the form that files are written from is none. */
  add(entry: Line): boolean {
    if (!isFileHistory(entry)) return false
    this.#add(entry)
    return true
  }

  addContent(data: Uint8Array): void {
    this.#store?.put(data)
  }

  /** An undo of a rewind has another name there. */
  rename(here: string, there: string): void {
    this.#add({ undo: here, there })
  }

  /** For an agent that begins. */
  *earlier(): Generator<Extract<FrameFromHere, { readonly t: 'line' | 'blob' }>> {
    for (const line of this.#read()) {
      if (line['undo'] !== undefined) continue
      for (const hash of hashesIn(line)) {
        const data = this.#store?.get(hash)
        if (data) yield { t: 'blob', hash, data: Buffer.from(data).toString('base64') }
      }
      yield { t: 'line', line: { ...line } }
    }
  }

  /** The message to go back to there, so that all is undone which was done from this one on; undefined: nothing was. */
  target(message: string): string | undefined {
    const lines = this.#read()
    const undo = lines.find(line => line['undo'] === message)
    if (undo) return String(undo['there'])
    const from = lines.findIndex(line => line['message'] === message)
    if (from < 0) return undefined
    for (const line of lines.slice(from)) {
      const of = line['messageUuid']
      if (typeof of === 'string' && Object.keys((line['files'] ?? {}) as object).length > 0) return of
    }
    return undefined
  }

  #add(line: Line): void {
    this.#read().push(line)
    if (this.#directory === undefined) return
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    appendFileSync(join(this.#directory, 'lines.jsonl'), `${JSON.stringify(line)}\n`, {
      mode: 0o600,
      flush: true,
    })
  }

  #read(): Line[] {
    this.#lines ??= this.#directory === undefined ? [] : linesOf(join(this.#directory, 'lines.jsonl'))
    return this.#lines
  }
}

const hashesIn = (line: Line): readonly string[] =>
  Object.values((line['files'] ?? {}) as Readonly<Record<string, unknown>>).flatMap(change => {
    const before = isObject(change) ? change['before'] : undefined
    return isObject(before) && typeof before['hash'] === 'string' ? [before['hash']] : []
  })

const linesOf = (file: string): Line[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap(text => {
        const line = parse(text)
        return isObject(line) ? [line] : []
      })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The end of the file, or a line that was cut off when the program was killed.
    return undefined
  }
}

import type { Entry } from '../../protocol/entry.ts'
import { isMessageEntry } from '../../protocol/entry.ts'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import { LogFile, type LogFileOptions } from './log-file.ts'
import { type FileAction, SessionError, sessionFileError } from './session-error.ts'
import { withoutSharedText } from './shared-text.ts'
import { TailTitles } from './tail-titles.ts'

/** Longer lines are refused by the writer and passed over by the reader. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024

/** The one writer of a session file. */
export interface SessionLog extends AsyncDisposable {
  readonly path: string
  readonly sessionId: string
  /**
   * Resolves when the entries are in the file (so they survive the death of this process). Appends of one tick are one write:
   * all of it is in the file or, after a rejection with SessionError, none of it counts and it may be appended again.
   * Entries whose uuid is in the file already are passed over. Before the first message of user or model there is
   * no file; what comes earlier is kept and written in front of it. A file that was deleted meanwhile comes back, whole,
   * with the next message.
   */
  append(entries: readonly Entry[]): Promise<void>
  /**
   * The same, in the file when it returns, with all that was appended before it: for what must be written down before
   * something else is done. Creates the file. Throws SessionError.
   */
  appendNow(entries: readonly Entry[]): void
  /** Resolves when all that was appended survives a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
}

interface SessionLogOptions extends LogFileOptions {
  readonly path: string
  readonly sessionId: string
  /** Uuids that are in the file already. */
  readonly known?: Iterable<string>
  /** The file is there and is held open from now on, so that who deletes it takes nothing away. */
  readonly holds?: boolean
  /** Called when the file had been deleted or replaced and was written anew. */
  readonly onRestored?: () => void
  /** Has what was appended before the append resolves; one at a time, in order. */
  readonly replicate?: (text: string) => Promise<void>
  /** What the file calls the session already. */
  readonly titles?: ConstructorParameters<typeof TailTitles>[0]
}

interface Batch {
  text: string
  uuids: string[]
  startsFile: boolean
  readonly done: PromiseWithResolvers<void>
}

const startsFile = (entry: Entry): boolean => entry.type === 'user' || entry.type === 'assistant'

class QueuedLog implements SessionLog {
  readonly path: string
  readonly sessionId: string
  readonly #file: LogFile
  readonly #known: Set<string>
  readonly #titles: TailTitles
  readonly #onRestored: (() => void) | undefined
  readonly #replicate: SessionLogOptions['replicate']
  #replicated: Promise<void> = Promise.resolve()
  /** Lines that wait for the first message. */
  #early = ''
  #batch: Batch | undefined
  #closed = false

  constructor(options: SessionLogOptions) {
    this.path = options.path
    this.sessionId = options.sessionId
    this.#file = new LogFile(options.path, options)
    this.#known = new Set(options.known)
    this.#titles = new TailTitles(options.titles)
    this.#onRestored = options.onRestored
    this.#replicate = options.replicate
    if (options.holds) this.#hold()
  }

  append(entries: readonly Entry[]): Promise<void> {
    try {
      return this.#queue(entries).done.promise
    } catch (error) {
      // Before anything was queued: the caller alone is told, the batch of the others stays whole.
      return Promise.reject(error)
    }
  }

  appendNow(entries: readonly Entry[]): void {
    const batch = this.#queue(entries)
    batch.startsFile = true
    // The caller gets the error itself; others who wait for the batch have their own handlers.
    batch.done.promise.catch(() => undefined)
    const failure = this.#flush()
    if (failure !== undefined) throw failure
  }

  async sync(): Promise<void> {
    await this.#batch?.done.promise
    await this.#onFile('save', () => this.#file.sync())
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    try {
      await this.#batch?.done.promise
      await this.#replicated.catch(() => {
        // Whoever appended it was told.
      })
    } finally {
      await this.#onFile('save', () => this.#file.close())
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #hold(): void {
    try {
      this.#file.open({ create: false })
    } catch {
      // Whoever only reads the session need not hear of it; the first append says why.
    }
  }

  #queue(entries: readonly Entry[]): Batch {
    if (this.#closed) throw this.#closedError()
    const lines = this.#toLines(entries)
    const batch = this.#openBatch()
    batch.text += lines.text
    for (const uuid of lines.uuids) {
      this.#known.add(uuid)
      batch.uuids.push(uuid)
    }
    batch.startsFile ||= lines.startsFile
    return batch
  }

  #toLines(entries: readonly Entry[]): Omit<Batch, 'done'> {
    const fresh = new Set<string>()
    let text = ''
    let starts = false
    for (const entry of entries) {
      if (isMessageEntry(entry)) {
        if (this.#known.has(entry.uuid) || fresh.has(entry.uuid)) continue
        fresh.add(entry.uuid)
      }
      this.#titles.see(entry)
      const line = JSON.stringify(withoutSharedText(entry))
      // A character is at most three bytes of UTF-8, so short lines need no exact count.
      if (line.length * 3 > MAX_ENTRY_BYTES && Buffer.byteLength(line) > MAX_ENTRY_BYTES)
        throw this.#tooLarge(entry)
      text += line
      text += '\n'
      starts ||= startsFile(entry)
    }
    return { text, uuids: [...fresh], startsFile: starts }
  }

  #openBatch(): Batch {
    if (this.#batch === undefined) {
      this.#batch = { text: '', uuids: [], startsFile: false, done: Promise.withResolvers<void>() }
      queueMicrotask(() => void this.#flush())
    }
    return this.#batch
  }

  /** Answers what went wrong, which all who wait for the batch get as well. */
  #flush(): SessionError | undefined {
    const batch = this.#batch
    if (batch === undefined) return undefined
    this.#batch = undefined
    try {
      const text = this.#early + batch.text
      if (text !== '' && this.#file.open({ create: batch.startsFile })) {
        const restored = batch.startsFile && this.#file.restore()
        const lines = text + this.#titles.linesAfter(text)
        this.#file.append(lines)
        this.#early = ''
        if (restored) this.#onRestored?.()
        if (this.#replicate) return this.#resolveReplicated(batch, lines)
      } else this.#early = text
      batch.done.resolve()
      return undefined
    } catch (error) {
      for (const uuid of batch.uuids) this.#known.delete(uuid)
      const failure = sessionFileError(error, 'write', this.path)
      batch.done.reject(failure)
      return failure
    }
  }

  /** Once one was refused nothing later is taken: there would be a gap in it. */
  #resolveReplicated(batch: Batch, lines: string): undefined {
    this.#replicated = this.#replicated.then(() => this.#replicate?.(lines))
    this.#replicated.then(batch.done.resolve, (error: Error) =>
      batch.done.reject(new SessionError('rejected', sessionText('not_replicated', { why: error.message }))),
    )
    return undefined
  }

  async #onFile(action: FileAction, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      throw sessionFileError(error, action, this.path)
    }
  }

  #closedError(): SessionError {
    return new SessionError('closed', sessionText('closed', { path: this.path }))
  }

  #tooLarge(entry: Entry): SessionError {
    const limit = MAX_ENTRY_BYTES / (1024 * 1024)
    return new SessionError(
      'too_large',
      sessionText('entry_too_large', { type: entry.type, path: this.path, limit }),
    )
  }
}

/** Touches nothing yet, unless it `holds`: the file is opened or created by the first append that needs it. */
export const openSessionLog = (options: SessionLogOptions): SessionLog => new QueuedLog(options)

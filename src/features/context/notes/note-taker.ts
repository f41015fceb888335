import { errorText } from '../../../lib/error-text.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import type { NoteWords } from './note-words.ts'
import { NOTES_EN } from './note-words-en.ts'
import { parseSections, renderSections, type Section, takeReply, tooLong } from './sections.ts'

export interface NotePorts {
  /** Asks the model beside the running turn, with the conversation byte-equal in front of the instruction. */
  ask(view: readonly Message[], instruction: string, signal: AbortSignal): Promise<string>
  load(): string | undefined
  save(text: string): void
  /** Whether a request of so many tokens is still little beside the conversation itself. Absent: it always is. */
  affords?(tokens: number): boolean
  /** In another language, loaded when there is something to note. Absent: English. */
  words?(): Promise<NoteWords>
  /** A template of the person's own. */
  template?(): string | undefined
  log?(line: string): void
}

export interface SessionNotes {
  readonly sections: readonly Section[]
  /** The last message they know of. */
  readonly upTo: string
}

/** Before that a compaction is not likely, and most conversations end without one. */
const FIRST_SHARE = 0.5
const NEXT_TOKENS = 5_000
const NEXT_CALLS = 3
const MAX_FAILURES = 3

/** In tokens. */
export interface NoteTiming {
  readonly tokens: number
  readonly compactAt: number
}

/** Keeps notes of a session in the background, so that a compaction needs no model call. Nobody waits for it. */
export class NoteTaker {
  readonly #ports: NotePorts
  readonly #controller = new AbortController()
  #notes: SessionNotes | undefined | 'unread' = 'unread'
  #sizeThen = 0
  #running: Promise<void> | undefined
  #failures = 0
  /** Counts conversations: an update that was begun for another one is not kept. */
  #conversation = 0

  constructor(ports: NotePorts) {
    this.#ports = ports
  }

  /**
   * Called before each request with what it is made of and where the next compaction would be; begins an update when
   * that is likely and enough has happened.
   */
  consider(view: readonly Message[], { tokens, compactAt }: NoteTiming): void {
    this.#sizeThen = Math.min(this.#sizeThen, tokens)
    if (this.#running || this.#failures >= MAX_FAILURES || this.#controller.signal.aborted) return
    const notes = this.current()
    if (tokens < compactAt * FIRST_SHARE || (notes && tokens < this.#sizeThen + NEXT_TOKENS)) return
    if (notes && !hasHappened(view, notes.upTo)) return
    const last = view.findLast(message => message.type !== 'system')
    if (!last || this.#ports.affords?.(tokens) === false) return
    this.#sizeThen = tokens
    this.#running = this.#update(view, last.uuid).finally(() => {
      this.#running = undefined
    })
  }

  current(): SessionNotes | undefined {
    if (this.#notes === 'unread') this.#notes = readNotes(this.#ports.load())
    return this.#notes
  }

  /** The conversation goes on from these messages: what is noted of others is not part of it. */
  take(messages: readonly Message[]): void {
    this.#conversation += 1
    const notes = this.current()
    if (!notes || messages.some(({ uuid }) => uuid === notes.upTo)) return
    this.#notes = undefined
    this.#sizeThen = 0
    this.#ports.save('')
  }

  /** Resolves when no update runs, at the latest after so long or when the signal says so. */
  async settle(waitMs: number, signal: AbortSignal): Promise<void> {
    if (!this.#running || signal.aborted) return
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, waitMs)
    const stop = (): void => over.resolve()
    signal.addEventListener('abort', stop, { once: true })
    await Promise.race([this.#running, over.promise])
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }

  /** Ends what runs; nothing begins any more. */
  async stop(): Promise<void> {
    this.#controller.abort()
    await this.#running
  }

  /** Never rejects: notes that could not be brought up to date are older notes. */
  async #update(view: readonly Message[], upTo: string): Promise<void> {
    const conversation = this.#conversation
    try {
      const others = this.#ports.words?.()
      const words = others === undefined ? NOTES_EN : await others
      if (this.#controller.signal.aborted) return
      const before = this.current()?.sections ?? parseSections(this.#template(words))
      const instruction = notesInstruction(before, words)
      const reply = await this.#ports.ask(view, instruction, this.#controller.signal)
      if (conversation !== this.#conversation) return
      const sections = takeReply(before, reply)
      if (!sections) throw new Error('the reply names no section of the notes')
      this.#ports.save(`<!-- up to ${upTo} -->\n${renderSections(sections)}\n`)
      this.#notes = { sections, upTo }
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      this.#ports.log?.(`session notes: ${errorText(error)}`)
    }
  }

  #template({ template }: NoteWords): string {
    const own = this.#ports.template?.()
    return own !== undefined && parseSections(own).length > 0 ? own : template
  }
}

const readNotes = (text: string | undefined): SessionNotes | undefined => {
  const upTo = /^<!-- up to (\S+) -->/.exec(text ?? '')?.[1]
  if (text === undefined || upTo === undefined) return undefined
  const sections = parseSections(text)
  return sections.length === 0 ? undefined : { sections, upTo }
}

/** Enough calls since, or a pause: the model had nothing left to do and someone spoke again. */
const hasHappened = (view: readonly Message[], upTo: string): boolean => {
  const since = view.slice(view.findIndex(({ uuid }) => uuid === upTo) + 1)
  const replies = since.filter(message => message.type === 'assistant')
  const calls = replies.reduce((sum, { message }) => sum + toolUses(message.content).length, 0)
  if (calls >= NEXT_CALLS) return true
  const last = replies.at(-1)
  return last !== undefined && toolUses(last.message.content).length === 0
}

/** What the model is asked at the end of the conversation so far, beside the turn that goes on. */
export const notesInstruction = (sections: readonly Section[], words: NoteWords): string =>
  words.instruction(renderSections(sections), tooLong(sections))

import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('note_queue', {
  dropped: {
    en: '({count:number} earlier notifications were left out.)',
    zh: '（略去了更早的 {count:number} 条通知。）',
  },
})

/** Something to tell the model. With a task: it is dropped when the model learns of that task's end another way. */
export interface Note extends NoteOptions {
  readonly text: string
  readonly taskId?: string
  /** The end of that task, for the person who reads the conversation again. */
  readonly ended?: LocalizedText
}

const MOST_WAITING = 50

/**
 * What waits to be told at the next pause. A note that was taken is the queue's until its message is recorded: one whose
 * turn broke before that is told with the next. Bounded: of a flood of lines the newest stay, and how many went is said.
 */
export class NoteQueue {
  #waiting: Note[] = []
  /** Taken before, by a turn that did not record them, or of an earlier run: they join the next turn and start none. */
  #joining: Note[] = []
  readonly #taken = new Set<Note>()
  readonly #language: PromptLanguage | undefined
  #dropped = 0

  constructor(language?: PromptLanguage) {
    this.#language = language
  }

  /** Notes that nobody has taken yet. */
  get size(): number {
    return this.#waiting.length
  }

  /** All that no message holds yet. */
  get unrecorded(): readonly Note[] {
    return [...this.#taken, ...this.#joining, ...this.#waiting]
  }

  /** One of them waits for no message. */
  get hasUrgent(): boolean {
    return this.#waiting.some(({ urgent }) => urgent)
  }

  add(note: Note): void {
    if (note.startsNone) return void this.#joining.push(note)
    this.#waiting.push(note)
    const lines = this.#waiting.filter(({ droppable }) => droppable)
    if (lines.length <= MOST_WAITING) return
    this.#waiting = this.#waiting.filter(each => each !== lines[0])
    this.#dropped++
  }

  /** False: it did not wait. */
  forget(taskId: string): boolean {
    const stays = (note: Note): boolean => note.taskId !== taskId
    const before = this.#waiting.length + this.#joining.length
    this.#waiting = this.#waiting.filter(stays)
    this.#joining = this.#joining.filter(stays)
    return this.#waiting.length + this.#joining.length < before
  }

  /** What waits to be told of a task becomes something else, which no end of that task takes back. False: nothing waits. */
  change(taskId: string, text: (before: string) => string): boolean {
    let changed = false
    const other = (note: Note): Note => {
      if (note.taskId !== taskId) return note
      changed = true
      const { taskId: _, ...rest } = note
      return { ...rest, text: text(note.text) }
    }
    this.#waiting = this.#waiting.map(other)
    this.#joining = this.#joining.map(other)
    return changed
  }

  takeAll(): readonly Note[] {
    const notes: readonly Note[] = [
      ...this.#joining,
      ...(this.#dropped > 0
        ? [{ text: forModel(says('dropped', { count: this.#dropped }), this.#language) }]
        : []),
      ...this.#waiting,
    ].filter((note: Note) => !note.isWithdrawn?.())
    for (const note of notes) this.#taken.add(note)
    this.#waiting = []
    this.#joining = []
    this.#dropped = 0
    return notes
  }

  /** Its message is on disk. */
  confirm(note: Note): void {
    if (this.#taken.delete(note)) note.onRecorded?.()
  }

  /** The turn is over: what it took and did not record waits for another. */
  returnTaken(): void {
    this.#joining = [...this.#taken, ...this.#joining]
    this.#taken.clear()
  }
}

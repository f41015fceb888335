/** Something to tell the model. With a task: it is dropped when the model learns of that task's end another way. */
interface Note {
  readonly text: string
  readonly taskId?: string
}

const MOST_WAITING = 50

/** What waits to be told at the next pause. Bounded: of a flood the newest stay, and how many went is said. */
export class NoteQueue {
  #waiting: Note[] = []
  #dropped = 0

  get size(): number {
    return this.#waiting.length
  }

  add(note: Note): void {
    this.#waiting.push(note)
    if (this.#waiting.length <= MOST_WAITING) return
    this.#waiting.shift()
    this.#dropped++
  }

  /** The tasks whose end waits to be told. */
  taskIds(): readonly string[] {
    return this.#waiting.flatMap(note => (note.taskId === undefined ? [] : [note.taskId]))
  }

  forget(taskId: string): void {
    this.#waiting = this.#waiting.filter(note => note.taskId !== taskId)
  }

  takeAll(): readonly string[] {
    const texts = this.#waiting.map(note => note.text)
    if (this.#dropped > 0) texts.unshift(`(${this.#dropped} earlier notifications were left out.)`)
    this.#waiting = []
    this.#dropped = 0
    return texts
  }
}

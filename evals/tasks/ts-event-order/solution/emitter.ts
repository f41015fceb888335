type Listener = (value: unknown) => void

export class Emitter {
  #listeners: Listener[] = []

  on(listener: Listener): () => void {
    this.#listeners.push(listener)
    return () => {
      const index = this.#listeners.indexOf(listener)
      if (index >= 0) this.#listeners.splice(index, 1)
    }
  }

  emit(value: unknown): void {
    for (const listener of [...this.#listeners]) if (this.#listeners.includes(listener)) listener(value)
  }
}

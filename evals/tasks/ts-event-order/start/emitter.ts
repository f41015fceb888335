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
    for (let index = 0; index < this.#listeners.length; index++) this.#listeners[index]?.(value)
  }
}

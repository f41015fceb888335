import type { Action } from './action.ts'
import { reduce } from './reduce.ts'
import type { UiState } from './ui-state.ts'

/** The one mutable thing of the front end: the state, and who wants to know when it changes. */
export class Store {
  #state: UiState
  readonly #listeners = new Set<(state: UiState, before: UiState) => void>()

  constructor(state: UiState) {
    this.#state = state
  }

  get state(): UiState {
    return this.#state
  }

  dispatch(action: Action): void {
    const before = this.#state
    const after = reduce(before, action)
    if (after === before) return
    this.#state = after
    for (const listener of this.#listeners) listener(after, before)
  }

  subscribe(listener: (state: UiState, before: UiState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/**
 * Rows of lines that were laid out before. It goes from an editor to the next one made of it, so that a key costs what it
 * changed: only the line it was typed into is looked at anew. It changes no answer.
 */
export class RowMemo {
  #key = ''
  #young = new Map<string, readonly number[]>()
  #old = new Map<string, readonly number[]>()

  /** Begins one layout; what the one before did not use is forgotten by and by. */
  open(key: string): void {
    if (key !== this.#key) {
      this.#young = new Map()
      this.#key = key
    }
    this.#old = this.#young
    this.#young = new Map()
  }

  /** Offsets in the line at which its rows begin, the first left out. */
  rows(line: string, make: () => readonly number[]): readonly number[] {
    const known = this.#young.get(line) ?? this.#old.get(line) ?? make()
    this.#young.set(line, known)
    return known
  }
}

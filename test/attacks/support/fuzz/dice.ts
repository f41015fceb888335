/** Chance that falls the same way again for the same seed. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1: a counter, well stirred. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  /** True so many times of a hundred. */
  percent(share: number): boolean {
    return this.#next() * 100 < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Between the two numbers of them, both included. */
  some<T>(make: () => T, [least, most]: readonly [number, number]): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make)
  }

  /** One of the makers, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [number, () => T])[]): T {
    let left = this.#next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, make] of choices) {
      left -= weight
      if (left < 0) return make()
    }
    return (choices.at(-1) as readonly [number, () => T])[1]()
  }
}

/** Work in steps, each far shorter than anybody notices: it may rest at every `yield`. */
export type Steps<T> = Generator<void, T, void>

/** So long others wait at most: together with a step it stays below what a person notices. */
const TURN_MS = 4

export const atOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Lets keys, timers and other work have their turns in between; without a pause where it does not take long. */
export const inTurns = <T>(steps: Steps<T>): Promise<T> => new Turns().run(steps)

/** The same for work side by side: only one of it goes on before others have their turn. */
export class Turns {
  readonly #waiting: (() => void)[] = []

  async run<T>(steps: Steps<T>): Promise<T> {
    let began = performance.now()
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      if (performance.now() - began < TURN_MS) continue
      await this.rest()
      began = performance.now()
    }
  }

  /** Until others had their turn. */
  rest(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }
}

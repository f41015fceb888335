import type { StreamEvent } from '../../../protocol/model.ts'
import { asRecord } from '../json-shape.ts'

/** What was said over and over: how much of the block it is, and how much of that is one round. */
export interface Repetition {
  readonly index: number
  /** Signs at the end of the block that only repeat what stands before them. */
  readonly spare: number
}

/**
 * So much of the end of a block must be one thing again and again: somebody may have asked for a line a hundred times, and
 * input may be a file that is made like that.
 */
const WINDOW = { text: 12_000, input: 64_000 } as const
const MIN_ROUNDS = 6
const LOOK_EVERY = 2_000

/**
 * Watches a stream for a model that says the same without end, word for word: it would go on to the limit of its
 * output, and be paid for. Nothing else is judged here.
 */
export class RepetitionWatch {
  #index = -1
  #kind: keyof typeof WINDOW = 'text'
  #tail = ''
  #unseen = 0

  see(event: StreamEvent): Repetition | undefined {
    if (event.type !== 'content_block_delta') return undefined
    const delta = asRecord(event['delta'])
    const piece = delta['text'] ?? delta['thinking'] ?? delta['partial_json']
    if (typeof piece !== 'string') return undefined
    this.#enter(event['index'], typeof delta['partial_json'] === 'string' ? 'input' : 'text')
    this.#tail += piece
    this.#unseen += piece.length
    const window = WINDOW[this.#kind]
    if (this.#unseen < LOOK_EVERY || this.#tail.length < window) return undefined
    this.#unseen = 0
    this.#tail = this.#tail.slice(-window)
    const period = periodOf(this.#tail)
    if (period * MIN_ROUNDS > window) return undefined
    return { index: this.#index, spare: window - 2 * period }
  }

  #enter(index: unknown, kind: keyof typeof WINDOW): void {
    if (index === this.#index) return
    this.#index = Number(index)
    this.#kind = kind
    this.#tail = ''
    this.#unseen = 0
  }
}

/** The length of the shortest text that, said again and again, gives this one. */
const periodOf = (text: string): number => {
  const border = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = border[length - 1] ?? 0
    if (text[at] === text[length]) length += 1
    border[at] = length
  }
  return text.length - (border[text.length - 1] ?? 0)
}

import { isRecord, parsedJson } from '../../json-shape.ts'
import type { StreamWriter } from '../stream-writer.ts'

interface Waiting {
  readonly key: string
  readonly call: { readonly id: string; readonly name: string }
  text: string
}

/**
 * Calls of one reply, one after the other: a tool may start as soon as its call is complete. A server that streams
 * several side by side is listened to in full: a call that begins before the one before it is whole waits for it.
 */
export class CallQueue {
  readonly #writer: StreamWriter
  readonly #waiting: Waiting[] = []
  #open: { readonly key: string; text: string } | undefined

  constructor(writer: StreamWriter) {
    this.#writer = writer
  }

  knows(key: string): boolean {
    return this.#writer.knows(key) || this.#waiting.some(each => each.key === key)
  }

  begin(key: string, call: Waiting['call']): void {
    this.#waiting.push({ key, call, text: '' })
    this.#next()
  }

  argument(key: string, piece: string): void {
    const waiting = this.#waiting.find(each => each.key === key)
    if (waiting) {
      waiting.text += piece
      return
    }
    if (this.#open?.key === key) this.#open.text += piece
    this.#writer.argument(key, piece)
    if (this.#waiting.length > 0) this.#next()
  }

  /** No more pieces come. */
  end(): void {
    this.#open = undefined
    while (this.#waiting.length > 0) {
      this.#next()
      this.#open = undefined
    }
  }

  #next(): void {
    while (this.#waiting.length > 0 && (!this.#open || isRecord(parsedJson(this.#open.text)))) {
      const next = this.#waiting.shift()
      if (!next) return
      this.#open = { key: next.key, text: next.text }
      this.#writer.call(next.key, next.call)
      this.#writer.argument(next.key, next.text)
    }
  }
}

import type { Connection } from './connection.ts'
import { keysymOf } from './keysyms.ts'

interface Key {
  readonly code: number
  readonly shifted: boolean
}

const SHIFT = 0xffe1

/** Presses keys; characters that the keyboard does not have are put on keys it does not use. */
export class Keyboard {
  readonly #at: Connection
  #keys: Map<number, Key> | undefined
  /** Keys without a meaning of their own, and what was put on them. */
  #spare: readonly number[] = []
  readonly #borrowed = new Map<number, number>()
  #perKey = 2

  constructor(at: Connection) {
    this.#at = at
  }

  async type(text: string, signal: AbortSignal): Promise<void> {
    await this.#read()
    for (const character of text.replaceAll('\r\n', '\n')) {
      signal.throwIfAborted()
      const key = await this.#keyOf(keysymOf(character))
      if (!key) continue
      const shift = key.shifted ? this.#keys?.get(SHIFT) : undefined
      if (shift) this.#down(shift.code)
      this.#down(key.code)
      this.#up(key.code)
      if (shift) this.#up(shift.code)
      // An application that is slow must not be outrun: its queue is bounded.
      await this.#at.settled()
    }
  }

  /** Held together: the last one is pressed while the others are down. All of them come up, whatever happens. */
  async press(keysyms: readonly number[]): Promise<void> {
    await this.#read()
    const codes: number[] = []
    for (const keysym of keysyms) {
      const key = await this.#keyOf(keysym)
      const shift = key?.shifted ? this.#keys?.get(SHIFT) : undefined
      if (shift && !codes.includes(shift.code)) codes.push(shift.code)
      if (key) codes.push(key.code)
    }
    for (const code of codes) this.#down(code)
    for (const code of codes.toReversed()) this.#up(code)
    await this.#at.settled()
  }

  /** Keys that were lent are given back. */
  async close(): Promise<void> {
    for (const code of this.#borrowed.values()) this.#put(code, 0)
    this.#borrowed.clear()
    await this.#at.settled()
  }

  #down(code: number): void {
    this.#at.test.FakeInput(this.#at.test.KeyPress, code, 0, this.#at.root, 0, 0)
  }

  #up(code: number): void {
    this.#at.test.FakeInput(this.#at.test.KeyRelease, code, 0, this.#at.root, 0, 0)
  }

  async #read(): Promise<void> {
    if (this.#keys) return
    const { min_keycode: first, max_keycode: last } = this.#at.display
    const rows = await this.#at.ask<readonly (readonly number[])[]>(answer =>
      this.#at.client.GetKeyboardMapping(first, last - first + 1, answer),
    )
    const keys = new Map<number, Key>()
    rows.forEach((row, at) => {
      const [plain = 0, shifted = 0] = row
      if (plain !== 0 && !keys.has(plain)) keys.set(plain, { code: first + at, shifted: false })
      if (shifted !== 0 && !keys.has(shifted)) keys.set(shifted, { code: first + at, shifted: true })
    })
    this.#perKey = rows[0]?.length ?? 2
    this.#spare = rows.flatMap((row, at) => (row.every(keysym => keysym === 0) ? [first + at] : []))
    this.#keys = keys
  }

  async #keyOf(keysym: number): Promise<Key | undefined> {
    const known = this.#keys?.get(keysym)
    if (known) return known
    const borrowed = this.#borrowed.get(keysym) ?? this.#borrow(keysym)
    if (borrowed === undefined) return undefined
    await this.#at.settled()
    return { code: borrowed, shifted: false }
  }

  /** Of those that are used up, the one that was lent first is lent again. */
  #borrow(keysym: number): number | undefined {
    const [oldest] = this.#borrowed
    const free = this.#spare.find(code => ![...this.#borrowed.values()].includes(code))
    const code = free ?? oldest?.[1]
    if (code === undefined) return undefined
    if (free === undefined && oldest) this.#borrowed.delete(oldest[0])
    this.#put(code, keysym)
    this.#borrowed.set(keysym, code)
    return code
  }

  #put(code: number, keysym: number): void {
    const row = Array.from({ length: this.#perKey }, (_, at) => (at < 2 ? keysym : 0))
    this.#at.client.ChangeKeyboardMapping(code, this.#perKey, row)
  }
}

import type { InputEvent } from './input-event.ts'
import { endPaste, flushKeys, type KeysRead, NOTHING_READ, pendingMs, readKeys } from './key-reader.ts'

/** Turns bytes into events for listeners, and decides in time that a lone escape is the key. */
export interface KeyPump {
  feed(chunk: Uint8Array): void
  /** Events that came before the first listener are kept for it; one that is `first` sees them earlier and keeps none. */
  listen(listener: (event: InputEvent) => void, options?: { readonly first?: boolean }): () => void
  /** Forgets what has been read in part. */
  reset(): void
  close(): void
}

/** A paste comes in one go; over a slow line its parts are not further apart. */
const PASTE_QUIET_MS = 500
/** Ctrl-C and Esc, in both ways of saying them. */
const WAYS_OUT: readonly string[] = ['\u0003', '\u001b[99;5u', '\u001b', '\u001b[27u']

export const createKeyPump = (): KeyPump => {
  let state = NOTHING_READ
  let timer: NodeJS.Timeout | undefined
  let quiet = false
  let early: InputEvent[] = []
  const first = new Set<(event: InputEvent) => void>()
  const listeners = new Set<(event: InputEvent) => void>()
  const emit = (event: InputEvent): void => {
    for (const listener of first) listener(event)
    if (listeners.size === 0) early.push(event)
    for (const listener of listeners) listener(event)
  }
  const stopTimer = (): void => {
    clearTimeout(timer)
    timer = undefined
    quiet = false
  }
  const fallQuiet = (): void => {
    quiet = true
  }
  /** The end of a paste was lost: whoever then wants to stop is not typing into it. */
  const isWayOut = (chunk: Uint8Array): boolean =>
    quiet && chunk.length < 8 && WAYS_OUT.includes(Buffer.from(chunk).toString('latin1'))
  const take = (read: KeysRead): void => {
    state = read.state
    stopTimer()
    const wait = pendingMs(state)
    if (wait !== undefined) timer = setTimeout(expire, wait)
    else if (state.paste) timer = setTimeout(fallQuiet, PASTE_QUIET_MS)
    for (const event of read.events) emit(event)
  }
  const expire = (): void => {
    const waited = state
    // When the program was busy the rest may have arrived and not been read: reading comes before this.
    setImmediate(() => {
      if (state === waited) take(flushKeys(state))
    })
  }
  return {
    feed: chunk => take(isWayOut(chunk) ? endPaste(state) : readKeys(state, chunk)),
    listen(listener, options = {}) {
      const to = options.first ? first : listeners
      to.add(listener)
      if (!options.first) for (const event of early.splice(0)) listener(event)
      return () => void to.delete(listener)
    },
    reset() {
      stopTimer()
      state = NOTHING_READ
    },
    close() {
      stopTimer()
      state = NOTHING_READ
      early = []
      first.clear()
      listeners.clear()
    },
  }
}

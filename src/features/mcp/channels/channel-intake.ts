/** At once, and one more after each pause: a server that floods costs no more turns than that. */
const BURST = 20
const PAUSE_MS = 3_000
/** Of what waits for a turn, over all channels. */
const MOST_WAITING = 40
const MOST_CHARS = 64_000

interface Sender {
  left: number
  since: number
  dropped: number
}

/** How much of what channels push is taken in. */
export class ChannelIntake {
  readonly #now: () => number
  readonly #senders = new Map<string, Sender>()
  readonly #waiting = new Map<string, number>()
  #chars = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether a message of so many characters may wait under this id; what may not counts as dropped. */
  take(source: string, { id, chars }: { readonly id: string; readonly chars: number }): boolean {
    const sender = this.#sender(source)
    const fits = this.#waiting.size < MOST_WAITING && this.#chars + chars <= MOST_CHARS
    if (sender.left < 1 || !fits) {
      sender.dropped++
      return false
    }
    sender.left--
    this.#waiting.set(id, chars)
    this.#chars += chars
    return true
  }

  /** It does not wait any more. */
  settle(id: string): void {
    this.#chars -= this.#waiting.get(id) ?? 0
    this.#waiting.delete(id)
  }

  /** How many were dropped since this was last asked. */
  takeDropped(source: string): number {
    const sender = this.#senders.get(source)
    const dropped = sender?.dropped ?? 0
    if (sender) sender.dropped = 0
    return dropped
  }

  #sender(source: string): Sender {
    const now = this.#now()
    const sender = this.#senders.getOrInsertComputed(source, () => ({
      left: BURST,
      since: now,
      dropped: 0,
    }))
    // A clock that goes back gives nothing.
    const gained = Math.max(0, Math.floor((now - sender.since) / PAUSE_MS))
    sender.left = Math.min(BURST, sender.left + gained)
    sender.since = now < sender.since ? now : sender.since + gained * PAUSE_MS
    return sender
  }
}

import { clockTime } from '../../lib/text/clock-time.ts'
import type { Authorization, LimitedKey, UnsignedRequest } from '../../protocol/credential.ts'
import { accessText } from '../../protocol/messages/host/model-access.ts'
import type { HostedCredential } from './hosted-credential.ts'

/** Where nobody says when a limit ends. */
const USUAL_MS = 60_000
/** A server that says "at once" must not be asked in circles. */
const LEAST_MS = 1_000

interface Key {
  readonly credential: HostedCredential
  /** What it sent last: by it a refusal is known to be its own. */
  sent: string
  /** Nothing is asked with it before then. */
  until: number
}

/** Several keys of one provider: one is used until it is at its limit, or each in its turn. */
export class TurningKeys {
  readonly #keys: readonly Key[]
  readonly #title: string
  readonly #inTurn: boolean
  readonly #now: () => number
  #at = 0

  constructor(
    members: readonly HostedCredential[],
    how: { readonly title: string; readonly order: 'in-order' | 'round-robin'; readonly now?: () => number },
  ) {
    this.#keys = members.map(credential => ({ credential, sent: '', until: 0 }))
    this.#title = how.title
    this.#inTurn = how.order === 'round-robin'
    this.#now = how.now ?? (() => Date.now())
  }

  async prepare(): Promise<void> {
    for (const { credential } of this.#keys) await credential.prepare?.()
  }

  async authorize(request: UnsignedRequest): Promise<Authorization> {
    const key = this.#next()
    const headers = await key.credential.authorize(request)
    key.sent = JSON.stringify(headers)
    return headers
  }

  async renew(refused: Authorization): Promise<boolean> {
    return (await this.#owner(refused)?.credential.renew?.(refused)) ?? false
  }

  /** Another key is there to try at once, or when the first of them comes back. */
  limited(refused: Authorization, waitMs = USUAL_MS): LimitedKey {
    const now = this.#now()
    const owner = this.#owner(refused)
    // Nobody knows whose it was: trying again might never end.
    if (!owner) return { waitMs }
    owner.until = now + Math.max(waitMs, LEAST_MS)
    const next = this.#peek()
    if (next.until > now) return { waitMs: next.until - now }
    const [from, to] = [owner.credential.source, next.credential.source]
    const values = { title: this.#title, from, to, time: clockTime(owner.until, now) }
    return { key: to, text: accessText('next_key', values) }
  }

  #owner(headers: Authorization): Key | undefined {
    const sent = JSON.stringify(headers)
    return this.#keys.find(key => key.sent === sent)
  }

  /** One that is not at its limit; where all are, the one that is free first. */
  #next(): Key {
    const key = this.#peek()
    if (this.#inTurn) this.#at = (this.#keys.indexOf(key) + 1) % this.#keys.length
    return key
  }

  #peek(): Key {
    const now = this.#now()
    const turned = [...this.#keys.slice(this.#at), ...this.#keys.slice(0, this.#at)]
    const [first] = turned.toSorted((a, b) => Math.max(a.until, now) - Math.max(b.until, now))
    if (!first) throw new Error('no keys to turn')
    return first
  }
}

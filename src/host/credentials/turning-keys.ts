import { clockTime } from '../../lib/text/clock-time.ts'
import type { Authorization, KeyChange, LimitedKey, UnsignedRequest } from '../../protocol/credential.ts'
import { HostError } from '../../protocol/host.ts'
import { accessText } from '../../protocol/messages/host/model-access.ts'
import { ModelError } from '../../protocol/model.ts'
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
  /** Which key people believe to be in use, once they were told of one. */
  #told: string | undefined

  constructor(
    members: readonly HostedCredential[],
    how: { readonly title: string; readonly order: 'in-order' | 'round-robin'; readonly now?: () => number },
  ) {
    this.#keys = members.map(credential => ({ credential, sent: '', until: 0 }))
    this.#title = how.title
    this.#inTurn = how.order === 'round-robin'
    this.#now = how.now ?? (() => Date.now())
  }

  /** One of them is enough to begin with: throws what is wrong with the first where none can be had. */
  async prepare(): Promise<void> {
    await this.#firstOf(async ({ credential }) => await credential.prepare?.())
  }

  async authorize(request: UnsignedRequest): Promise<Authorization> {
    return await this.#firstOf(async key => {
      const headers = await key.credential.authorize(request)
      key.sent = JSON.stringify(headers)
      if (this.#inTurn) this.#at = (this.#keys.indexOf(key) + 1) % this.#keys.length
      return headers
    })
  }

  /** Where what was refused came from. */
  sourceOf(refused: Authorization): string | undefined {
    return this.#owner(refused)?.credential.source
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
    const text = accessText('next_key', values)
    if (this.#inTurn) return { text }
    this.#told = to
    return { key: to, text }
  }

  /** A limit has ended: what was sent is not of the key that people were told of last. */
  used(sent: Authorization): KeyChange | undefined {
    const key = this.sourceOf(sent)
    if (this.#told === undefined || key === undefined || key === this.#told) return undefined
    this.#told = key
    return { key, text: accessText('key_again', { title: this.#title, key }) }
  }

  #owner(headers: Authorization): Key | undefined {
    const sent = JSON.stringify(headers)
    return this.#keys.find(key => key.sent === sent)
  }

  /** A keychain that is locked, or a sign-in that has ended, keeps no other key from being used. */
  async #firstOf<T>(take: (key: Key) => Promise<T>): Promise<T> {
    const problems: unknown[] = []
    for (const key of this.#inOrder())
      try {
        return await take(key)
      } catch (error) {
        if (!(error instanceof HostError || error instanceof ModelError)) throw error
        problems.push(error)
      }
    throw problems[0]
  }

  #peek(): Key {
    const [first] = this.#inOrder()
    if (!first) throw new Error('no keys to turn')
    return first
  }

  /** Those that are not at their limit, then the others: the one that is free first before them. */
  #inOrder(): readonly Key[] {
    const now = this.#now()
    const turned = [...this.#keys.slice(this.#at), ...this.#keys.slice(0, this.#at)]
    return turned.toSorted((a, b) => Math.max(a.until, now) - Math.max(b.until, now))
  }
}

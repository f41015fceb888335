import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { SHARE_HOURS } from '../../protocol/serve/routes.ts'
import { WireProblem } from './wire-problem.ts'

/** A link as it is stored: the token itself is nowhere. */
export interface StoredLink {
  readonly id: string
  readonly sessionId: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Made with the server's token from everything above and the secret: a changed row opens nothing. */
  readonly seal: string
}

/** Where links outlive a restart. What cannot be read is no link. */
export interface LinkStore {
  all(): readonly StoredLink[]
  add(link: StoredLink): void
  remove(id: string): void
}

/** One who came with a link that is good. */
export interface Admission {
  readonly link: StoredLink
  /** Aborts when the link expires or is ended. */
  readonly signal: AbortSignal
  /** Whether it may still be told something. */
  isOver(): boolean
}

interface WatchLinksOptions {
  /** Of the server: with another one all links are void. */
  readonly token: string
  readonly store: LinkStore
  now(): number
  /** Calls later; answers what stops it. */
  later?(ms: number, call: () => void): () => void
}

const HOUR_MS = 3_600_000
/** Links of one session at a time. */
const MOST_LINKS = 20
/** The longest wait of a timer. */
const MOST_WAIT = 2_147_483_647

const realLater = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Links that can read one session each, until they expire or are ended. */
export class WatchLinks {
  readonly #options: WatchLinksOptions
  /** Of links somebody came with. */
  readonly #ends = new Map<string, { readonly ended: AbortController; stop(): void }>()

  constructor(options: WatchLinksOptions) {
    this.#options = options
  }

  /** The token is `<id>.<secret>`; only this answer has it. Throws WireProblem. */
  create(
    sessionId: string,
    hours: number = SHARE_HOURS.usual,
  ): { readonly link: StoredLink; readonly token: string } {
    if (this.of(sessionId).length >= MOST_LINKS)
      throw new WireProblem('refused', serveText('too_many_links', { most: MOST_LINKS }))
    const createdAt = this.#options.now()
    const facts = {
      id: randomBytes(6).toString('hex'),
      sessionId,
      createdAt,
      expiresAt: createdAt + Math.round(Math.min(hours, SHARE_HOURS.most) * HOUR_MS),
    }
    const secret = randomBytes(32).toString('base64url')
    const link = { ...facts, seal: this.#seal(facts, secret) }
    this.#options.store.add(link)
    return { link, token: `${link.id}.${secret}` }
  }

  /** Those that are good; what has expired is removed. */
  of(sessionId: string): readonly StoredLink[] {
    const { store, now } = this.#options
    const good: StoredLink[] = []
    for (const link of store.all())
      if (link.expiresAt <= now()) this.#remove(link.id)
      else if (link.sessionId === sessionId) good.push(link)
    return good.sort((a, b) => a.createdAt - b.createdAt)
  }

  /** False: the session has no such link. */
  end(sessionId: string, id: string): boolean {
    const known = this.of(sessionId).some(link => link.id === id)
    if (known) this.#remove(id)
    return known
  }

  endAll(sessionId: string): void {
    for (const { id } of this.of(sessionId)) this.#remove(id)
  }

  /** Undefined: the token is wrong, or its link has ended. */
  admit(token: string): Admission | undefined {
    const [id = '', secret = '', ...rest] = token.split('.')
    const link = this.#options.store.all().find(each => each.id === id)
    const seal = this.#seal(link ?? NO_LINK, secret)
    const isRight = timingSafeEqual(digest(seal), digest(link?.seal ?? ''))
    if (!link || !isRight || rest.length > 0 || link.expiresAt <= this.#options.now()) return undefined
    const { signal } = this.#endOf(link).ended
    return { link, signal, isOver: () => signal.aborted || link.expiresAt <= this.#options.now() }
  }

  stop(): void {
    for (const { stop } of this.#ends.values()) stop()
    this.#ends.clear()
  }

  #remove(id: string): void {
    this.#options.store.remove(id)
    const end = this.#ends.get(id)
    this.#ends.delete(id)
    end?.stop()
    end?.ended.abort()
  }

  #endOf(link: StoredLink): { readonly ended: AbortController; stop(): void } {
    const known = this.#ends.get(link.id)
    if (known) return known
    const { now, later = realLater } = this.#options
    let stop = (): void => {}
    const wait = (): void => {
      const left = link.expiresAt - now()
      if (left <= 0) this.#remove(link.id)
      else stop = later(Math.min(left, MOST_WAIT), wait)
    }
    const end = { ended: new AbortController(), stop: () => stop() }
    this.#ends.set(link.id, end)
    wait()
    return end
  }

  #seal({ id, sessionId, createdAt, expiresAt }: Omit<StoredLink, 'seal'>, secret: string): string {
    return createHmac('sha256', this.#options.token)
      .update(JSON.stringify(['watch', id, sessionId, createdAt, expiresAt, secret]))
      .digest('base64url')
  }
}

/** Takes the place of a link nobody made, so that a wrong id takes as long as a wrong secret. */
const NO_LINK: Omit<StoredLink, 'seal'> = { id: '', sessionId: '', createdAt: 0, expiresAt: 0 }

/** Of one length, whatever is compared. */
const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()

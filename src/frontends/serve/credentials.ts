import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a link can be used. */
const CODE_MS = 10 * 60_000
/** How long a browser stays signed in. */
const COOKIE_MS = 30 * 24 * 3_600_000

/** What a browser gets for a code: a cookie that goes to every port of the host, and a key that stays with the page. */
export interface SignedIn {
  readonly cookie: string
  readonly key: string
  readonly maxAgeSeconds: number
}

/**
 * Who is let in. Programs have the token. Browsers get a cookie and a key for a code that works once; both are made from
 * the token, so that they outlive a restart and end with the token.
 */
export class Credentials {
  readonly #token: string
  readonly #now: () => number
  /** Hashes of codes nobody used yet, with when they end. */
  readonly #codes = new Map<string, number>()

  constructor(token: string, now: () => number) {
    this.#token = token
    this.#now = now
  }

  newCode(): { readonly code: string; readonly expiresAt: number } {
    this.#forgetOld()
    const code = randomBytes(32).toString('base64url')
    const expiresAt = this.#now() + CODE_MS
    this.#codes.set(hash(code), expiresAt)
    return { code, expiresAt }
  }

  /** Each code works once. */
  exchange(code: string): SignedIn | undefined {
    this.#forgetOld()
    if (!this.#codes.delete(hash(code))) return undefined
    const value = `${randomBytes(32).toString('base64url')}.${this.#now() + COOKIE_MS}`
    return {
      cookie: `${value}.${this.#sign('cookie', value)}`,
      key: this.#sign('key', value),
      maxAgeSeconds: COOKIE_MS / 1_000,
    }
  }

  isToken(given: string): boolean {
    return isSame(given, this.#token)
  }

  isSignedIn(cookie: string, key: string): boolean {
    const value = this.#cookieValue(cookie)
    return value !== undefined && isSame(key, this.#sign('key', value))
  }

  #cookieValue(cookie: string): string | undefined {
    const [random = '', ends = '', signature = ''] = cookie.split('.')
    const value = `${random}.${ends}`
    const right = isSame(signature, this.#sign('cookie', value))
    return right && Number(ends) > this.#now() ? value : undefined
  }

  #sign(what: string, value: string): string {
    return createHmac('sha256', this.#token).update(`${what}\n${value}`).digest('base64url')
  }

  #forgetOld(): void {
    const now = this.#now()
    for (const [code, ends] of this.#codes) if (ends <= now) this.#codes.delete(code)
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Takes as long whatever is different, the length included. */
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

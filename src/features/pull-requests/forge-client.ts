import { errorText } from '../../lib/error-text.ts'
import { get } from '../../lib/network/get.ts'
import { NetworkError } from '../../lib/network/network-error.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { hostOf } from '../../lib/network/refuse-url.ts'
import { pullRequestText } from '../../protocol/messages/engine/pull-requests.ts'
import type { PullRequestAddress } from './address.ts'
import { ForgeError } from './forge-error.ts'

export interface ClientOptions {
  readonly address: PullRequestAddress
  /** Sent to the API of this forge and nowhere else; absent: asked as anybody. */
  readonly token?: string
  readonly userAgent: string
  readonly proxy?: ProxySettings
  now(): number
}

const MAX_JSON = 8_000_000
const MAX_LOG = 32_000_000
const MOST_PAGES = 10
const MOST_KEPT = 200
const TIMEOUT_MS = 30_000
/** Where a forge says that too much was asked, and not until when. */
const USUAL_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 60 * 60_000

interface Kept {
  readonly etag: string
  readonly body: unknown
  readonly next: string | undefined
}

/** Asks one forge: what did not change is not sent again, and its limits are kept. */
export class ForgeClient {
  readonly #options: ClientOptions
  readonly #kept = new Map<string, Kept>()
  #waitUntil = 0

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Before this moment nothing is asked: the forge said so. Milliseconds since the epoch. */
  get waitUntil(): number {
    return this.#waitUntil
  }

  /** What is at this path of the API. Throws ForgeError. */
  async json(path: string, signal: AbortSignal): Promise<unknown> {
    return (await this.#read(this.#urlOf(path), signal)).body
  }

  /** The same; undefined where nothing is there. */
  async find(path: string, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.json(path, signal)
    } catch (error) {
      if (error instanceof ForgeError && error.kind === 'gone') return undefined
      throw error
    }
  }

  /** A list that may have several pages, empty where there is none; `of` names it where it stands in an object. */
  async list(path: string, signal: AbortSignal, of?: string): Promise<readonly unknown[]> {
    try {
      return await this.#list(path, signal, of)
    } catch (error) {
      if (error instanceof ForgeError && error.kind === 'gone') return []
      throw error
    }
  }

  async #list(path: string, signal: AbortSignal, of?: string): Promise<readonly unknown[]> {
    const all: unknown[] = []
    let url: URL | undefined = this.#urlOf(path)
    for (let page = 0; url && page < MOST_PAGES; page++) {
      const { body, next }: Pick<Kept, 'body' | 'next'> = await this.#read(url, signal)
      const items: unknown = of === undefined ? body : (body as Record<string, unknown> | null)?.[of]
      if (!Array.isArray(items)) break
      all.push(...items)
      url = next === undefined ? undefined : this.#nextOf(next)
    }
    return all
  }

  async post(path: string, body: object, signal: AbortSignal): Promise<unknown> {
    const url = this.#urlOf(path)
    const answer = await this.#send(url, { body: JSON.stringify(body), signal, maxBytes: MAX_JSON })
    this.#check(url, answer)
    return parse(answer.body)
  }

  /**
   * A log as text, its end at most `most` characters of it; undefined: there is none, or it is too long for anybody. One
   * redirect is followed, and no credential goes with it.
   */
  async log(path: string, most: number, signal: AbortSignal): Promise<string | undefined> {
    try {
      const url = this.#urlOf(path)
      let answer = await this.#send(url, { signal, maxBytes: MAX_LOG })
      const { location } = answer.headers
      if (answer.status >= 300 && answer.status < 400 && location !== undefined)
        answer = await this.#follow(new URL(location, url), signal)
      if (answer.status !== 200 && answer.status !== 206) return undefined
      return new TextDecoder().decode(answer.body.subarray(-most * 4)).slice(-most)
    } catch (error) {
      if (error instanceof ForgeError || error instanceof NetworkError || error instanceof TypeError)
        return undefined
      throw error
    }
  }

  async #follow(url: URL, signal: AbortSignal): ReturnType<typeof get> {
    if (url.origin === this.#urlOf('').origin)
      return await this.#send(url, { signal, maxBytes: MAX_LOG, bare: true })
    const { userAgent, proxy } = this.#options
    const headers = { 'user-agent': userAgent, range: 'bytes=-400000' }
    const timed = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    return await get({
      url,
      headers,
      open: [],
      signal: timed,
      maxBytes: MAX_LOG,
      ...(proxy ? { proxy } : {}),
    })
  }

  #urlOf(path: string): URL {
    return new URL(this.#options.address.api + path)
  }

  /** The next page is on the same API, or it is none of ours to ask. */
  #nextOf(link: string): URL | undefined {
    const api = this.#urlOf('/')
    const url = URL.canParse(link, api) ? new URL(link, api) : undefined
    return url?.origin === api.origin && url.pathname.startsWith(api.pathname) ? url : undefined
  }

  async #read(url: URL, signal: AbortSignal): Promise<Pick<Kept, 'body' | 'next'>> {
    const kept = this.#kept.get(url.href)
    const headers = kept ? { 'if-none-match': kept.etag } : {}
    const answer = await this.#send(url, { signal, maxBytes: MAX_JSON, headers })
    if (answer.status === 304 && kept) return kept
    this.#check(url, answer)
    const read = { body: parse(answer.body), next: nextIn(answer.headers['link']) }
    const { etag } = answer.headers
    this.#kept.delete(url.href)
    if (etag !== undefined) this.#kept.set(url.href, { ...read, etag })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return read
  }

  async #send(
    url: URL,
    how: {
      readonly signal: AbortSignal
      readonly maxBytes: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
      readonly bare?: boolean
    },
  ): ReturnType<typeof get> {
    const { address, proxy, now } = this.#options
    if (this.#waitUntil > now()) throw this.#limited()
    const { signal, maxBytes, body, headers = {}, bare = false } = how
    try {
      return await get({
        url,
        headers: { ...this.#headers(bare), ...(body === undefined ? {} : JSON_BODY), ...headers },
        ...(body === undefined ? {} : { body }),
        // The person named it: it may be in their own network.
        ...(address.settings ? { open: [hostOf(url)], chosen: true } : { open: [] }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        maxBytes,
        ...(proxy ? { proxy } : {}),
      })
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      const why = { host: address.host, why: errorText(error) }
      throw new ForgeError('failed', pullRequestText('unreachable', why), { cause: error })
    }
  }

  #headers(bare: boolean): Record<string, string> {
    const { address, token, userAgent } = this.#options
    const { kind } = address
    return {
      'user-agent': userAgent,
      accept: kind === 'github' ? 'application/vnd.github+json' : 'application/json',
      ...(kind === 'github' ? { 'x-github-api-version': '2022-11-28' } : {}),
      ...(bare || token === undefined
        ? {}
        : { authorization: `${kind === 'gitea' ? 'token' : 'Bearer'} ${token}` }),
    }
  }

  #check(url: URL, { status, headers }: Awaited<ReturnType<typeof get>>): void {
    const { host } = this.#options.address
    const left = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining']
    const isLimit =
      status === 429 || (status === 403 && (left === '0' || headers['retry-after'] !== undefined))
    if (isLimit || left === '0') this.#waitUntil = this.#resetOf(headers)
    if (isLimit) throw this.#limited()
    if (status >= 200 && status < 300) return
    if (status === 401 || status === 403)
      throw new ForgeError('refused', pullRequestText('refused', { host }))
    if (status === 404 || status === 410) throw new ForgeError('gone', pullRequestText('not_there', { host }))
    const why = pullRequestText('status', { status, path: url.pathname })
    throw new ForgeError('failed', pullRequestText('unreachable', { host, why }))
  }

  #resetOf(headers: Awaited<ReturnType<typeof get>>['headers']): number {
    const now = this.#options.now()
    const seconds = Number(headers['retry-after'])
    const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']) * 1000
    const until =
      Number.isFinite(seconds) && seconds > 0
        ? now + seconds * 1000
        : reset > now
          ? reset
          : now + USUAL_PAUSE_MS
    return Math.min(until, now + LONGEST_PAUSE_MS)
  }

  #limited(): ForgeError {
    const { address, now } = this.#options
    const seconds = Math.max(1, Math.ceil((this.#waitUntil - now()) / 1000))
    return new ForgeError('limited', pullRequestText('limited', { host: address.host, seconds }))
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

const parse = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (error) {
    throw new ForgeError('failed', pullRequestText('no_json'), { cause: error })
  }
}

/** By RFC 8288, as far as forges use it. */
const nextIn = (link: string | readonly string[] | undefined): string | undefined =>
  /<([^<>]{1,2000})>\s*;[^,]*\brel="?next"?/.exec(String(link ?? ''))?.[1]

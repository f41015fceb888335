/** What is remembered of a page that was fetched. */
export interface CachedPage {
  readonly bytes: number
  readonly code: number
  readonly codeText: string
  readonly url: string
  readonly type: string
  readonly text: string
  readonly cut: boolean
}

const LIFE_MS = 15 * 60_000
const MAX_CHARS = 10_000_000

/** Pages of a session by address, for a quarter of an hour, the oldest thrown out when they are too much. */
export class PageCache {
  readonly #pages = new Map<string, { readonly page: CachedPage; readonly at: number }>()
  #chars = 0

  get(url: string, now: number): CachedPage | undefined {
    const known = this.#pages.get(url)
    if (known && now - known.at < LIFE_MS) return known.page
    this.#drop(url)
    return undefined
  }

  set(url: string, page: CachedPage, now: number): void {
    this.#drop(url)
    this.#pages.set(url, { page, at: now })
    this.#chars += page.text.length
    for (const oldest of this.#pages.keys()) {
      if (this.#chars <= MAX_CHARS) return
      this.#drop(oldest)
    }
  }

  #drop(url: string): void {
    this.#chars -= this.#pages.get(url)?.page.text.length ?? 0
    this.#pages.delete(url)
  }
}

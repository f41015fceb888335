import type { Queries, Query } from '../../../protocol/query.ts'
import { API, type WireError, type WireErrorKind } from '../../../protocol/serve/wire.ts'

/** What the server answered instead of what was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: WireErrorKind | 'offline'
  /** With `busy`: what kind of program has the session open. */
  readonly holder: string
  constructor(kind: WireErrorKind | 'offline', message: string, holder = '') {
    super(message)
    this.kind = kind
    this.holder = holder
  }
}

export interface Api {
  readonly key: string
  get<T>(path: string, query?: Readonly<Record<string, string | number | undefined>>): Promise<T>
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  ask<Q extends Query>(sessionId: string, query: Q): Promise<Queries[Q]>
}

/** Speaks to the server this page came from. Throws ApiError. */
export const createApi = (
  key: string,
  header: 'x-capstan-key' | 'x-capstan-watch' = 'x-capstan-key',
): Api => {
  const call = async <T>(path: string, init: RequestInit): Promise<T> => {
    const headers = { ...init.headers, [header]: key }
    const response = await fetch(`${API}${path}`, { ...init, headers }).catch(() => {
      throw new ApiError('offline', '')
    })
    if (response.status === 204) return undefined as T
    const body = (await response.json().catch(() => ({}))) as { readonly error?: WireError }
    if (!response.ok) {
      const { kind = 'internal', message = response.statusText, holder } = body.error ?? {}
      throw new ApiError(kind, message, holder)
    }
    return body as T
  }
  const get: Api['get'] = (path, query = {}) => {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const search = new URLSearchParams(given).toString()
    return call(search === '' ? path : `${path}?${search}`, { method: 'GET' })
  }
  return {
    key,
    get,
    send: (method, path, body) =>
      call(path, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    ask: async <Q extends Query>(sessionId: string, query: Q) =>
      (
        await get<{ readonly answer: Queries[Q] }>(
          `/sessions/${encodeURIComponent(sessionId)}/queries/${query}`,
        )
      ).answer,
  }
}

const KEPT_AS = 'capstan.key'
const WATCH_KEPT_AS = 'capstan.watch'

/**
 * The token of a link to watch, which arrives behind `#watch=`. It is kept for this tab alone and taken out of the
 * address, so that a browser that is signed in as well stays so in its other tabs. Signing in here ends it.
 */
export const readWatchToken = (): string | undefined => {
  const arrived = /^#watch=([\w.-]+)$/.exec(location.hash)?.[1]
  if (arrived !== undefined) {
    sessionStorage.setItem(WATCH_KEPT_AS, arrived)
    history.replaceState(null, '', '/')
  } else if (location.hash.startsWith('#key=')) sessionStorage.removeItem(WATCH_KEPT_AS)
  return sessionStorage.getItem(WATCH_KEPT_AS) ?? undefined
}

/**
 * The key of this page: it arrives once behind `#key=` and is kept for this port of the host. It is taken out of the
 * address at once, so that nobody copies it from there.
 */
export const takeKey = (): string | undefined => {
  const arrived = /^#key=([\w-]+)$/.exec(location.hash)?.[1]
  if (arrived !== undefined) {
    localStorage.setItem(KEPT_AS, arrived)
    history.replaceState(null, '', '/')
  }
  return localStorage.getItem(KEPT_AS) ?? undefined
}

import type { FromPage } from './bridge-messages.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const API = /^\/api\/v1\/[\w%./~-]*(?:\?[^#]*)?$/

/** A message of the panel; undefined: it is none. Only the API of the server is reached through it. */
export const readMessage = (message: unknown): FromPage | undefined => {
  const { kind, id, method, path, body, text, route, place } = (message ?? {}) as Readonly<
    Record<string, unknown>
  >
  const isId = Number.isSafeInteger(id)
  switch (kind) {
    case 'request':
      if (!isId || !METHODS.includes(String(method)) || !isApi(path)) return undefined
      return {
        kind,
        id: Number(id),
        method: String(method),
        path,
        ...(typeof body === 'string' ? { body } : {}),
      }
    case 'open':
      return isId && isApi(path) ? { kind, id: Number(id), path } : undefined
    case 'send':
      return isId && typeof text === 'string' ? { kind, id: Number(id), text } : undefined
    case 'close':
      return isId ? { kind, id: Number(id) } : undefined
    case 'route':
      return typeof route === 'string' ? { kind, route: route.slice(0, 500) } : undefined
    case 'place':
      return typeof place === 'string' ? { kind, place: place.slice(0, 4_096) } : undefined
    case 'reload':
      return { kind }
    default:
      return undefined
  }
}

const isApi = (path: unknown): path is string =>
  typeof path === 'string' && API.test(path) && !/(?:^|\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|\?|$)/i.test(path)

/** The session in what stands behind the # of the page's address. */
export const sessionOf = (route: string): string | undefined => {
  const id = /^#\/s\/([^/]+)/.exec(route)?.[1]
  return id === undefined ? undefined : decoded(id)
}

export const routeOf = (session: string): string => `#/s/${encodeURIComponent(session)}`

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not from our page.
    return undefined
  }
}

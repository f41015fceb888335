import { addressKind } from '../../../lib/network/address.ts'
import { type GetAnswer, get, type Resolve } from '../../../lib/network/get.ts'
import { NetworkError } from '../../../lib/network/network-error.ts'
import { hostOf } from '../../../lib/network/refuse-url.ts'
import type { Web } from '../../../protocol/web.ts'

const MAX_REDIRECTS = 10
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const ACCEPT = 'text/markdown, text/html;q=0.9, text/plain;q=0.9, application/json;q=0.8, */*;q=0.5'

export interface PageLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

export type Fetched =
  | { readonly kind: 'page'; readonly url: string; readonly answer: GetAnswer }
  /** Another host: the model decides, and its call is judged anew. */
  | { readonly kind: 'moved'; readonly url: string; readonly to: string; readonly answer: GetAnswer }

interface PageWay {
  readonly web: Web
  readonly limits: PageLimits
  /** The system's resolver when absent. */
  readonly resolve?: Resolve
}

/** Fetches, following redirects as long as they stay on the host. Throws NetworkError. */
export const fetchPage = async (
  url: URL,
  { web, limits, resolve }: PageWay,
  cancel: AbortSignal,
): Promise<Fetched> => {
  const signal = AbortSignal.any([cancel, AbortSignal.timeout(limits.timeoutMs)])
  const open = web.hosts()
  let here = upgraded(url, open)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const answer = await get({
      url: here,
      open,
      signal,
      maxBytes: limits.maxBytes,
      headers: { 'user-agent': web.userAgent, accept: ACCEPT, 'accept-encoding': 'gzip, br, deflate' },
      ...(web.proxy ? { proxy: web.proxy } : {}),
      ...(resolve ? { resolve } : {}),
    })
    const { location } = answer.headers
    if (!REDIRECTS.has(answer.status) || location === undefined)
      return { kind: 'page', url: here.href, answer }
    if (!URL.canParse(location, here.href))
      throw new NetworkError('connection', {
        en: 'the server redirects to something that is not an address',
        zh: '服务器重定向到的不是地址',
      })
    const next = new URL(location, here)
    if (hostOf(next) !== hostOf(here)) return { kind: 'moved', url: here.href, to: next.href, answer }
    here = upgraded(next, open)
  }
  throw new NetworkError('connection', {
    en: `the server redirected more than ${MAX_REDIRECTS} times`,
    zh: `服务器重定向超过 ${MAX_REDIRECTS} 次`,
  })
}

/** Nobody on the way reads or changes what comes from a public host. One that a rule names is taken at its word. */
export const upgraded = (url: URL, open: readonly string[]): URL => {
  if (url.protocol !== 'http:' || url.port !== '' || open.includes(hostOf(url))) return url
  if ((addressKind(hostOf(url)) ?? 'public') !== 'public') return url
  const secure = new URL(url)
  secure.protocol = 'https:'
  return secure
}

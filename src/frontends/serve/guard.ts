import type { IncomingHttpHeaders } from 'node:http'
import { serveText } from '../../protocol/messages/host/serve.ts'
import type { Credentials } from './credentials.ts'
import type { Admission, WatchLinks } from './watch-links.ts'
import { WireProblem } from './wire-problem.ts'

export interface GuardOptions {
  readonly credentials: Credentials
  /** Absent: there are no links to watch here. */
  readonly links?: WatchLinks
  /** Names and addresses, with the port, under which the server may be asked, and the origin its page has there. */
  readonly hosts: ReadonlyMap<string, readonly string[]>
  /** The cookies of a host go to all its ports: each server has a name of its own. */
  readonly cookieName: string
  now(): number
}

/** What is looked at before anything else happens with a request. */
export interface Knock {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Address it comes from. */
  readonly from: string
  readonly upgrade?: boolean
}

export type Caller = 'page' | 'program'

/** So many wrong tries of one address within a minute are answered as such; then it has to wait. */
const WRONG_TRIES = 10
const WRONG_MS = 60_000

/**
 * Who may come in. The name the server is called by is checked first, so that a page whose name suddenly leads to this
 * machine gets nothing; then where the page that asks comes from; then who it is. Throws WireProblem.
 */
export class Guard {
  readonly #options: GuardOptions
  readonly #wrong = new Map<string, { count: number; since: number }>()

  constructor(options: GuardOptions) {
    this.#options = options
  }

  /** For everything, signed in or not. */
  whereToTry({ method, headers, upgrade }: Knock): void {
    const origins = this.#options.hosts.get(headers.host?.toLowerCase() ?? '')
    if (!origins) throw new WireProblem('forbidden', serveText('other_host'))
    const { origin } = headers
    if (origin !== undefined && !origins.includes(origin.toLowerCase()))
      throw new WireProblem('forbidden', serveText('other_page'))
    const site = headers['sec-fetch-site']
    const visits = method === 'GET' && !upgrade && headers['sec-fetch-mode'] === 'navigate'
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !visits)
      throw new WireProblem('forbidden', serveText('other_page'))
  }

  /** Who calls; a right token is never refused for the wrong ones of others. */
  authenticate(knock: Knock): Caller {
    const { headers } = knock
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (bearer !== undefined && this.#options.credentials.isToken(bearer)) return 'program'
    const cookie = this.cookieOf(headers)
    const key = keyOf(headers)
    if (bearer === undefined && cookie !== undefined && key !== undefined)
      if (this.#options.credentials.isSignedIn(cookie, key)) return 'page'
    if (bearer !== undefined || cookie !== undefined) this.wrong(knock.from)
    throw new WireProblem('unauthorized', serveText('sign_in'))
  }

  /** Who comes with a link to watch; no other token, cookie or key counts here. */
  admitWatcher({ headers, from }: Knock): Admission {
    const token = headers['x-capstan-watch']
    const admission = typeof token === 'string' ? this.#options.links?.admit(token) : undefined
    if (admission) return admission
    if (token !== undefined) this.wrong(from)
    throw new WireProblem('unauthorized', serveText('link_ended'))
  }

  cookieOf({ cookie }: IncomingHttpHeaders): string | undefined {
    const prefix = `${this.#options.cookieName}=`
    return cookie
      ?.split(';')
      .map(each => each.trim())
      .find(each => each.startsWith(prefix))
      ?.slice(prefix.length)
  }

  /** Counts a wrong try; throws when there were too many. */
  wrong(from: string): void {
    const now = this.#options.now()
    for (const [address, { since }] of this.#wrong) if (now - since > WRONG_MS) this.#wrong.delete(address)
    const tries = this.#wrong.get(from) ?? { count: 0, since: now }
    tries.count += 1
    this.#wrong.set(from, tries)
    if (tries.count > WRONG_TRIES) throw new WireProblem('too_many', serveText('wrong_tokens'))
  }
}

const keyOf = (headers: IncomingHttpHeaders): string | undefined => {
  const header = headers['x-capstan-key']
  if (typeof header === 'string') return header
  return headers['sec-websocket-protocol']
    ?.split(',')
    .map(each => each.trim())
    .find(each => each.startsWith(KEY_PROTOCOL))
    ?.slice(KEY_PROTOCOL.length)
}

/** Browsers cannot send headers of their own with a WebSocket. */
const KEY_PROTOCOL = 'capstan.key.'

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { errorBody } from './plan.ts'

export interface Refusal {
  readonly status: 401 | 403
  readonly body: string
}

const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d{1,5}))?$/i

/**
 * Whether a request comes from a program that was told about this server. A page in a browser says where it is from
 * (Origin), and one whose name was pointed here asks for that name (Host); anybody else on the machine does not have
 * the token. Undefined: it may be answered.
 */
export const refuseVisitor = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): Refusal | undefined => {
  const host = OWN_HOST.exec(headers.host ?? '')
  if (!host || Number(host[1] ?? 80) !== socket.localPort)
    return { status: 403, body: errorBody('permission_error', 'this server answers to its own address only') }
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, body: errorBody('permission_error', 'pages in a browser are not answered') }
  if (token === undefined) return undefined
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const shown = [headers['x-api-key'], bearer].some(one => typeof one === 'string' && isSame(one, token))
  return shown
    ? undefined
    : { status: 401, body: errorBody('authentication_error', 'the key is not the one this server printed') }
}

const isSame = (shown: string, token: string): boolean => timingSafeEqual(digest(shown), digest(token))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

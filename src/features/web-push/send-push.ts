import { get } from '../../lib/network/get.ts'
import { NetworkError } from '../../lib/network/network-error.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { hostOf } from '../../lib/network/refuse-url.ts'
import { arePushKeys, encryptPush, type PushKeys } from './encrypt.ts'
import { type VapidKeys, vapidHeader } from './vapid.ts'

/** Where a browser is reached: an address of its vendor, which nobody here chose. */
export interface PushSubscription {
  readonly endpoint: string
  readonly keys: PushKeys
}

export interface SendOptions {
  readonly vapid: VapidKeys
  /** `mailto:` or an https address: whom a push service writes to when something is wrong. */
  readonly contact: string
  /** The person lets endpoints be in their own network, and without TLS. */
  readonly allowPrivate: boolean
  readonly proxy?: ProxySettings
  readonly now: number
}

const MOST_ENDPOINT = 2_000
const TIMEOUT_MS = 15_000
/** How long a push service keeps it for a phone that is off; an old question is no use to anybody. */
const TTL_SECONDS = 6 * 60 * 60

/** Whether a browser may be reached there: over TLS, at a name or address of the open internet. */
export const isEndpoint = (
  endpoint: string,
  { allowPrivate }: Pick<SendOptions, 'allowPrivate'>,
): boolean => {
  if (endpoint.length > MOST_ENDPOINT || !URL.canParse(endpoint)) return false
  const { protocol, username, password } = new URL(endpoint)
  return (
    username === '' && password === '' && (protocol === 'https:' || (allowPrivate && protocol === 'http:'))
  )
}

export const isSubscription = (
  subscription: PushSubscription,
  options: Pick<SendOptions, 'allowPrivate'>,
): boolean => isEndpoint(subscription.endpoint, options) && arePushKeys(subscription.keys)

/** `gone`: that browser wants no more; `failed`: this message did not arrive. */
export const sendPush = async (
  { endpoint, keys }: PushSubscription,
  message: object,
  options: SendOptions,
): Promise<'sent' | 'gone' | 'failed'> => {
  if (!isEndpoint(endpoint, options)) return 'gone'
  const url = new URL(endpoint)
  try {
    const { status } = await get({
      url,
      body: encryptPush(Buffer.from(JSON.stringify(message)), keys),
      headers: {
        authorization: vapidHeader(options.vapid, { endpoint: url, ...options }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: 'high',
      },
      // Addresses are checked when the name is resolved: a public name may not lead into a private network.
      ...(options.allowPrivate ? { open: [hostOf(url)], chosen: true } : { open: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: 20_000,
      ...(options.proxy ? { proxy: options.proxy } : {}),
    })
    if (status === 404 || status === 410) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch (error) {
    if (error instanceof NetworkError) return 'failed'
    throw error
  }
}

/** `22:00-07:00`: from when on nobody is disturbed, and until when. */
const QUIET_HOURS = '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$'

/** Whether it is quiet at that moment, by the clock on the wall; over midnight as well. */
export const isQuiet = (hours: string | undefined, now: Date): boolean => {
  if (hours === undefined || !new RegExp(QUIET_HOURS).test(hours)) return false
  const [from = 0, to = 0] = hours.split('-').map(minutesOf)
  const at = now.getHours() * 60 + now.getMinutes()
  return from <= to ? at >= from && at < to : at >= from || at < to
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

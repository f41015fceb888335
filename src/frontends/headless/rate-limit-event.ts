import type { SdkRateLimit } from '../../protocol/control/sdk-message.ts'
import type { Retry } from '../../protocol/model.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { RateLimit, RateLimits } from '../../protocol/usage.ts'

type Identity = () => { readonly uuid: string; readonly session_id: string }

/** From here on a host is warned: the part of a limit that is used up. */
const NEAR = 0.8

/** What a reply said of the limits of an account, once one of them is nearly used up. */
export const fromLimits = (limits: RateLimits | undefined, identity: Identity): readonly SdkRateLimit[] => {
  const nearest = nearestOf(limits)
  if (nearest === undefined || nearest.used < NEAR) return []
  const { used, resetsAt } = nearest
  return [rateLimitEvent({ status: 'allowed_warning', resetsAt, utilization: used }, identity)]
}

/** A request was refused for a limit; it is sent again later. */
export const fromRefusal = (
  { error, resetsAt }: Pick<Retry, 'error' | 'resetsAt'>,
  identity: Identity,
): readonly SdkRateLimit[] => (error === 'rate_limit' ? [rejected(resetsAt, identity)] : [])

/** The turn ended at a limit. */
export const fromLimitEnd = (terminal: Terminal, identity: Identity): readonly SdkRateLimit[] =>
  'resetsAt' in terminal ? [rejected(terminal.resetsAt, identity)] : []

const rejected = (resetsAt: number | undefined, identity: Identity): SdkRateLimit =>
  rateLimitEvent({ status: 'rejected', ...(resetsAt === undefined ? {} : { resetsAt }) }, identity)

/** Of several limits the one that ends first stops the work. */
const nearestOf = ({ fiveHour, sevenDay }: RateLimits = {}): RateLimit | undefined =>
  [fiveHour, sevenDay].filter(limit => limit !== undefined).toSorted((a, b) => b.used - a.used)[0]

const rateLimitEvent = (
  rate_limit_info: SdkRateLimit['rate_limit_info'],
  identity: Identity,
): SdkRateLimit => ({ type: 'rate_limit_event', rate_limit_info, ...identity() })

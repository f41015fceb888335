import type { SdkRateLimit } from '../../protocol/control/sdk-message.ts'
import type { Retry } from '../../protocol/model.ts'
import type { RateLimits } from '../../protocol/usage.ts'

type Identity = () => { readonly uuid: string; readonly session_id: string }

/** From here on a host is warned: the part of a limit that is used up. */
const NEAR = 0.8

/** What a reply said of the limits of an account, once one of them is nearly used up. */
export const fromLimits = (limits: RateLimits | undefined, identity: Identity): readonly SdkRateLimit[] => {
  const [nearest] = [limits?.fiveHour, limits?.sevenDay]
    .filter(limit => limit !== undefined)
    .toSorted((a, b) => b.used - a.used)
  if (nearest === undefined || nearest.used < NEAR) return []
  const { used, resetsAt } = nearest
  const info = { status: 'allowed_warning', resetsAt, utilization: used } as const
  return [{ type: 'rate_limit_event', rate_limit_info: info, ...identity() }]
}

/** A request was refused for a limit; it is sent again later. */
export const fromRefusal = ({ error }: Pick<Retry, 'error'>, identity: Identity): readonly SdkRateLimit[] =>
  error === 'rate_limit'
    ? [{ type: 'rate_limit_event', rate_limit_info: { status: 'rejected' }, ...identity() }]
    : []

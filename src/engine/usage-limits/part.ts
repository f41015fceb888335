import type { LimitWait } from '../../protocol/entry.ts'
import type { AtLimit, UsageLimit } from '../../protocol/usage-limit.ts'
import type { Part } from '../scope.ts'
import type { LimitWaits } from './limit-waits.ts'
import type { GoingOn, UsageLimitsOptions } from './options.ts'

export interface SessionLimits extends Part {
  /** For the requests of every thread. */
  readonly atLimit: AtLimit
  lend(to: GoingOn): void
}

/** Usage limits that are known to be reached, and who waits for them to end. What waits is loaded with the first one. */
export const createUsageLimits = (at: UsageLimitsOptions): SessionLimits => {
  const { session, runtime } = at.config
  const known = new Map<string, UsageLimit>()
  let to: GoingOn | undefined
  let made: Promise<LimitWaits> | undefined
  const waits = (): Promise<LimitWaits> => {
    made ??= import('./limit-waits.ts').then(({ LimitWaits }) => new LimitWaits(at, known))
    return made
  }
  const now = (): number => runtime.now().getTime()
  const left: LimitWait | undefined = session.limitWait
  return {
    atLimit: {
      now,
      reached(model) {
        const limit = known.get(model)
        return limit && limit.resetsAt > now() ? limit : undefined
      },
      agree: async (limit, signal) => await (await waits()).agree(limit, signal),
      wait: async (limit, signal) => await (await waits()).wait(limit, signal),
    },
    lend: given => {
      to = given
    },
    async restarted(_, why) {
      if (why === 'resume' && left) (await waits()).takeUp(left, () => to)
    },
    turnEnded: async ({ terminal }) => {
      if (made || left) (await waits()).turnEnded(terminal)
    },
    async [Symbol.asyncDispose]() {
      to = undefined
      if (made) (await made).end()
    },
  }
}

import type { Advisor } from '../../protocol/agents/advisor.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { OpError } from '../../protocol/op.ts'
import { usableModel } from '../live/usable-model.ts'
import type { Part } from '../scope.ts'
import type { Fork } from '../turn/ask-beside.ts'
import type { Asking } from './ask-advisor.ts'
import type { AdvisorOptions, OfferedAdvisor } from './offer-advisor.ts'

/** A second model that the first may ask for advice. Where there is none, nothing of it is loaded. */
export const createAdvisor = (at: AdvisorOptions): Part => {
  const { config, live } = at
  let offered: OfferedAdvisor | undefined
  return {
    ops: {
      set_advisor({ model }) {
        if (config.models.advisorOff) throw new OpError(modelText('advisor_off'))
        live.advisor = model === undefined ? undefined : usableModel(config, model)
      },
    },
    async turnStarts() {
      if (live.advisor === undefined) return
      offered ??= (await import('./offer-advisor.ts')).offerAdvisor(at)
    },
    news: [{ name: 'advisor', isClean: true, collect: () => offered?.news() ?? [] }],
  }
}

/** Whom the calls of a turn may ask. */
export type Advice = (fork: Fork) => Advisor

export const createAdvice =
  (at: Omit<Asking, 'fork'>): Advice =>
  fork => ({
    ask: async signal => await (await import('./ask-advisor.ts')).askAdvisor({ ...at, fork }, signal),
  })

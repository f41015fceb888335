import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Contributions } from '../contributions/part.ts'
import type { SessionState } from '../live/state.ts'
import { type ModelPool, usableModel } from '../live/usable-model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { OfferedAdvisor } from './offer-advisor.ts'

export interface AdvisorOptions {
  readonly config: ModelPool & {
    readonly models: Pick<ModelChoice, 'advisorOff'>
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<SessionState, 'advisor'>
  readonly contributions: Pick<Contributions, 'put'>
}

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

import {
  denialLimit,
  denialWarning,
  NO_DENIALS,
  recordDenial,
  recordSuccess,
} from '../../features/permissions/denials.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { denialText } from '../../protocol/messages/permissions/denials.ts'
import type { PermissionDenial } from '../../protocol/permission.ts'

const says = modelTexts('denial_watch', {
  over: {
    en: 'The turn ends now because {why}: no further call is run. Answer with what was done, what could not be done and why.',
    zh: '因{why}，这一轮现在结束：不再运行任何调用。请说明做了什么、什么没能做成以及原因。',
  },
})

/**
 * Watches a turn for a model that does not take no for an answer. With someone to ask, a person decides how often is
 * too often.
 */
export const createDenialWatch = ({
  canAsk,
  onLimit,
}: {
  readonly canAsk: boolean
  onLimit(message: LocalizedText): void
}) => {
  let denials = NO_DENIALS
  return {
    /** From now on a person should decide. */
    get isOver(): boolean {
      return denialLimit(denials) !== undefined
    },
    /** Says what comes of it, for the model. */
    denied(denial: PermissionDenial): LocalizedText | undefined {
      denials = recordDenial(denials, { toolName: denial.tool_name, input: denial.tool_input })
      if (canAsk) return undefined
      const why = denialLimit(denials)
      if (why === undefined) return denialWarning(denials)
      onLimit(denialText('turn_ended', { why }))
      return says('over', { why })
    },
    ran(): void {
      denials = recordSuccess(denials)
    },
  }
}

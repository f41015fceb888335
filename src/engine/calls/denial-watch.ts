import {
  denialLimit,
  denialWarning,
  NO_DENIALS,
  recordDenial,
  recordSuccess,
} from '../../features/permissions/denials.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { denialText } from '../../protocol/messages/permissions/denials.ts'
import type { PermissionDenial } from '../../protocol/permission.ts'

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
    denied(denial: PermissionDenial): string | undefined {
      denials = recordDenial(denials, { toolName: denial.tool_name, input: denial.tool_input })
      if (canAsk) return undefined
      const why = denialLimit(denials)
      if (why === undefined) return denialWarning(denials)
      onLimit(denialText('turn_ended', { why }))
      return `The turn ends now because ${why.text}: no further call is run. Answer with what was done, what could not be done and why.`
    },
    ran(): void {
      denials = recordSuccess(denials)
    },
  }
}

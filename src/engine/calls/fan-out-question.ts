import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'

export interface FanOut {
  readonly count: number
  /** Of all together, estimated; absent: nobody knows the price. */
  readonly usd?: number
  readonly toolUseId: string
  readonly descriptions: readonly string[]
}

/** Many agents at once: one question for all of them. */
export const fanOutQuestion = (
  { count, usd, toolUseId, descriptions }: FanOut,
  newId: () => string,
): PermissionRequest => {
  const why =
    usd === undefined
      ? questionText('agents', { count })
      : questionText('agents_cost', { count, price: `$${usd.toFixed(2)}` })
  return {
    id: newId(),
    toolName: RULE_NAMES.agent,
    toolUseId,
    input: { agents: descriptions },
    decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: false },
    details: {
      title: `Start ${count} agents`,
      about: { kind: 'agents', count },
      ...askedBecause(why),
      subject: { text: descriptions.join('\n'), risky: [] },
      saves: [],
    },
  }
}

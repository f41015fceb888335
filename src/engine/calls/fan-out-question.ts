import type { PermissionRequest } from '../../protocol/permission.ts'

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
      ? `${count} agents would start at once.`
      : `${count} agents would start at once, for about $${usd.toFixed(2)}.`
  return {
    id: newId(),
    toolName: 'Agent',
    toolUseId,
    input: { agents: descriptions },
    decision: { verdict: 'ask', because: { type: 'other', text: why }, offer: [], readOnly: false },
    details: {
      title: `Start ${count} agents`,
      about: { kind: 'agents', count },
      why,
      subject: { text: descriptions.join('\n'), risky: [] },
      saves: [],
    },
  }
}

import { bareName, hasBrackets } from '../../agents/tool-pool.ts'
import { because, type Decision } from '../../protocol/permission.ts'
import type { Gate } from '../permissions/part.ts'
import type { CallDeps } from './call-runner.ts'

/**
 * A tool that a definition lists with brackets, `Bash(git *)`, is there for those calls alone, and for what only looks.
 * Nothing is allowed by it: the rules of the session decide about what is left.
 */
export const judgeWithin = (
  { judge, permissions }: Pick<Gate, 'judge' | 'permissions'>,
  tools: readonly string[] = [],
): CallDeps['judge'] => {
  const only = tools.filter(entry => hasBrackets(entry) && !/^(?:Agent|Task)\(/.test(entry))
  if (only.length === 0) return judge
  return async (call, policy) => {
    const mine = only.filter(entry => bareName(entry) === call.toolName)
    if (mine.length > 0 && !tools.includes(call.toolName)) {
      const rules = mine.map(
        text => ({ text, behavior: 'allow', source: 'session', anchor: policy.cwd }) as const,
      )
      // What settings run is protected by the decision that follows.
      const { runs: _, ...rest } = policy
      const { verdict } = await permissions.judge(call, { ...rest, mode: 'default', rules })
      if (verdict !== 'allow') return await refusal(mine)
    }
    return await judge(call, policy)
  }
}

const refusal = async (tools: readonly string[]): Promise<Decision> => {
  const { decisionText } = await import('../../protocol/messages/permissions/decisions.ts')
  return {
    verdict: 'deny',
    because: because('other', decisionText('agent_tools', { tools })),
    offer: [],
    readOnly: false,
  }
}

import type { RunCost } from '../../protocol/agents/workflow.ts'
import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { usdOf, type WorkflowsOptions } from './start-run.ts'

/** Whether the person agrees to what a run may cost; undefined: nobody can be asked. */
export const confirmCost = async (
  at: WorkflowsOptions,
  { name, task, agents, maxUsd }: RunCost,
  signal: AbortSignal,
): Promise<boolean | undefined> => {
  const { permissions, runtime } = at.config
  if (!permissions.canAsk) return undefined
  const usd = usdOf(at, agents)
  const most = `$${maxUsd.toFixed(2)}`
  const why =
    usd === undefined
      ? questionText('workflow', { count: agents, limit: most })
      : questionText('workflow_cost', { count: agents, price: `$${usd.toFixed(2)}`, limit: most })
  const request: PermissionRequest = {
    id: runtime.newId(),
    toolName: RULE_NAMES.agent,
    toolUseId: name,
    input: { agents: [task] },
    decision: { verdict: 'ask', because: because('other', why), offer: [], readOnly: false },
    details: {
      ...titled(questionText('workflow_title')),
      ...askedBecause(why),
      subject: { text: task, risky: [] },
      saves: [],
    },
  }
  return (await at.desk.ask(request, signal))?.behavior === 'allow'
}

import type { RunCost } from '../../protocol/agents/workflow.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
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
      ? `Up to ${agents} agents would start. They stop at ${most}.`
      : `Up to ${agents} agents would start, for about $${usd.toFixed(2)}. They stop at ${most}.`
  const request: PermissionRequest = {
    id: runtime.newId(),
    toolName: 'Agent',
    toolUseId: name,
    input: { agents: [task] },
    decision: { verdict: 'ask', because: { type: 'other', text: why }, offer: [], readOnly: false },
    details: {
      title: 'Have several agents make a plan',
      why,
      subject: { text: task, risky: [] },
      saves: [],
    },
  }
  return (await at.desk.ask(request, signal))?.behavior === 'allow'
}

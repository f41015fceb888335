import type { CallPlan } from '../../loop/turn.ts'
import type { AuthorizeDeps } from './authorize.ts'
import { type Fault, type PrepareDeps, type Ready, settled } from './prepare-call.ts'

export interface PlanDeps extends Pick<AuthorizeDeps, 'judge' | 'policy'>, Pick<PrepareDeps, 'cwd'> {
  hasPreToolUse(toolName: string): boolean
}

const HARMLESS: CallPlan = {
  parallel: true,
  readOnly: true,
  interrupt: 'cancel',
  survivesSiblings: true,
}

/** Of a tool that nothing is known of yet. */
export const UNKNOWN: CallPlan = {
  parallel: false,
  readOnly: false,
  interrupt: 'cancel',
  survivesSiblings: false,
}

export const planCall = async (deps: PlanDeps, ready: Ready | Fault): Promise<CallPlan> => {
  if (!('tool' in ready)) return HARMLESS
  const { tool, input } = ready
  const looks = !tool.leavesTrace && (await onlyLooks(deps, ready))
  return {
    parallel: tool.parallel?.(input, { readOnly: looks }) ?? false,
    // A hook may itself have effects: once it has run, the reply stands.
    readOnly: looks && !deps.hasPreToolUse(tool.name),
    interrupt: tool.interrupt ?? 'cancel',
    survivesSiblings: looks || (tool.survivesSiblings ?? false),
    ...(tool.needsSiblings ? { needsSiblings: true } : {}),
  }
}

/** Reading and searching change nothing, allowed or not; of a command only its verdict can tell. */
const onlyLooks = async (deps: PlanDeps, ready: Ready): Promise<boolean> => {
  const { tool, input, accesses } = moved(deps, ready)
  if (accesses.every(access => access.kind === 'read' || access.kind === 'search')) return true
  return (await deps.judge({ toolName: tool.name, input, accesses }, deps.policy())).readOnly
}

/** A call before this one may have changed the directory. */
export const moved = (deps: Pick<PlanDeps, 'cwd'>, ready: Ready): Ready => {
  const cwd = deps.cwd()
  return cwd === ready.cwd ? ready : settled(ready.tool, ready.input, cwd)
}

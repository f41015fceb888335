import type { PlannedStep, WorkflowPlan } from '../../agents/workflow/plan-workflow.ts'
import { dollars } from '../../lib/dollars.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { Estimate } from './estimate.ts'

/** What a run would do, for a person. */
export const planText = ({ steps, agents, isOpen }: WorkflowPlan, cost?: Estimate): LocalizedText => {
  const several = runningText('agents', { count: agents })
  const count = isOpen ? runningText('at_least', { what: several }) : several
  return lines([...steps.map(step => planned(step, '')), costText(count, cost)])
}

const costText = (agents: Text, cost: Estimate | undefined): LocalizedText => {
  if (!cost) return runningText('would_start', { agents })
  const basis = cost.runs === 0 ? runningText('rough_guess') : runningText('from_runs', { count: cost.runs })
  return runningText('would_start_for', { agents, usd: dollars(cost.usd), basis })
}

const eachText = (
  { items = [], maxParallel: most }: NonNullable<PlannedStep['each']>,
  times: number | undefined,
): LocalizedText => {
  if (times === undefined) return runningText('for_each', { most })
  if (times === 0) return runningText('for_none', { most })
  const shown = `${escapeLine(items.join(', '), 80)}${times > items.length ? ' …' : ''}`
  return runningText('for_items', { count: times, items: shown, most })
}

const planned = (step: PlannedStep, indent: string): LocalizedText => {
  const { id, kind, times, agent, model, prompt, command, skipped, depends, retries, isolation } = step
  const facts = [
    kind === 'parallel' ? runningText('side_by_side') : (agent ?? runningText('a_command')),
    ...(model === undefined ? [] : [escapeLine(model, 60)]),
    ...(step.each ? [eachText(step.each, times)] : []),
    ...(isolation ? [runningText('own_worktree')] : []),
    ...(retries > 0 ? [runningText('retries', { count: retries })] : []),
    ...(skipped ? [runningText('skipped')] : []),
    ...(depends ? [runningText('conditional')] : []),
  ]
  const body = (prompt ?? command ?? '').trimEnd()
  const told = body === '' ? [] : escapeText(body).split('\n')
  return lines([
    runningText('step', { id: `${indent}${id}`, facts }),
    ...told.map(line => `${indent}    ${line}`),
    ...(step.steps ?? []).map(inner => planned(inner, `${indent}  `)),
  ])
}

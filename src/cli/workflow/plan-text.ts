import type { PlannedStep, WorkflowPlan } from '../../agents/workflow/plan-workflow.ts'
import { dollars } from '../../lib/dollars.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import type { Estimate } from './estimate.ts'

/** What a run would do, for a person. */
export const planText = ({ steps, agents, isOpen }: WorkflowPlan, cost?: Estimate): string => {
  const count = `${isOpen ? 'at least ' : ''}${agents} ${agents === 1 ? 'agent' : 'agents'}`
  return `${steps.map(step => planned(step, '')).join('\n')}\nIt would start ${count}${costWords(cost)}. Nothing was run.\n`
}

const costWords = (cost: Estimate | undefined): string => {
  if (!cost) return ''
  const basis =
    cost.runs === 0 ? 'a rough guess' : `from ${cost.runs} earlier ${cost.runs === 1 ? 'run' : 'runs'}`
  return `, for about ${dollars(cost.usd)} (${basis})`
}

const eachWords = (
  { items = [], maxParallel }: NonNullable<PlannedStep['each']>,
  times: number | undefined,
): string => {
  const atOnce = `at most ${maxParallel} at once`
  if (times === undefined) return `once for each item, ${atOnce}`
  const shown = escapeLine(items.join(', '), 80)
  const rest = times > items.length ? ' …' : ''
  return `${times} ${times === 1 ? 'item' : 'items'}${times === 0 ? '' : `: ${shown}${rest}`}, ${atOnce}`
}

const planned = (step: PlannedStep, indent: string): string => {
  const { id, kind, times, agent, model, prompt, command, skipped, depends, retries, isolation } = step
  const facts = [
    kind === 'parallel' ? 'side by side' : (agent ?? 'command'),
    ...(model === undefined ? [] : [escapeLine(model, 60)]),
    ...(step.each ? [eachWords(step.each, times)] : []),
    ...(isolation ? ['in its own worktree'] : []),
    ...(retries > 0 ? [`${retries} ${retries === 1 ? 'retry' : 'retries'}`] : []),
    ...(skipped ? ['skipped'] : []),
    ...(depends ? ['if its condition holds'] : []),
  ]
  const body = (prompt ?? command ?? '').trimEnd()
  const lines = body === '' ? [] : escapeText(body).split('\n')
  return [
    `${indent}${id} (${facts.join(', ')})`,
    ...lines.map(line => `${indent}    ${line}`),
    ...(step.steps ?? []).map(inner => planned(inner, `${indent}  `)),
  ].join('\n')
}

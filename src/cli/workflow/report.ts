import type { PlannedStep, WorkflowPlan } from '../../agents/workflow/plan-workflow.ts'
import { columns, dollars } from '../../features/commands/columns.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import type { WorkflowInfo } from '../../protocol/agents/workflow.ts'

/** What a run came to, for a person. */
export const reportText = (info: WorkflowInfo, resume: string): string => {
  const rows = info.steps.map(({ id, state, kept, ms, tokens, usd, error = '' }) => [
    id,
    kept && state === 'done' ? 'done earlier' : state,
    ms >= 1000 ? `${Math.round(ms / 1000)} s` : '',
    tokens,
    usd > 0 ? dollars(usd) : '',
    escapeLine(error.replace(/\s+/g, ' '), 100),
  ])
  const outputs = Object.entries(info.outputs ?? {})
  const trees = info.steps.flatMap(({ worktrees = [] }) => worktrees)
  return [
    columns(['step', 'state', 'time', 'tokens', 'cost', ''], rows, false),
    '',
    ...outputs.map(([name, value]) => escapeText(`${name}: ${shown(value)}`)),
    ...trees.map(path => `Work is in the worktree ${path}; bring it back with: capstan worktrees merge`),
    `${HEADS[info.state]} · ${info.tokens.toLocaleString('en-US')} tokens · ${dollars(info.usd)}`,
    ...(info.error === undefined ? [] : [escapeText(info.error)]),
    ...(info.state === 'completed' ? [] : [`Resume with: ${resume}`]),
    '',
  ].join('\n')
}

const HEADS: Readonly<Record<WorkflowInfo['state'], string>> = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  stopped: 'Stopped',
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** What a run would do, for a person. */
export const planText = ({ steps, agents, isOpen }: WorkflowPlan): string => {
  const count = `${isOpen ? 'at least ' : ''}${agents} ${agents === 1 ? 'agent' : 'agents'}`
  return `${steps.map(step => planned(step, '')).join('\n')}\nIt would start ${count}. Nothing was run.\n`
}

const planned = (step: PlannedStep, indent: string): string => {
  const { id, kind, times, agent, prompt, command, skipped, depends, retries, isolation } = step
  const facts = [
    kind === 'parallel' ? 'side by side' : (agent ?? 'command'),
    ...(times === undefined && kind !== 'parallel' ? ['once for each item'] : []),
    ...(times !== undefined && times !== 1 ? [`${times} times`] : []),
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

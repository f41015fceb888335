import { type Expression, evaluate, isTrue, pathsIn } from '../../lib/expression/expression.ts'
import { valueText } from '../../lib/expression/template.ts'
import type { LeafStep, Step, Workflow } from '../../protocol/agents/workflow.ts'
import { previewPrompt, type WorkflowScope } from './render-prompt.ts'

/** What a run would do, as far as that can be known before. */
export interface PlannedStep {
  readonly id: string
  readonly kind: Step['kind']
  /** How often it would be done; absent: an earlier step says. */
  readonly times?: number
  /** Of one that is done for each of a list: the first of them, where they are known. */
  readonly each?: { readonly items?: readonly string[]; readonly maxParallel: number }
  readonly agent?: string
  readonly model?: string
  readonly prompt?: string
  readonly command?: string
  /** It would not be done at all. */
  readonly skipped?: true
  /** A condition that only an earlier step decides. */
  readonly depends?: true
  readonly retries: number
  readonly isolation?: 'worktree'
  readonly steps?: readonly PlannedStep[]
}

export interface WorkflowPlan {
  readonly steps: readonly PlannedStep[]
  /** Agents that would start, at least; more when `isOpen`. */
  readonly agents: number
  readonly isOpen: boolean
}

/** Pure. */
export const planWorkflow = ({ steps }: Workflow, inputs: WorkflowScope): WorkflowPlan => {
  const planned = steps.map(step => planStep(step, inputs))
  const all = planned.flatMap(step => step.steps ?? [step])
  return {
    steps: planned,
    agents: all.reduce(
      (sum, { kind, times = 1, skipped }) => sum + (kind === 'agent' && !skipped ? times : 0),
      0,
    ),
    isOpen: all.some(({ kind, times, skipped }) => kind === 'agent' && !skipped && times === undefined),
  }
}

const planStep = (step: Step, inputs: WorkflowScope): PlannedStep => {
  const { id, kind, when } = step
  const known = when && isKnown(when)
  const about = {
    id,
    kind,
    ...(known && !isTrue(evaluate(when, { inputs })) ? ({ skipped: true } as const) : {}),
    ...(when && !known ? ({ depends: true } as const) : {}),
  }
  if (step.kind === 'parallel') {
    const inner = step.steps.map(one => planStep(one, inputs))
    const { skipped } = about
    return { ...about, retries: 0, steps: skipped ? inner.map(one => ({ ...one, skipped })) : inner }
  }
  return { ...about, ...timesOf(step, inputs), retries: step.retry.times, ...workOf(step, inputs) }
}

const workOf = (step: LeafStep, inputs: WorkflowScope): Partial<PlannedStep> =>
  step.kind === 'run'
    ? { command: step.command }
    : {
        agent: step.type,
        ...(step.model === undefined ? {} : { model: step.model }),
        prompt: previewPrompt(step.prompt, inputs),
        ...(step.isolation ? { isolation: step.isolation } : {}),
      }

const SHOWN_ITEMS = 5

const timesOf = ({ each }: LeafStep, inputs: WorkflowScope): Pick<PlannedStep, 'times' | 'each'> => {
  if (!each) return { times: 1 }
  const { over, maxParallel } = each
  const list = isKnown(over) ? evaluate(over, { inputs }) : undefined
  if (!Array.isArray(list)) return { each: { maxParallel } }
  return { times: list.length, each: { maxParallel, items: list.slice(0, SHOWN_ITEMS).map(valueText) } }
}

const isKnown = (expression: Expression): boolean =>
  pathsIn(expression).every(({ keys }) => keys[0] === 'inputs')

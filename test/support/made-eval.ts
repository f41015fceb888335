import type { EvalPlan } from '../../src/features/evals/plan.ts'
import type { Outcome, RunResult } from '../../src/features/evals/result.ts'
import { USUAL_LIMITS } from '../../src/features/evals/task.ts'
import { NO_USAGE } from '../../src/protocol/usage.ts'

/** A plan of tasks that only have names. */
export const madePlan = (
  id: string,
  { tasks, variants }: { readonly tasks: readonly string[]; readonly variants: readonly string[] },
): EvalPlan => ({
  version: 1,
  id,
  createdAt: '2026-01-02T03:04:05.000Z',
  tasks: tasks.map(name => ({
    ...{ name, format: 'capstan', source: '/w', description: '', prompts: ['p'], setup: {}, overlays: [] },
    ...{ checks: [], limits: USUAL_LIMITS, network: 'off', attempts: 1, tags: [], needs: [], digest: '' },
  })),
  variants: variants.map(name => ({ name, values: {} })),
  times: 1,
  flags: [],
  sandbox: true,
  record: false,
})

/** How one session of it ended. */
export const madeResult = (task: string, variant: string, outcome: Outcome): RunResult => ({
  ...{ key: `${task}~${variant}~1`, task, variant, repeat: 1, session: '', outcome, ended: 'completed' },
  ...{ checks: [], attempts: 1, ms: 1000, startedAt: '', answer: '', patch: '', usd: 0.1, unpriced: false },
  ...{ usage: NO_USAGE, requests: 1, calls: 0, toolErrors: 0, questions: 0 },
})

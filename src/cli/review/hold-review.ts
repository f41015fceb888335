import { findersFor, reviewRules } from '../../features/code-review/finders.ts'
import { judgeFindings, mergeFindings, readFindings } from '../../features/code-review/finding.ts'
import { checkWorkflow, findWorkflow } from '../../features/code-review/review-workflows.ts'
import type { WorkflowInfo } from '../../protocol/agents/workflow.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { follow } from '../workflow/run-workflow.ts'
import type { Review } from './review-store.ts'

export interface Holding {
  readonly engine: Engine
  readonly signal: AbortSignal
  readonly maxUsd: number
  readonly language: PromptLanguage
  readonly line: Warn
  save(review: Review): void
}

const PARALLEL = 4

/** Finds, puts together what is the same, has each finding tried by somebody else. What is done is not done again. */
export const holdReview = async (begun: Review, holding: Holding): Promise<Review> => {
  let review = begun
  const keep = (more: Partial<Review>): void => {
    review = { ...review, ...more }
    holding.save(review)
  }
  const { root, what, diff } = review.change
  const rules = reviewRules(root)
  const options = { language: holding.language, rules: rules !== '', parallel: PARALLEL }
  const inputs = { what, diff, ...(rules === '' ? {} : { rules }) }
  const run = async (runId: string, text: string, own: object): Promise<readonly unknown[]> => {
    const wish = review.begun.includes(runId)
      ? { resume: runId }
      : { runId, text, inputs: { ...inputs, ...own } }
    const before = review.usd
    keep({ begun: [...new Set([...review.begun, runId])] })
    const info = await follow(
      holding.engine,
      { quiet: true, ...wish, maxUsd: Math.max(0.01, holding.maxUsd - before) },
      { signal: holding.signal, begun: () => undefined, line: holding.line },
    )
    keep({ usd: before + info.usd })
    return answersOf(info)
  }
  if (!review.merged) {
    const finders = findersFor(root, holding.language).filter(({ name }) => review.finders.includes(name))
    const looks = finders.map(({ look }) => look)
    const answers = await run(review.id, findWorkflow(options), { looks })
    const found = finders.flatMap(({ name }, index) => readFindings(answers[index], name))
    const missing = finders.filter((_, index) => (answers[index] ?? null) === null).map(({ name }) => name)
    keep({ found: found.length, merged: mergeFindings(found), missing })
  }
  const { merged = [] } = review
  if (!review.judged) {
    const findings = merged.map(({ by: _, ...finding }) => finding)
    const verdicts =
      merged.length === 0 ? [] : await run(`${review.id}c`, checkWorkflow(options), { findings })
    keep({ judged: judgeFindings(merged, verdicts) })
  }
  return review
}

/** A step for each of a list has a list of answers; what failed is null. */
const answersOf = ({ outputs, error }: WorkflowInfo): readonly unknown[] => {
  const list = Object.values(outputs ?? {}).find(value => Array.isArray(value))
  if (!Array.isArray(list)) throw new Error(error ?? 'no answers')
  return list
}

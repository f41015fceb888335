import { join } from 'node:path'
import { readJournal } from '../../agents/workflow/journal.ts'
import { partFor } from '../../features/code-review/diff-parts.ts'
import {
  type Finding,
  judgeFindings,
  mergeFindings,
  namedCommand,
  type Proof,
  readFindings,
} from '../../features/code-review/finding.ts'
import { checkWorkflow, findWorkflow, whereToTry } from '../../features/code-review/review-workflows.ts'
import type { WorkflowInfo } from '../../protocol/agents/workflow.ts'
import type { Engine } from '../../protocol/engine.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { LocalizedError, type LocalizedText, type Warn } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { follow } from '../workflow/follow.ts'
import { readCheckerRuns } from './checker-runs.ts'
import type { Checkouts } from './checkouts.ts'
import type { Review } from './review-store.ts'

export interface Holding {
  readonly engine: Engine
  readonly checkouts: Checkouts
  /** Where workflows keep their records. */
  readonly runs: string
  /** The session files in which the review was held. */
  records(): readonly string[]
  readonly signal: AbortSignal
  readonly maxUsd: number
  /** Everybody has a checkout of their own, on another machine. */
  readonly fleet: boolean
  readonly language: PromptLanguage
  readonly line: Warn
  save(review: Review): void
}

const PARALLEL = 4
/** Findings beyond these are not tried: nobody would read them. */
const MOST_TRIED = 50

/** Finds, puts together what is the same, has each finding tried by somebody else. What is done is not done again. */
export const holdReview = async (begun: Review, holding: Holding): Promise<Review> => {
  const { language } = holding
  const { id, rules, finders } = begun
  const { what, diff } = begun.change
  const steps = createSteps(begun, holding)
  const options = { language, rules: rules !== '', parallel: PARALLEL, sign: id }
  const inputs = { what: what.replaceAll(/["<>]/g, ''), ...(rules === '' ? {} : { rules }) }
  if (!begun.merged) {
    const looks = finders.map(({ look }) => look)
    const answers = await steps.run(id, findWorkflow(options), { ...inputs, diff, looks })
    const found = finders.flatMap(({ name }, index) => readFindings(answers[index], name))
    const missing = finders.filter((_, index) => (answers[index] ?? null) === null).map(({ name }) => name)
    const merged = mergeFindings(found).slice(0, MOST_TRIED)
    steps.keep({ found: found.length, merged, missing })
  }
  const { merged = [] } = steps.review()
  if (!begun.judged) {
    const tried = async (): Promise<readonly unknown[]> => {
      if (merged.length === 0) return []
      const findings = await itemsOf(merged, holding, begun)
      return await steps.run(`${id}c`, checkWorkflow(options), { ...inputs, findings })
    }
    const verdicts = await tried()
    steps.keep({ judged: judgeFindings(merged, verdicts, await proofsOf(steps.review(), verdicts, holding)) })
  }
  return steps.review()
}

/** What somebody who tries a finding is given: it, the change of its file, and a place of their own. */
const itemsOf = async (
  merged: readonly Finding[],
  { checkouts, language, fleet }: Holding,
  { change }: Review,
): Promise<readonly object[]> => {
  const items: object[] = []
  for (const [index, finding] of merged.entries()) {
    const path = fleet ? '.' : await checkouts.own(index)
    const root = fleet ? '.' : change.root
    const where = whereToTry(path === undefined ? undefined : { path, root }, language)
    items.push({
      finding: saidOf(finding),
      diff: partFor(change.diff, finding.file),
      where,
    })
  }
  return items
}

/** As a checker reads it, which tells its record from those of the others. */
const saidOf = ({ by: _, patch: __, ...said }: Finding): string => JSON.stringify(said, undefined, 1)

/** What was left in the checkouts, and what the records of the checkers have of the commands they name. */
const proofsOf = async (
  { merged = [] }: Review,
  verdicts: readonly unknown[],
  { checkouts, records }: Holding,
): Promise<readonly Proof[]> => {
  const ranBy = merged.length === 0 ? undefined : await readCheckerRuns(records())
  const proofs: Proof[] = []
  for (const [index, finding] of merged.entries()) {
    const evidence = await checkouts.writtenIn(index)
    const ran = ranBy?.(saidOf(finding), namedCommand(verdicts[index]))
    proofs.push({ ...(evidence === undefined ? {} : { evidence }), ...(ran === undefined ? {} : { ran }) })
  }
  return proofs
}

/** The two runs of a review, each of them gone on with by its id, and what is kept of it meanwhile. */
const createSteps = (begun: Review, { engine, runs, maxUsd, signal, line, save }: Holding) => {
  let review = begun
  const keep = (more: Partial<Review>): void => {
    review = { ...review, ...more }
    save(review)
  }
  return {
    review: () => review,
    keep,
    async run(runId: string, text: string, inputs: object): Promise<readonly unknown[]> {
      // Killed before it was written down it never began.
      const wish = readJournal(join(runs, `${runId}.jsonl`))
        ? { resume: runId }
        : { runId, text, inputs: inputs as Readonly<Record<string, unknown>> }
      const spent = review.spent ?? {}
      const others = Object.entries(spent).reduce((sum, [run, usd]) => sum + (run === runId ? 0 : usd), 0)
      keep({})
      const info = await follow(
        engine,
        { quiet: true, ...wish, maxUsd: Math.max(0.01, maxUsd - others) },
        { signal, begun: () => undefined, line },
      )
      // What a run says it cost is all of it, earlier parts included.
      keep({ spent: { ...spent, [runId]: info.usd }, usd: others + info.usd })
      return answersOf(info)
    },
  }
}

/** A step for each of a list has a list of answers; what failed is null. */
const answersOf = ({ outputs, error, localized, state }: WorkflowInfo): readonly unknown[] => {
  const list = Object.values(outputs ?? {}).find(value => Array.isArray(value))
  if (state === 'completed' && Array.isArray(list)) return list
  throw new UnfinishedError(localized ?? verbatim(error ?? state))
}

/** A run of the review did not come to its end: it can be gone on with. */
export class UnfinishedError extends LocalizedError<LocalizedText> {
  override readonly name = 'UnfinishedError'
  readonly kind = 'unfinished'
}

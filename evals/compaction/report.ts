import type { Evaluation } from './evaluate.ts'
import type { FactKind } from './planted-session.ts'

const BAR = 0.95

export interface Verdict {
  readonly score: number
  readonly passed: boolean
  /** For a person. */
  readonly text: string
}

/** A table by kind, what was lost, and whether the bar is met. */
export const judgeEvaluation = (evaluation: Evaluation): Verdict => {
  const { facts, lostWords, saidWords, steps, recalled, compactions, compactionsAfterFacts } = evaluation
  const kept = facts.filter(fact => fact.kept).length
  const score = facts.length === 0 ? 0 : kept / facts.length
  const repeated = Object.entries(steps).filter(([, times]) => times > 1)
  const left = Object.entries(steps).filter(([, times]) => times === 0)
  const passed =
    score >= BAR &&
    compactionsAfterFacts > 0 &&
    recalled &&
    lostWords.length + repeated.length + left.length === 0
  const lost = facts.filter(fact => !fact.kept).map(({ fact }) => `  ${fact.kind}: ${fact.line.join(' … ')}`)
  const text = [
    ...kindTable(evaluation),
    '',
    `Facts in the next request   ${kept} of ${facts.length} (${(score * 100).toFixed(1)} %; the bar is ${BAR * 100} %)`,
    `The person's words verbatim ${saidWords - lostWords.length} of ${saidWords}`,
    `Side effects repeated       ${repeated.length}${named(repeated)}`,
    `Steps left undone           ${left.length}${named(left)}`,
    `Found again with Recall     ${recalled ? 'yes' : 'no'}`,
    `Compactions                 ${compactions}, ${compactionsAfterFacts} of them after the last fact`,
    ...(lost.length === 0 ? [] : ['', 'Not in the next request:', ...lost]),
    '',
    passed ? 'passed' : 'FAILED',
  ].join('\n')
  return { score, passed, text }
}

const named = (steps: readonly (readonly [string, number])[]): string =>
  steps.length === 0 ? '' : ` (${steps.map(([name, times]) => `${name} ${times}×`).join(', ')})`

const kindTable = ({ facts }: Evaluation): readonly string[] => {
  const kinds = [...new Set(facts.map(({ fact }) => fact.kind))]
  const row = (kind: FactKind): string => {
    const all = facts.filter(({ fact }) => fact.kind === kind)
    return `${kind.padEnd(14)}${String(all.length).padStart(7)}${String(all.filter(each => each.kept).length).padStart(7)}`
  }
  return ['kind          planted   kept', ...kinds.map(row)]
}

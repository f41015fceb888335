import type { ChangedCalls } from '../../features/permissions/simulate/compare.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ExplainedPart, Explanation } from '../../protocol/permission.ts'
import type { Simulation } from './simulation.ts'

/** A reason for programs: which row of the catalogue it is and what varies in it, beside its English. */
export const reasonJson = ({ id, values }: LocalizedText) => ({
  reason_id: id,
  ...(values ? { reason_values: values } : {}),
})

export const explanationJson = ({ verdict, summary, parts }: Explanation) => ({
  verdict,
  summary: summary.text,
  ...reasonJson(summary),
  parts: parts.map(partJson),
})

const partJson = ({ text, verdict, why, rule, parts }: ExplainedPart): object => ({
  text,
  verdict,
  why: why.text,
  ...reasonJson(why),
  ...(rule ? { rule } : {}),
  ...(parts ? { parts: parts.map(partJson) } : {}),
})

export const simulationJson = (simulation: Simulation) => ({
  ...simulation,
  newlyRun: simulation.newlyRun.map(callsJson),
  newlyAsk: simulation.newlyAsk.map(callsJson),
  newlyDenied: simulation.newlyDenied.map(callsJson),
  notes: simulation.notes.map(({ text }) => text),
})

const callsJson = ({ why, ...calls }: ChangedCalls) => ({ ...calls, why: why.text, ...reasonJson(why) })

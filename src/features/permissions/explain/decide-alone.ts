import type { Access } from '../../../protocol/access.ts'
import type { Decision } from '../../../protocol/permission.ts'
import { type Call, decide } from '../decide.ts'
import type { Facts } from '../facts.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { Part, ShellReading } from '../shell/reading.ts'

/** A call with everything its decision was made from. */
export interface ExplainedCase {
  readonly call: Call
  readonly facts: Facts
  readonly compiled: CompiledPolicy
}

/** What the decision would be if the call did nothing else. The same function decides, so there is no second opinion. */
export const decideAlone = (one: ExplainedCase, access: Access, reading?: ShellReading): Decision =>
  decide(
    { ...one.call, accesses: [access] },
    { ...one.facts, readings: reading ? new Map([[0, reading]]) : new Map() },
    one.compiled,
  )

/** A reading of these parts and nothing else of the line. */
export const readingOf = (reading: ShellReading, parts: readonly Part[]): ShellReading => ({
  ...reading,
  lowered: reading.lowered.ok ? { ...reading.lowered, opaque: [] } : reading.lowered,
  parts,
  distinct: [...new Set(parts)],
})

import type { ScriptLimits } from '../../lib/script-engine/messages.ts'
import type { ScriptSettings } from '../../protocol/tools/script.ts'

const MB = 1024 ** 2
/** The interpreter itself needs some. */
const LEAST_MB = 16

export interface AllLimits extends ScriptLimits {
  /** Calls that run side by side. */
  readonly parallel: number
  /** Characters of one result that enter the script. */
  readonly resultChars: number
}

/** The limits of a script, by settings or else by default. */
export const scriptLimits = ({
  computeSeconds = 5,
  memoryMB = 64,
  maxCalls = 1000,
  parallel = 16,
  outputMB = 30,
}: ScriptSettings): AllLimits => ({
  computeMs: computeSeconds * 1000,
  memoryBytes: Math.max(memoryMB, LEAST_MB) * MB,
  maxCalls,
  parallel,
  outputBytes: outputMB * MB,
  inputBytes: 8 * MB,
  resultChars: 8 * MB,
})

import { randomUUID } from 'node:crypto'
import type { EngineConfig } from '../../engine/config.ts'

/** The clock, ids and the log of this process. */
export const runtimeOf = (log: ((line: string) => void) | undefined): EngineConfig['runtime'] => ({
  now: () => new Date(),
  newId: randomUUID,
  elapsed: () => performance.now(),
  ...(log ? { log } : {}),
})

import { randomUUID } from 'node:crypto'
import type { Runtime } from '../../engine/options/runtime.ts'

/** The clock, ids and the log of this process. */
export const runtimeOf = (log: ((line: string) => void) | undefined): Runtime => ({
  now: () => new Date(),
  newId: randomUUID,
  elapsed: () => performance.now(),
  ...(log ? { log } : {}),
})

import type { EngineConfig } from '../../src/engine/config.ts'

/** The first background task of a world with {@link fixedTaskId}: a script can name it before it exists. */
export const TASK = 'bfixed000'

/**
 * A task is named by the beginning of an id. The rest stays random: processes are found, and ended, by the whole id,
 * and other worlds run beside this one.
 */
export const fixedTaskId = (config: EngineConfig): Partial<EngineConfig> => ({
  runtime: { ...config.runtime, newId: () => `fixed000-${crypto.randomUUID()}` },
})

import type { StageEnv } from '../../src/protocol/stage.ts'

/** The environment of a stage in which nothing is due and nothing can be asked. */
export const stageEnv = (more: Partial<StageEnv> = {}): StageEnv => {
  let ids = 0
  return {
    trigger: 'auto',
    signal: new AbortController().signal,
    tokens: 1_000,
    window: 200_000,
    maxOutput: 64_000,
    enabled: true,
    newMessageId: () => `new-${++ids}`,
    now: () => new Date('2026-01-01T00:00:00Z'),
    summarize: async () => {
      throw new Error('no summary was expected')
    },
    ...more,
  }
}

import type { EngineConfig } from '../../engine/config.ts'

/** Compact at this share of a small window, in percent: a result or two must still fit in. */
const SMALL_PERCENT = 70

/** What a session does otherwise where the window of its model is small. */
export const forSmallWindow = ({
  prompt,
  context,
}: Pick<EngineConfig, 'prompt' | 'context'>): Pick<EngineConfig, 'prompt' | 'context'> => ({
  prompt: { ...prompt, small: true },
  context: { ...context, percent: Math.min(context?.percent ?? SMALL_PERCENT, SMALL_PERCENT) },
})

import type { ContextChoice } from '../../engine/context/options.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'

/** Compact at this share of a small window, in percent: a result or two must still fit in. */
const SMALL_PERCENT = 70

interface Chosen {
  readonly prompt: PromptSettings
  readonly context?: ContextChoice
}

/** What a session does otherwise where the window of its model is small. */
export const forSmallWindow = ({ prompt, context }: Chosen): Chosen => ({
  prompt: { ...prompt, small: true },
  context: { ...context, percent: Math.min(context?.percent ?? SMALL_PERCENT, SMALL_PERCENT) },
})

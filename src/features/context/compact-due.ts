import type { Message } from '../../protocol/message.ts'
import type { StageEnv, WindowLimits } from '../../protocol/stage.ts'
import { windowLimits } from './window.ts'

/** The stage that sums everything up. */
export const FULL_COMPACT = 'full-compact'

export const limitsOf = (env: StageEnv): WindowLimits => env.limits ?? windowLimits(env.window, env.maxOutput)

/** Whether the history has to be put together: it was asked for, or the next request would be too large. */
export const isCompactDue = (view: readonly Message[], env: StageEnv): boolean => {
  if (env.trigger !== 'auto') return true
  if (!env.enabled || env.tokens <= limitsOf(env).compactAt) return false
  // A view that is only a summary cannot get shorter by being summarised.
  return view.some(message => message.type === 'assistant')
}

/** What is reserved of a window for the summary, at most. */
const RESERVED = 0.1

/** The window that counts: the model's, or the smaller one a person chose. Shares of it are meant by this. */
export const chosenWindow = (env: StageEnv): number =>
  Math.min(env.window, Math.ceil(limitsOf(env).effective / (1 - RESERVED)))

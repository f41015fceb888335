import type { Message } from '../../protocol/message.ts'
import type { StageEnv, WindowLimits } from '../../protocol/stage.ts'
import { windowLimits } from './window.ts'

export const limitsOf = (env: StageEnv): WindowLimits => env.limits ?? windowLimits(env.window, env.maxOutput)

/** Whether the history has to be put together: it was asked for, or the next request would be too large. */
export const isCompactDue = (view: readonly Message[], env: StageEnv): boolean => {
  if (env.trigger !== 'auto') return true
  if (!env.enabled || env.tokens <= limitsOf(env).compactAt) return false
  // A view that is only a summary cannot get shorter by being summarised.
  return view.some(message => message.type === 'assistant')
}

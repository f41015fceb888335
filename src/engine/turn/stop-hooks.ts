import type { TurnDeps } from '../../loop/turn.ts'
import type { Hooks } from '../parts/hooks.ts'

/** What Stop hooks say when the model is done: a block sends it back to work, `continue: false` ends the turn. */
export const stopHooks =
  (hooks: Pick<Hooks, 'fire'>): NonNullable<TurnDeps['stopHooks']> =>
  async ({ active, lastText }, signal) => {
    const fields = { stop_hook_active: active, last_assistant_message: lastText }
    const { permission, reason, stop } = await hooks.fire('Stop', fields, signal)
    if (stop !== undefined) return { blocked: [], prevented: stop }
    return { blocked: permission === 'deny' ? [reason ?? 'A Stop hook wants more to be done.'] : [] }
  }

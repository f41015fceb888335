import { callFor } from '../../protocol/tools/rule-names.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Gate } from '../permissions/part.ts'
import type { Part } from '../scope.ts'

/** Long enough for a model on loopback to have answered, far shorter than any other needs for its first word. */
const DELAY_MS = 40

export interface WarmUp extends Part {
  /** The model has answered: from now on loading would only be in the way. */
  stop(): void
}

/** Loads what the first call will need while the model is thinking about it, once per session. */
export const createWarmUp = (tools: () => Toolbox, gate: Gate, more: () => Promise<unknown>): WarmUp => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const load = async (): Promise<void> => {
    await gate.judge(callFor({ kind: 'shell', command: 'true' }), gate.policy())
    await more()
    for (const { name, deferred } of tools().specs) {
      if (stopped) return
      if (!deferred) await tools().load(name)
    }
  }
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
  }
  return {
    // Not a moment sooner: on a slow machine, or before a slow network, loading would keep the request waiting.
    requested() {
      timer ??= setTimeout(() => {
        // A tool that cannot be loaded fails again, with words, when it is called.
        load().catch(() => undefined)
      }, DELAY_MS).unref()
    },
    stop,
    [Symbol.asyncDispose]: async () => stop(),
  }
}

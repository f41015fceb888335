import type { ToolRunner } from '../../loop/turn.ts'
import type { CallDeps } from './call-runner.ts'

/** By then the request of a turn has left, and no model has answered yet. */
const REQUEST_SENT_MS = 50

/** Runs calls with code that is loaded while the model thinks: no first request waits for it. */
export const createLazyRunner = (deps: CallDeps): ToolRunner => {
  let loading: Promise<ToolRunner> | undefined
  const load = (): Promise<ToolRunner> => {
    loading ??= import('./call-runner.ts').then(({ createCallRunner }) => createCallRunner(deps))
    return loading
  }
  // A failure is told to the call that needs it.
  setTimeout(() => void load().catch(() => undefined), REQUEST_SENT_MS).unref()
  return {
    maxParallel: deps.maxParallel,
    plan: async call => await (await load()).plan(call),
    run: async (call, signal) => await (await load()).run(call, signal),
  }
}

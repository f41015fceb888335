import type { ToolRunner } from '../../loop/turn.ts'
import type { CallDeps } from './call-runner.ts'

/** Runs calls with code that is loaded for the first of them: no first request waits for it. */
export const createLazyRunner = (deps: CallDeps): ToolRunner => {
  let loading: Promise<ToolRunner> | undefined
  const load = (): Promise<ToolRunner> => {
    loading ??= import('./call-runner.ts').then(({ createCallRunner }) => createCallRunner(deps))
    return loading
  }
  return {
    maxParallel: deps.maxParallel,
    plan: async call => await (await load()).plan(call),
    run: async (call, signal) => await (await load()).run(call, signal),
  }
}

import type { AuthorizeDeps } from './authorize.ts'
import type { RunDeps, RunInCopy, Running } from './call-runner.ts'
import { runTool } from './run-tool.ts'

/** What decides about a call that may be tried first: it runs in the copy as it would run when it is granted. */
export const withTrial = (
  { tryFirst, ...deps }: Omit<RunDeps, 'tryFirst'> & Required<Pick<RunDeps, 'tryFirst'>>,
  { call, ready: { tool }, started }: Running,
): AuthorizeDeps => ({
  ...deps,
  tryFirst: (asked, signal) => {
    const { input, places, decision } = asked
    const { readOnly, hardened } = decision
    const how = { readOnly, places, ...(hardened ? { hardened } : {}) }
    const run: RunInCopy = (copy, within) =>
      runTool(
        deps,
        { call, tool, input, started },
        deps.call(call.block.id, { ...how, copy, signal: within }),
      )
    return tryFirst(asked, run, signal)
  },
})

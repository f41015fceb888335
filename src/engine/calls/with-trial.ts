import type { CallRequest } from '../../loop/turn.ts'
import type { Decision, ResolvedPaths } from '../../protocol/permission.ts'
import type { Tool, ToolCall } from '../../protocol/tool.ts'
import type { CopyLocation } from '../../protocol/tools/command-sandbox.ts'
import type { Trial } from './authorization.ts'
import type { AskedCall, AuthorizeDeps } from './authorize.ts'
import { type Ran, type RunToolDeps, runTool } from './run-tool.ts'

/** Runs the call that is asked about where its effect does not count. */
export type RunInCopy = (copy: CopyLocation, signal: AbortSignal) => Promise<Ran>

/** Runs a command in a copy before it is asked about; undefined: it is only asked about. */
export type TryCall = (asked: AskedCall, run: RunInCopy, signal: AbortSignal) => Promise<Trial | undefined>

interface TrialDeps extends Omit<AuthorizeDeps, 'tryFirst'>, RunToolDeps {
  readonly tryFirst: TryCall
  call(
    id: string,
    how: Pick<Decision, 'readOnly' | 'hardened'> & {
      readonly signal: AbortSignal
      readonly places: ResolvedPaths
      readonly copy: CopyLocation
    },
  ): ToolCall
}

/** What decides about a call that may be tried first: it runs in the copy as it would run when it is granted. */
export const withTrial = (
  { tryFirst, ...deps }: TrialDeps,
  { call, tool, started }: { readonly call: CallRequest; readonly tool: Tool; readonly started: number },
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

import { type Availability, probeSandbox, whyFolding } from '../../features/sandbox/availability.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'

const PROBE_MS = 10_000

/** Whether commands can be held on this machine. The program is never one of the project's: it would hold itself. */
export const probeHere = async (
  place: Pick<SessionEnvironment, 'platform' | 'env' | 'roots'> & {
    readonly caseSensitive?: SessionEnvironment['caseSensitive']
    readonly acceptNested?: boolean
    readonly bwrapPath?: string | undefined
  },
): Promise<Availability> => {
  const { caseSensitive = caseRuleOf(place.platform), ...where } = place
  const folding = whyFolding({ ...where, caseSensitive })
  if (folding) return folding
  const path = hardenEnvironment(place.env, place.roots)['PATH'] ?? ''
  return await probeSandbox({
    platform: place.platform,
    path,
    bwrapPath: place.bwrapPath,
    acceptNested: place.acceptNested ?? false,
    async run(file, args) {
      const limits = { signal: new AbortController().signal, timeoutMs: PROBE_MS, maxBytes: 1000 }
      try {
        return await runProgram({ file, args, cwd: '/', env: { PATH: path }, ...limits })
      } catch (error) {
        if (error instanceof ToolError) return { code: null, stderr: error.message }
        throw error
      }
    },
  })
}

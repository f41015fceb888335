import type { ToolRunner } from '../../loop/turn.ts'
import type { EditFindings } from '../files/edit-findings.ts'
import { type CallDeps, createCallRunner } from './call-runner.ts'

/** Runs calls, and puts beside the result what is found at once in the files they changed. */
export const runnerWithFindings = (deps: CallDeps, findings: EditFindings): ToolRunner => {
  const runner = createCallRunner(deps)
  return {
    ...runner,
    async run(call, signal) {
      const outcome = await runner.run(call, signal)
      const found = await findings.told(call.block.id)
      if (found.length === 0) return outcome
      const { redact } = await deps.secrets.ready()
      return { ...outcome, context: [...(outcome.context ?? []), ...redact(found)] }
    },
  }
}

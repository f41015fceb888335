import type { Stage } from '../../../protocol/stage.ts'
import { FULL_COMPACT, isCompactDue } from '../compact-due.ts'
import type { CompactPorts } from '../compact-ports.ts'

/** Replaces the history, or the part that was asked for, by the model's own summary of it. */
export const createFullCompact = (ports: CompactPorts): Stage => ({
  name: FULL_COMPACT,
  cost: 'model',
  keepsPrefix: false,
  due: isCompactDue,
  async run(view, env) {
    if (!isCompactDue(view, env)) return undefined
    // Most sessions end before it is due.
    const { runFullCompact } = await import('../run-full-compact.ts')
    return await runFullCompact(ports, view, env)
  },
})

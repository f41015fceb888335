import type { CompactPorts, CompactVerdict } from '../../features/context/compact-ports.ts'
import type { Message } from '../../protocol/message.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { Hooks } from '../hooks/part.ts'

export interface CompactHooks extends Required<Pick<CompactPorts, 'before' | 'after' | 'handOver'>> {
  /** What SessionStart hooks have to say after a compaction. */
  sessionStart(signal: AbortSignal): Promise<readonly string[]>
}

/** Hooks around a compaction. */
export const createCompactHooks = (hooks: Pick<Hooks, 'fire'>): CompactHooks => {
  const handed = new WeakMap<readonly Message[], CompactVerdict>()
  return {
    handOver: (view, verdict) => void handed.set(view, verdict),
    async before(stage, view) {
      const known = handed.get(view)
      handed.delete(view)
      if (known) return known
      const fields = { trigger: triggerOf(stage), custom_instructions: stage.request?.instructions ?? '' }
      const verdict = await hooks.fire('PreCompact', fields, stage.signal)
      const refused = verdict.permission === 'deny' || verdict.stop !== undefined
      return {
        ...(verdict.context.length === 0 ? {} : { instructions: verdict.context }),
        ...(refused ? { blocked: verdict.reason ?? verdict.stop ?? hookText('no_reason') } : {}),
      }
    },
    async after(stage, summary) {
      await hooks.fire('PostCompact', { trigger: triggerOf(stage), compact_summary: summary }, stage.signal)
    },
    sessionStart: async signal => (await hooks.fire('SessionStart', { source: 'compact' }, signal)).context,
  }
}

const triggerOf = ({ trigger }: StageEnv): 'manual' | 'auto' => (trigger === 'manual' ? 'manual' : 'auto')

import type { CompactPorts } from '../../features/context/compact-ports.ts'
import { runHooks } from '../../features/hooks/run-hooks.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import type { HookPlace } from '../calls/hooks.ts'

export interface CompactHooks extends Required<Pick<CompactPorts, 'before' | 'after'>> {
  /** What SessionStart hooks have to say after a compaction. */
  sessionStart(signal: AbortSignal): Promise<readonly string[]>
}

/** Hooks around a compaction. */
export const createCompactHooks = (place: HookPlace): CompactHooks => {
  const env = {
    projectDir: place.projectDir,
    variables: place.variables,
    newId: place.newId,
    said: new Set<string>(),
    onReport: place.onReport,
  }
  const fire = async (
    event: 'PreCompact' | 'PostCompact' | 'SessionStart',
    fields: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => {
    if (!place.hooks[event]) return undefined
    const input = {
      session_id: place.sessionId,
      transcript_path: place.transcriptPath,
      cwd: place.cwd(),
      permission_mode: place.mode(),
      hook_event_name: event,
      ...fields,
    }
    return (await runHooks({ event, input, signal }, place.hooks, env)).verdict
  }
  return {
    async before(stage) {
      const fields = { trigger: triggerOf(stage), custom_instructions: stage.request?.instructions ?? '' }
      const verdict = await fire('PreCompact', fields, stage.signal)
      if (!verdict) return {}
      const refused = verdict.permission === 'deny' || verdict.stop !== undefined
      return {
        instructions: verdict.context,
        ...(refused ? { blocked: verdict.reason ?? verdict.stop ?? 'no reason given' } : {}),
      }
    },
    async after(stage, summary) {
      const fields = { trigger: triggerOf(stage), compact_summary: summary }
      await fire('PostCompact', fields, stage.signal)
    },
    sessionStart: async signal => (await fire('SessionStart', { source: 'compact' }, signal))?.context ?? [],
  }
}

const triggerOf = ({ trigger }: StageEnv): 'manual' | 'auto' => (trigger === 'manual' ? 'manual' : 'auto')

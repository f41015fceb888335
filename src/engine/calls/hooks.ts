import { matchName } from '../../features/hooks/match.ts'
import { runHooks } from '../../features/hooks/run-hooks.ts'
import type { HookReport } from '../../protocol/event.ts'
import type { HookSettings, HookVerdict } from '../../protocol/hook.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { FinishedCall } from './call-runner.ts'

export interface HookPlace {
  readonly hooks: HookSettings
  readonly projectDir: string
  readonly sessionId: string
  readonly transcriptPath: string
  /** Credentials already removed. */
  readonly variables: Readonly<Record<string, string>>
  newId(): string
  cwd(): string
  mode(): PermissionMode
  onReport(report: HookReport): void
}

const NOTHING: HookVerdict = { context: [], messages: [] }

const environmentOf = (place: HookPlace) => ({
  projectDir: place.projectDir,
  get variables() {
    return place.variables
  },
  newId: place.newId,
  said: new Set<string>(),
  onReport: place.onReport,
})

const commonInput = (place: HookPlace) => ({
  session_id: place.sessionId,
  transcript_path: place.transcriptPath,
  cwd: place.cwd(),
  permission_mode: place.mode(),
})

/** Whether a settings file that changed may count. */
export const createConfigChange =
  (place: HookPlace) =>
  async (
    changed: { readonly source: string; readonly file: string },
    signal: AbortSignal,
  ): Promise<HookVerdict> => {
    if (!place.hooks['ConfigChange']) return NOTHING
    const input = {
      ...commonInput(place),
      hook_event_name: 'ConfigChange',
      source: changed.source,
      file_path: changed.file,
    }
    return (await runHooks({ event: 'ConfigChange', input, signal }, place.hooks, environmentOf(place)))
      .verdict
  }

/** Hooks around a tool call. */
export const createToolHooks = (place: HookPlace) => {
  const env = environmentOf(place)
  const common = () => commonInput(place)
  return {
    hasPreToolUse: (name: string): boolean =>
      (place.hooks['PreToolUse'] ?? []).some(group => matchName(group.matcher, name).kind === 'yes'),
    async preToolUse(
      call: { readonly name: string; readonly input: unknown; readonly id: string },
      signal: AbortSignal,
    ): Promise<HookVerdict> {
      if (!place.hooks['PreToolUse']) return NOTHING
      const input = {
        ...common(),
        hook_event_name: 'PreToolUse',
        tool_name: call.name,
        tool_input: call.input,
        tool_use_id: call.id,
      }
      return (await runHooks({ event: 'PreToolUse', input, signal }, place.hooks, env)).verdict
    },
    async permissionDenied(
      call: { readonly name: string; readonly input: unknown; readonly id: string; readonly reason: string },
      signal: AbortSignal,
    ): Promise<HookVerdict> {
      if (!place.hooks['PermissionDenied']) return NOTHING
      const input = {
        ...common(),
        hook_event_name: 'PermissionDenied',
        tool_name: call.name,
        tool_input: call.input,
        tool_use_id: call.id,
        reason: call.reason,
      }
      return (await runHooks({ event: 'PermissionDenied', input, signal }, place.hooks, env)).verdict
    },
    async postToolUse(done: FinishedCall, signal: AbortSignal): Promise<HookVerdict> {
      const event = done.error === undefined ? 'PostToolUse' : 'PostToolUseFailure'
      if (!place.hooks[event]) return NOTHING
      const input = {
        ...common(),
        hook_event_name: event,
        tool_name: done.name,
        tool_input: done.input,
        tool_use_id: done.id,
        duration_ms: Math.round(done.durationMs),
        ...(done.error === undefined
          ? { tool_response: done.output }
          : { error: done.error, is_interrupt: done.interrupted ?? false }),
      }
      return (await runHooks({ event, input, signal }, place.hooks, env)).verdict
    },
  }
}

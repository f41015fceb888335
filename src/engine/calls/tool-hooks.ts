import type { HookVerdict } from '../../protocol/hook.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { Hooks } from '../hooks/part.ts'
import type { FinishedCall } from './call-runner.ts'

interface HookedCall {
  readonly name: string
  readonly input: unknown
  readonly id: string
}

/** Hooks around a tool call; `parent`: the call of the script that made it. */
export const createToolHooks = (
  hooks: Pick<Hooks, 'fire' | 'isSet' | 'isSetFor'>,
  recheck: () => void,
  parent?: string,
) => {
  const fieldsOf = ({ name, input, id }: HookedCall) => ({
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
    ...(parent === undefined ? {} : { parent_tool_use_id: parent }),
  })
  return {
    hasPreToolUse: (name: string): boolean => hooks.isSetFor('PreToolUse', name),
    preToolUse: (call: HookedCall, signal: AbortSignal): Promise<HookVerdict> =>
      hooks.fire('PreToolUse', fieldsOf(call), signal),
    permissionRequest: (
      call: HookedCall & { readonly suggestions: readonly PermissionUpdate[] },
      signal: AbortSignal,
    ): Promise<HookVerdict> =>
      hooks.fire(
        'PermissionRequest',
        { ...fieldsOf(call), permission_suggestions: call.suggestions },
        signal,
      ),
    permissionDenied: (
      call: HookedCall & { readonly reason: string },
      signal: AbortSignal,
    ): Promise<HookVerdict> =>
      hooks.fire('PermissionDenied', { ...fieldsOf(call), reason: call.reason }, signal),
    async postToolUse(done: FinishedCall, signal: AbortSignal): Promise<HookVerdict> {
      const event = done.error === undefined ? 'PostToolUse' : 'PostToolUseFailure'
      const fields = {
        ...fieldsOf(done),
        duration_ms: Math.round(done.durationMs),
        ...(done.error === undefined
          ? { tool_response: done.output }
          : { error: done.error, is_interrupt: done.interrupted ?? false }),
      }
      const verdict = await hooks.fire(event, fields, signal)
      // A hook may have put what was just written into another form.
      if (hooks.isSet('PostToolUse')) recheck()
      return verdict
    },
  }
}

import type { FieldsOf } from '../../features/hooks/event-row.ts'
import type { HOOK_EVENTS, HookEvent } from '../../features/hooks/events.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { HookVerdict } from '../../protocol/hook.ts'

type HookFields<E extends HookEvent> = FieldsOf<(typeof HOOK_EVENTS)[E]>

/** How everything that happens in a thread reaches its hooks. */
export interface FireHooks {
  /** Runs what is set for an event, if anything is. Never rejects for what a hook does. */
  fire<E extends HookEvent>(event: E, fields: HookFields<E>, signal: AbortSignal): Promise<HookVerdict>
  isSet(event: HookEvent): boolean
  /** Whether a hook of that event is meant for a tool of this name. */
  isSetFor(event: HookEvent, toolName: string): boolean
  /** For the next request of this thread. */
  tell(attachment: Attachment): void
}

import type { Event } from '../../protocol/event.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface UsageLimitsOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly limits: Pick<Limits, 'waitForLimit'>
    readonly permissions: { readonly canAsk: boolean }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
    /** Somebody sits in front of it, or will. */
    readonly wake?: boolean
    readonly runtime: Runtime
  }
  readonly desk: Pick<PermissionDesk, 'ask'>
  emit(event: Event): void
}

/** What the conversation lends. */
export interface GoingOn {
  isBusy(): boolean
  /** A turn that goes on with what was cut off. */
  goOn(text: string): Promise<void>
}

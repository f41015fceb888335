import type { Event } from '../../protocol/event.ts'
import type { TaskInfo } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ThreadState } from '../live/state.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface ClaimsOptions {
  readonly config: {
    readonly session: Pick<SessionHandle, 'effects' | 'messages' | 'path'>
    readonly limits: Pick<Limits, 'trustsClaims'>
    readonly runtime: Pick<Runtime, 'log'>
    readonly place: { readonly cwd: string }
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<ThreadState, 'mode'>
  readonly tasks: { list(): readonly TaskInfo[] }
  emit(event: Event): void
}

import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { SessionHistory } from '../file-history/part.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

export interface BranchesOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly history: Pick<SessionHistory, 'rewind'>
  /** The to-do list as it is now. */
  todos(): readonly unknown[] | undefined
  /** The conversation goes on from these messages. */
  restart(messages: readonly Message[]): Promise<void>
  record(message: Message): Promise<void>
  /** Nothing else happens to the conversation meanwhile. Throws OpError when something does already. */
  alone<T>(work: () => Promise<T>): Promise<T>
  emit(event: Event): void
}

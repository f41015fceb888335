import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import type { Event } from '../../protocol/event.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { PeersChoice } from './options.ts'

/** What a session needs to be reached by others. */
export interface PeerOptions {
  readonly choice: PeersChoice
  readonly config: {
    readonly runtime: Runtime
    readonly session: SessionHandle
    readonly place: SessionEnvironment
  }
  readonly live: { readonly title?: string | undefined }
  readonly secrets: { clean<T>(value: T): Promise<T> }
  /** Puts a message before the model. */
  notify(text: Text, options: NoteOptions): void
  emit(event: Event): void
}

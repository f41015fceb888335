import type { WantedServer } from '../../features/mcp/pool/wanted-server.ts'
import type { NoteOptions } from '../../protocol/agents/note-options.ts'
import type { Event } from '../../protocol/event.ts'
import type { ChannelsChoice } from '../../protocol/extensions/channel.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** What the channels of a session need of it. */
export interface ChannelOptions {
  readonly choice: ChannelsChoice
  readonly config: {
    readonly runtime: Runtime
    readonly session: SessionHandle
    readonly tools: Pick<Toolbox, 'toolsIn'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly desk: Pick<PermissionDesk, 'answer'>
  readonly secrets: { clean<T>(value: T): Promise<T> }
  isRelay(server: WantedServer): boolean
  /** Puts a message before the model. */
  notify(text: Text, options: NoteOptions): void
  emit(event: Event): void
}

import type { SdkInformational } from '../../protocol/control/sdk-message.ts'
import type { NoticeLevel } from '../../protocol/message.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

/** Something the host or the person should know, as a message. */
export const informational = (
  text: Text,
  about: { readonly level: NoticeLevel; readonly toolUseId?: string | undefined },
  identity: { readonly uuid: string; readonly session_id: string },
): SdkInformational => ({
  type: 'system',
  subtype: 'informational',
  ...(typeof text === 'string' ? { content: text } : { content: text.text, localized: text }),
  // The wire has no word for an error that does not end the turn.
  level: about.level === 'error' ? 'warning' : about.level,
  ...(about.toolUseId !== undefined && { tool_use_id: about.toolUseId }),
  ...identity,
})

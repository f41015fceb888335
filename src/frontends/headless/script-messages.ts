import type { SdkAssistant, SdkUser } from '../../protocol/control/sdk-message.ts'
import type { Event } from '../../protocol/event.ts'
import { SYNTHETIC_MODEL } from '../../protocol/message.ts'
import { NO_USAGE } from '../../protocol/usage.ts'

/** A call of a script, as if an agent had made it on behalf of the call of the script. */
export const fromScript = (
  { parent, call, result, at }: Extract<Event, { readonly type: 'script_call' }>,
  identity: Pick<SdkUser, 'uuid' | 'session_id'>,
): SdkAssistant | SdkUser => {
  const about = { parent_tool_use_id: parent, timestamp: at, ...identity }
  if (result)
    return {
      type: 'user',
      message: { role: 'user', content: [result] },
      ...about,
    }
  const message = { ...NO_REPLY, id: call.id, content: [call] }
  return { type: 'assistant', message, ...about }
}

/** No model wrote it. */
const NO_REPLY = {
  type: 'message',
  role: 'assistant',
  model: SYNTHETIC_MODEL,
  stop_reason: null,
  stop_sequence: null,
  usage: NO_USAGE,
} as const

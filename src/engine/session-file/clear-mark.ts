import type { Message, SystemMessage } from '../../protocol/message.ts'
import type { Runtime } from '../options/runtime.ts'

/** Later requests only look behind it, as after a compaction; but nothing is carried over it. */
export const clearMark = (runtime: Runtime, preTokens: number): SystemMessage => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid: runtime.newId(),
  timestamp: runtime.now().toISOString(),
  content: 'Conversation cleared.',
  level: 'info',
  compactMetadata: { trigger: 'manual', preTokens, by: CLEARED },
})

/** As the one who made the boundary. */
const CLEARED = 'clear'

/** Behind a boundary the history begins anew. */
export const restartOf = (message: Message): 'clear' | 'compaction' | undefined => {
  if (message.type !== 'system' || message.subtype !== 'compact_boundary') return undefined
  return message.compactMetadata?.by === CLEARED ? 'clear' : 'compaction'
}

import type { MessageEntry } from '../../protocol/entry.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

interface Cut {
  /** The last message that is kept. */
  readonly at: string
  /** The prompt of the only turn that may be lost. */
  readonly turn: string
}

/** What else than that turn would be lost behind the cut, in words; `undefined`: nothing. */
export const lossBeyond = (
  messages: readonly MessageEntry[],
  { at, turn }: Cut,
): LocalizedText | undefined => {
  const kept = messages.findIndex(({ uuid }) => uuid === at)
  if (kept < 0) return resumingText('cut_message_missing', { id: at })
  const lost = messages.slice(kept + 1)
  const begins = lost.findIndex(({ uuid }) => uuid === turn)
  if (lost.length === 0) return undefined
  if (begins < 0) return resumingText('other_turn', { id: at, turn })
  const before = lost.slice(0, begins).find(isContent)
  if (before) return resumingText('earlier_turn', { id: before.uuid, turn })
  const other = lost.slice(begins + 1).find(isSaid)
  return other && resumingText('said_after', { id: other.uuid, turn })
}

const isContent = ({ type }: MessageEntry): boolean => type === 'user' || type === 'assistant'

/** Something new for the model: no result of a call, no note of ours. */
const isSaid = (entry: MessageEntry): boolean => {
  if (entry.type !== 'user') return false
  if (entry.origin) return true
  const { content } = entry.message
  const isResult = typeof content !== 'string' && content.some(block => block.type === 'tool_result')
  return !isResult && !entry.isMeta
}

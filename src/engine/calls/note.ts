import { inertTags } from '../../lib/harness-tags.ts'
import { approvedWith, approvedWords } from '../../lib/refusal.ts'
import { frameReminder } from '../../loop/reminder.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

/** What came of asking: granted, refused with a message, or a call that would fail. */
type Asked =
  | { readonly granted: true; readonly note?: string }
  | { readonly granted: false; readonly message: LocalizedText; readonly fault?: undefined }
  | { readonly granted: false; readonly fault: string }

/** A note that came with a yes counts also where the call could not be made after all. */
export const keepNote = <T extends Asked>(asked: T, note = ''): T => {
  if (note.trim() === '') return asked
  if (asked.granted) return { ...asked, note: note.trim() }
  const said = approvedWith(note)
  return asked.fault === undefined
    ? { ...asked, message: sentences([asked.message, said]) }
    : { ...asked, fault: `${asked.fault} ${said}` }
}

type Content = ToolResultBlock['content']

/** The result of a call with what the person said behind it; a tool that returns such words itself is not taken for them. */
export const withNote = (content: Content, note: string | undefined): Content => {
  if (note === undefined) return approvedWords(content) === undefined ? content : inert(content)
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  return [...blocks, { type: 'text', text: frameReminder(approvedWith(note)) }]
}

const inert = (content: Content): Content =>
  typeof content === 'string'
    ? content
    : content.map(block => (block.type === 'text' ? { ...block, text: inertTags(block.text) } : block))

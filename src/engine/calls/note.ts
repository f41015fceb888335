import { inertTags } from '../../lib/harness-tags.ts'
import { approvedWith, approvedWords, declinedWith } from '../../lib/refusal.ts'
import { frameReminder } from '../../loop/reminder.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** What came of asking: granted, refused with a message, or a call that would fail. */
type Asked =
  | { readonly granted: true; readonly note?: string }
  | { readonly granted: false; readonly message: LocalizedText; readonly fault?: undefined }
  | { readonly granted: false; readonly fault: string }

/** A note that came with a yes counts also where the call could not be made after all. */
export const keepNote = <T extends Asked>(asked: T, note = ''): T => {
  if (note.trim() === '') return asked
  if (asked.granted) return { ...asked, note: note.trim() }
  return asked.fault === undefined
    ? { ...asked, message: sentences([asked.message, approvedText(note)]) }
    : { ...asked, fault: `${asked.fault} ${approvedWith(note)}` }
}

/** The words that came with a no, as the reason of it, in the language in which it is read. */
export const declinedText = (words: string): LocalizedText =>
  words.trim() === ''
    ? { id: 'refusal.declined', text: declinedWith(''), zh: declinedWith('', 'zh') }
    : {
        id: 'refusal.declined_with',
        text: declinedWith(words),
        values: { words: words.trim() },
        zh: declinedWith('{words}', 'zh'),
      }

/** The words that came with a yes. */
const approvedText = (note: string): LocalizedText => ({
  id: 'refusal.approved',
  text: approvedWith(note),
  values: { note: note.trim() },
  zh: approvedWith('{note}', 'zh'),
})

type Content = ToolResultBlock['content']

/** The result of a call with what the person said behind it; a tool that returns such words itself is not taken for them. */
export const withNote = (content: Content, note: string | undefined, language?: PromptLanguage): Content => {
  if (note === undefined) return approvedWords(content) === undefined ? content : inert(content)
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  return [...blocks, { type: 'text', text: frameReminder(approvedWith(note, language)) }]
}

const inert = (content: Content): Content =>
  typeof content === 'string'
    ? content
    : content.map(block => (block.type === 'text' ? { ...block, text: inertTags(block.text) } : block))

import type { AnnouncedSections } from '../../features/prompt/snapshot.ts'
import type { Message } from '../../protocol/message.ts'

/** What the messages of a session say about what the model was told beside the conversation. */
export interface PromptMemory {
  /** Since the last compaction nobody has said what a conversation begins with. */
  readonly lacksContext: boolean
  readonly date: string | undefined
  /** News about the prompt of an earlier run, by section. */
  readonly told: AnnouncedSections
  /** A compaction has taken the conversation apart: what was kept for it can be made anew. */
  stale: boolean
  see(message: Message): void
}

export const createPromptMemory = (messages: readonly Message[]): PromptMemory => {
  const memory = {
    lacksContext: true,
    date: undefined as string | undefined,
    told: {} as AnnouncedSections,
    stale: false,
    see(message: Message): void {
      if (message.type === 'system' && message.subtype === 'compact_boundary') {
        Object.assign(memory, { lacksContext: true, date: undefined, told: {}, stale: true })
        return
      }
      if (message.type !== 'attachment') return
      const { kind, text, date, sections } = message.attachment
      if (kind === 'user_context') memory.lacksContext = false
      // Sessions from before the date had a field of its own have it in the text.
      if (kind === 'user_context' || kind === 'date_changed')
        memory.date = typeof date === 'string' ? date : /\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
      if (kind === 'prompt_changed' && isTold(sections)) memory.told = { ...memory.told, ...sections }
    },
  }
  for (const message of messages) memory.see(message)
  // What was taken apart in an earlier run has its own prompt on file.
  memory.stale = false
  return memory
}

const isTold = (value: unknown): value is AnnouncedSections =>
  typeof value === 'object' && value !== null && Object.values(value).every(item => typeof item === 'string')

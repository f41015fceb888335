import type { AttachmentSource } from '../../../protocol/attachment.ts'
import type { PromptContent } from '../content.ts'
import { localDate } from '../local-date.ts'

export interface AnnouncedDate {
  /** Undefined: the model knows no date that could have changed. */
  get(): string | undefined
}

/** Says once that midnight has passed. What was said before stays as it is, and with it the cached prefix. */
export const dateChange = (told: AnnouncedDate, content: () => PromptContent): AttachmentSource => ({
  name: 'date',
  collect({ now }) {
    const before = told.get()
    const today = localDate(now)
    if (before === undefined || before === today) return []
    return [{ kind: 'date_changed', text: content().dateChanged(today), date: today }]
  },
})

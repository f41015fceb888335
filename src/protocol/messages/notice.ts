import type { Event } from '../event.ts'
import type { NoticeLevel } from '../message.ts'
import type { LocalizedText } from './localized-text.ts'

/** Something the person should know, as an event. */
export const notice = (level: NoticeLevel, localized: LocalizedText, toolUseId?: string): Event => ({
  type: 'notice',
  level,
  text: localized.text,
  localized,
  ...(toolUseId === undefined ? {} : { toolUseId }),
})

import type { Event } from '../event.ts'
import type { NoticeLevel } from '../message.ts'
import { asLocalized } from './layout.ts'
import type { LocalizedText, Text } from './localized-text.ts'

/** Something the person should know, as an event. */
export const notice = (
  level: NoticeLevel,
  localized: LocalizedText,
  toolUseId?: string,
): Extract<Event, { readonly type: 'notice' }> => ({
  type: 'notice',
  level,
  text: localized.text,
  localized,
  ...(toolUseId === undefined ? {} : { toolUseId }),
})

/** The same where the words may be somebody else's: a hook's, a server's, a program's. */
export const foreignNotice = (level: NoticeLevel, text: Text): Event => notice(level, asLocalized(text))

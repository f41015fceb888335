import { createContext } from 'preact'
import { inEnglish, type Localize } from '../../../protocol/messages/localized-text.ts'
import type { Words } from './en.ts'

/** How messages of the engine are said. */
export const LocalizeContext = createContext<Localize>(inEnglish)

/** Chinese is fetched only for who reads it; without it messages are in English. */
export const loadLocalize = async ({ language }: Pick<Words, 'language'>): Promise<Localize> => {
  if (language === 'en') return inEnglish
  const chinese = await import('../../../protocol/messages/chinese.ts').catch(() => undefined)
  return chinese?.inChinese ?? inEnglish
}

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { inEnglish, type Localize } from '../../../protocol/messages/localized-text.ts'
import { en, type Words } from './en.ts'
import { zh } from './zh.ts'

export type { Words }

/** By the languages a browser asks for, the most wanted first. */
export const wordsFor = (languages: readonly string[]): Words => {
  const known = languages.find(language => /^(en|zh)\b/i.test(language))
  return known?.toLowerCase().startsWith('zh') ? zh : en
}

export const WordsContext = createContext<Words>(en)
/** What the engine says, in the language of the page. */
export const LocalizeContext = createContext<Localize>(inEnglish)
export const useLocalize = (): Localize => useContext(LocalizeContext)

/** The catalogue is only fetched where it is read; without it people read English. */
export const loadLocalize = async ({ language }: Words): Promise<Localize> => {
  if (language === 'en') return inEnglish
  try {
    return (await import('../../../protocol/messages/chinese.ts')).inChinese
  } catch {
    return inEnglish
  }
}

export const useWords = (): Words => useContext(WordsContext)

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { inChinese } from '../../../protocol/messages/chinese.ts'
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

export const localizeFor = ({ language }: Words): Localize => (language === 'zh' ? inChinese : inEnglish)

export const useWords = (): Words => useContext(WordsContext)

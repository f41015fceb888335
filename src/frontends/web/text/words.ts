import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

import { en, type Words } from './en.ts'
import { zh } from './zh.ts'

export type { Words }

/** By the languages a browser asks for, the most wanted first. */
export const wordsFor = (languages: readonly string[]): Words => {
  const known = languages.find(language => /^(en|zh)\b/i.test(language))
  return known?.toLowerCase().startsWith('zh') ? zh : en
}

export const WordsContext = createContext<Words>(en)
export const useWords = (): Words => useContext(WordsContext)

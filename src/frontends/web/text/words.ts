import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

import type { Localize } from '../../../protocol/messages/localized-text.ts'
import { en, type Words } from './en.ts'
import { zh } from './zh.ts'

export type { Words }

/** By the languages a browser asks for, the most wanted first. */
export const wordsFor = (languages: readonly string[]): Words => {
  const known = languages.find(language => /^(en|zh)\b/i.test(language))
  return known?.toLowerCase().startsWith('zh') ? zh : en
}

/**
 * With the catalogue of Chinese messages, a script of its own that only those fetch who read it: the page names it in its
 * head. Without it they read English.
 */
export const withCatalogue = async (words: Words, script: string | undefined): Promise<Words> => {
  if (words.language !== 'zh' || script === undefined) return words
  try {
    const { inChinese } = (await import(script)) as { readonly inChinese: Localize }
    return { ...words, localize: inChinese }
  } catch {
    return words
  }
}

export const WordsContext = createContext<Words>(en)
export const useWords = (): Words => useContext(WordsContext)

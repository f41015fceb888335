import type { PromptLanguage } from '../tools/both-languages.ts'
import { inEnglish, type Localize, type Text } from './localized-text.ts'

/** In the language of the prompt, also what stands in the catalogue for people; its Chinese loads when it is needed. */
export const textForModel = async (text: Text, language: PromptLanguage = 'en'): Promise<string> => {
  if (typeof text === 'string') return text
  if (language === 'en') return text.text
  return (await wordsFor(language))(text)
}

/** The same for texts that are made later. */
export const wordsFor = async (language: PromptLanguage = 'en'): Promise<Localize> =>
  language === 'en' ? inEnglish : (await import('./chinese.ts')).inChinese

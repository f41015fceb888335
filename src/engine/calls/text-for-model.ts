import type { Text } from '../../protocol/messages/localized-text.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** In the language of the prompt, also what stands in the catalogue for people; its Chinese loads when it is needed. */
export const textForModel = async (text: Text, language: PromptLanguage = 'en'): Promise<string> => {
  if (typeof text === 'string') return text
  if (language === 'en') return text.text
  const { inChinese } = await import('../../protocol/messages/chinese.ts')
  return inChinese(text)
}

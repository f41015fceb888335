import { loadWords } from '../frontends/tui/text/words.ts'
import { findHomes } from '../host/find-homes.ts'
import { inEnglish, type Localize, type Text } from '../protocol/messages/localized-text.ts'
import { languageIn } from './tui/early-appearance.ts'

/** A sentence that ends the program, in the language that the person's settings name. Throws without a home. */
export const inUiLanguage = async (text: Text, env: NodeJS.ProcessEnv): Promise<string> => {
  const { told } = await loadWords(languageIn(findHomes(env).configHome))
  return told(text)
}

/** Shows what a command prints for people in that language; in English where nobody has a home. */
export const localizeFor = async (env: NodeJS.ProcessEnv): Promise<Localize> => {
  const language = languageOf(env)
  return language === 'zh' ? (await import('../protocol/messages/chinese.ts')).inChinese : inEnglish
}

const languageOf = (env: NodeJS.ProcessEnv): 'en' | 'zh' => {
  try {
    return languageIn(findHomes(env).configHome)
  } catch {
    return 'en'
  }
}

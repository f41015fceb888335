import { loadWords } from '../frontends/tui/text/words.ts'
import { findHomes } from '../host/find-homes.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { languageIn } from './tui/early-look.ts'

/** A sentence that ends the program, in the language that the person's settings name. Throws without a home. */
export const inUiLanguage = async (text: Text, env: NodeJS.ProcessEnv): Promise<string> => {
  const { told } = await loadWords(languageIn(findHomes(env).configHome))
  return told(text)
}

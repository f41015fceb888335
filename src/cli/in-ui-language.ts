import { findHomes } from '../host/find-homes.ts'
import { inEnglish, type Localize, type Text } from '../protocol/messages/localized-text.ts'
import { languageIn, languageOfFlag } from './tui/early-appearance.ts'

/** A sentence that ends the program, in the language that the person's settings name. */
export const inUiLanguage = async (text: Text, env: NodeJS.ProcessEnv): Promise<string> =>
  (await localizeFor(env))(text)

/**
 * Shows what people read in that language; in English where nobody has a home. `flag` is what stands behind `--settings`,
 * which goes before the files.
 */
export const localizeFor = async (env: NodeJS.ProcessEnv, flag?: string): Promise<Localize> => {
  const language = languageOfFlag(flag, process.cwd()) ?? languageOf(env)
  return language === 'zh' ? (await import('../protocol/messages/chinese.ts')).inChinese : inEnglish
}

const languageOf = (env: NodeJS.ProcessEnv): 'en' | 'zh' => {
  try {
    return languageIn(findHomes(env).configHome)
  } catch {
    return 'en'
  }
}

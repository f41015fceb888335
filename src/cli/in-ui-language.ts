import { findHomes } from '../host/find-homes.ts'
import type { Env } from '../protocol/host.ts'
import { inEnglish, type Localize, type Text, type Warn } from '../protocol/messages/localized-text.ts'
import { say, writeProblem } from './say.ts'
import { languageIn, languageOfFlag, languageOfLocale } from './tui/early-appearance.ts'

/** A sentence that ends the program, in the language that the person's settings name. */
export const inUiLanguage = async (text: Text, env: Env): Promise<string> => (await localizeFor(env))(text)

/**
 * Shows what people read in that language; in English where nobody has a home. `flag` is what stands behind `--settings`,
 * which goes before the files.
 */
export const localizeFor = async (env: Env, flag?: string): Promise<Localize> =>
  uiLanguage(env, flag) === 'zh' ? (await import('../protocol/messages/chinese.ts')).inChinese : inEnglish

/** Says on stderr what went wrong: the words of a server, a hook or a program are often among them. */
export const problemSayer = async (env: Env, flag?: string): Promise<Warn> => {
  const localize = await localizeFor(env, flag)
  return text => writeProblem(localize(text))
}

/** Says on stdout what a command has to say. */
export const sayer = async (env: Env): Promise<(text: Text) => void> => {
  const localize = await localizeFor(env)
  return text => say(localize(text))
}

/** Settings on the command line, then the person's own, then the locale. */
export const uiLanguage = (env: Env, flag?: string): 'en' | 'zh' =>
  languageOfFlag(flag, process.cwd()) ?? languageOf(env)

const languageOf = (env: Env): 'en' | 'zh' => {
  try {
    return languageIn(findHomes(env).configHome, env)
  } catch {
    return languageOfLocale(env) ?? 'en'
  }
}

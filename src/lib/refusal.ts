/** How a refused call is told in its result: why, and on a line of its own what only the model should do about it. */

type Language = 'en' | 'zh'
const REFUSED = { en: 'Permission denied: ', zh: '权限被拒绝：' } as const
const DECLINED = { en: 'The person declined it.', zh: '用户拒绝了。' } as const
const SAYS = { en: 'The person declined it and says: ', zh: '用户拒绝了，并说：' } as const
const BRACKETS = { en: ['(', ')'], zh: ['（', '）'] } as const

export const refusalText = (
  reason: string,
  advice: string | undefined,
  language: Language = 'en',
): string => {
  const [open, close] = BRACKETS[language]
  return `${REFUSED[language]}${reason}${advice === undefined ? '' : `\n${open}${advice}${close}`}`
}

/** The words that came with a no, as the reason of it. */
export const declinedWith = (words: string, language: Language = 'en'): string =>
  words.trim() === '' ? DECLINED[language] : `${SAYS[language]}${words.trim()}`

const APPROVED = { en: 'The person approved it and says: ', zh: '用户批准了，并说：' } as const

/** The words that came with a yes, for the result of the call. */
export const approvedWith = (words: string, language: Language = 'en'): string =>
  `${APPROVED[language]}${words.trim()}`

const NOTE = new RegExp(
  `^<system-reminder>\\n(?:${Object.values(APPROVED).join('|')})([\\s\\S]*)\\n</system-reminder>$`,
)

/** The words a person said with their yes, which end the result of a call. */
export const approvedWords = (
  content: string | readonly { readonly type: string; readonly text?: string }[],
): string | undefined => {
  const last = typeof content === 'string' ? undefined : content.at(-1)
  return last?.type === 'text' ? NOTE.exec(last.text ?? '')?.[1] : undefined
}

const withoutOneOf = (text: string, beginnings: Readonly<Record<Language, string>>): string | undefined => {
  const found = Object.values(beginnings).find(each => text.startsWith(each))
  return found === undefined ? undefined : text.slice(found.length)
}

export const isRefusal = (text: string): boolean => withoutOneOf(text, REFUSED) !== undefined

/** Why a call was refused, without what only the model should do about it. */
export const refusalReason = (text: string): string =>
  (withoutOneOf(text, REFUSED) ?? text).replace(/\n[(（][^\n]*[)）]$/, '')

/** The words a person said with their no, empty where there were none; undefined: it was not a person who refused. */
export const declinedWords = (reason: string): string | undefined => {
  if (Object.values<string>(DECLINED).includes(reason)) return ''
  return withoutOneOf(reason, SAYS)
}

/** How a refused call is told in its result: why, and on a line of its own what only the model should do about it. */

const REFUSED = 'Permission denied: '
const DECLINED = 'The person declined it.'
const SAYS = 'The person declined it and says: '

export const refusalText = (reason: string, advice: string | undefined): string =>
  `${REFUSED}${reason}${advice === undefined ? '' : `\n(${advice})`}`

/** The words that came with a no, as the reason of it. */
export const declinedWith = (words: string): string =>
  words.trim() === '' ? DECLINED : `${SAYS}${words.trim()}`

const APPROVED = 'The person approved it and says: '

/** The words that came with a yes, for the result of the call. */
export const approvedWith = (words: string): string => `${APPROVED}${words.trim()}`

const NOTE = new RegExp(`^<system-reminder>\\n${APPROVED}([\\s\\S]*)\\n</system-reminder>$`)

/** The words a person said with their yes, which end the result of a call. */
export const approvedWords = (
  content: string | readonly { readonly type: string; readonly text?: string }[],
): string | undefined => {
  const last = typeof content === 'string' ? undefined : content.at(-1)
  return last?.type === 'text' ? NOTE.exec(last.text ?? '')?.[1] : undefined
}

export const isRefusal = (text: string): boolean => text.startsWith(REFUSED)

/** Why a call was refused, without what only the model should do about it. */
export const refusalReason = (text: string): string =>
  (text.startsWith(REFUSED) ? text.slice(REFUSED.length) : text).replace(/\n\([^\n]*\)$/, '')

/** The words a person said with their no, empty where there were none; undefined: it was not a person who refused. */
export const declinedWords = (reason: string): string | undefined => {
  if (reason === DECLINED) return ''
  return reason.startsWith(SAYS) ? reason.slice(SAYS.length) : undefined
}

/** How a refused call is told in its result: why, and on a line of its own what only the model should do about it. */

const REFUSED = 'Permission denied: '
const DECLINED = 'The person declined it.'
const SAYS = 'The person declined it and says: '

export const refusalText = (reason: string, advice: string | undefined): string =>
  `${REFUSED}${reason}${advice === undefined ? '' : `\n(${advice})`}`

/** The words that came with a no, as the reason of it. */
export const declinedWith = (words: string): string =>
  words.trim() === '' ? DECLINED : `${SAYS}${words.trim()}`

export const isRefusal = (text: string): boolean => text.startsWith(REFUSED)

/** Why a call was refused, without what only the model should do about it. */
export const refusalReason = (text: string): string =>
  (text.startsWith(REFUSED) ? text.slice(REFUSED.length) : text).replace(/\n\([^\n]*\)$/, '')

/** The words a person said with their no, empty where there were none; undefined: it was not a person who refused. */
export const declinedWords = (reason: string): string | undefined => {
  if (reason === DECLINED) return ''
  return reason.startsWith(SAYS) ? reason.slice(SAYS.length) : undefined
}

/** How a refused call is told in its result: why, and on a line of its own what only the model should do about it. */

const REFUSED = 'Permission denied: '
const DECLINED = 'The person declined it.'
const SAYS = 'The person declined it and says: '

export const refusalText = (reason: string, advice: string | undefined): string =>
  `${REFUSED}${reason}${advice === undefined ? '' : `\n(${advice})`}`

/** The words that came with a no, as the reason of it. */
export const declinedWith = (words: string): string =>
  words.trim() === '' ? DECLINED : `${SAYS}${words.trim()}`

/** What a person is shown of such a text: the reason, or their own words; nothing where they said none. */
export const shownRefusal = (text: string): string => {
  const reason = (text.startsWith(REFUSED) ? text.slice(REFUSED.length) : text).replace(/\n\([^\n]*\)$/, '')
  if (reason === DECLINED) return ''
  return reason.startsWith(SAYS) ? reason.slice(SAYS.length) : reason
}

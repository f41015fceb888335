const OPENS = '<system-reminder>'
const CLOSES = '</system-reminder>'

/**
 * A text that was made for the model without what the program tells it on the side; a line end is left of each. Takes one
 * look at every letter: results are foreign, and a pattern with blanks around it takes for ever in a text of blanks.
 */
export const withoutReminders = (text: string): string => {
  let kept = ''
  let at = 0
  for (;;) {
    const open = text.indexOf(OPENS, at)
    const close = open < 0 ? -1 : text.indexOf(CLOSES, open)
    if (close < 0) return kept + text.slice(at)
    kept += `${text.slice(at, open).trimEnd()}\n`
    at = close + CLOSES.length
    while (at < text.length && /\s/.test(text.charAt(at))) at += 1
  }
}

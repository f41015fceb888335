/** Without what Markdown, shell prompts and line breaks add. */
export const plainCommand = (command: string): string =>
  command
    .replace(/^\s*```\w*\s*$/gm, '')
    .replace(/`/g, '')
    .replace(/^\s*\$\s+/gm, '')
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What may stand beside a command that is named: where it ran, and how its output was cut. */
const BESIDE = /^(?:\s|&&|;|\||cd \S+|2>&1|\|\s*(?:tail|head)(?: -n)?(?: -?\d+)?)*$/

/**
 * Whether a command that somebody names is one that ran, both plain: a part of it, or made of some that ran. Reports leave
 * out what stands before and behind, or name two at once; but a word of a command is none.
 */
export const namesRun = (named: string, ran: string): boolean =>
  named !== '' && partsOf(ran, named).length > 1

/** The same, of all that ran: nothing that is named was left out. */
export const isMadeOf = (named: string, ran: readonly string[]): boolean => {
  if (named === '') return false
  if (ran.some(each => namesRun(named, each))) return true
  let left = [named]
  for (const each of ran.filter(text => text !== '').toSorted((a, b) => b.length - a.length))
    left = left.flatMap(piece => partsOf(piece, each))
  return left.length > 1 && left.every(piece => BESIDE.test(piece))
}

/** A command stands between these, or at an end. */
const EDGE = /[\s;&|()'"]/

/** What is left of a text on both sides of another one in it; the text alone: that is not in it. */
const partsOf = (text: string, inner: string): readonly string[] => {
  for (let at = text.indexOf(inner); at >= 0; at = text.indexOf(inner, at + 1)) {
    const end = at + inner.length
    const begins = at === 0 || EDGE.test(text[at - 1] ?? '')
    const ends = end === text.length || EDGE.test(text[end] ?? '')
    if (begins && ends) return [text.slice(0, at), ...partsOf(text.slice(end), inner)]
  }
  return [text]
}

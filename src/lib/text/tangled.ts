const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** So many quotes and items in one another: each is read once more for every one around it. */
const DEEP = /^[ \t]*(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*){20}/
const FAR_IN = /^(?=[ \t]{80}|\t{20})[ \t]*(?:>|[-*+]|\d{1,9}[.)])/
/** An address is looked for from every letter of a word that may hold one. */
const LONG_WORDS = /\S{2000,}/g
const ADDRESS = /@|:\/\/|www\./i
const STANDS_ALONE = /^\s*(?:\||#|[-*+]\s|\d{1,9}[.)]\s|$)/
const MARKS = /[*_~`[\]<]/g
const MOST_MARKS = 1000
const MOST_COLUMNS = 500

/**
 * Whether reading the text as Markdown could take minutes, or more room than there is: nobody writes like this to be
 * read, and what was meant is seen just as well as it is written. Costs one look at each line.
 */
export const isTangled = (text: string): boolean => {
  let fence: string | undefined
  let marks = 0
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      continue
    }
    if (mark !== undefined) {
      fence = mark
      marks = 0
      continue
    }
    // Emphasis and brackets are looked for in a whole paragraph, each from every other.
    if (STANDS_ALONE.test(line)) marks = 0
    marks += line.match(MARKS)?.length ?? 0
    if (marks > MOST_MARKS || isTangledLine(line)) return true
  }
  return false
}

const isTangledLine = (line: string): boolean =>
  DEEP.test(line) ||
  FAR_IN.test(line) ||
  (line.length >= 2000 && line.match(LONG_WORDS)?.some(word => ADDRESS.test(word)) === true) ||
  (line.length > MOST_COLUMNS && line.split('|').length > MOST_COLUMNS)

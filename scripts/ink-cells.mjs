// Stands in for `@alcalzone/ansi-tokenize` in the bundle, with which Ink joins the cells of a row. The package compares
// each cell with its neighbour by three new sets, one and a half megabytes for a key; neighbours mostly look alike.
import { ansiCodesToString, diffAnsiCodes } from '../node_modules/@alcalzone/ansi-tokenize/build/index.js'

export * from '../node_modules/@alcalzone/ansi-tokenize/build/index.js'

const isSame = (one, other) =>
  one === other || (one.length === other.length && one.every((style, at) => style.code === other[at].code))

/** A row as text, with as few codes between its cells as it takes. */
export const styledCharsToString = cells => {
  let text = ''
  let worn = []
  for (const { styles, value } of cells) {
    if (!isSame(worn, styles)) text += ansiCodesToString(diffAnsiCodes(worn, styles))
    text += value
    worn = styles
  }
  return worn.length === 0 ? text : text + ansiCodesToString(diffAnsiCodes(worn, []))
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const NONE = /\p{Mn}|\p{Me}|\u200d|\ufe0f/u

/** Columns one character takes on a terminal. */
const characterWidth = (character: string): number =>
  character < '\u0300' ? 1 : NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1

export const textWidth = (text: string): number => {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/** Lines of at most `width` columns, broken at blanks where there are any. */
export const wrapText = (text: string, width: number): readonly string[] =>
  text.split('\n').flatMap(line => wrapLine(line, Math.max(width, 8)))

const wrapLine = (line: string, width: number): readonly string[] => {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`
    if (textWidth(joined) <= width) {
      current = joined
      continue
    }
    if (current !== '') lines.push(current)
    const pieces = breakWord(word, width)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
  }
  return [...lines, current]
}

const breakWord = (word: string, width: number): readonly string[] => {
  const pieces: string[] = []
  let piece = ''
  let taken = 0
  for (const character of word) {
    const more = characterWidth(character)
    if (taken + more > width) {
      pieces.push(piece)
      piece = ''
      taken = 0
    }
    piece += character
    taken += more
  }
  return [...pieces, piece]
}

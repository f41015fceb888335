/** Deeper than any file people write; whoever walks through a value goes down one call for each level. */
const MAX_DEPTH = 100

/** `JSON.parse` for texts of others. Throws SyntaxError, also for one that is nested too deep. */
export const parseBoundedJson = (text: string, maxDepth = MAX_DEPTH): unknown => {
  if (isDeeper(text, maxDepth)) throw new SyntaxError(`it is nested more than ${maxDepth} levels deep`)
  return JSON.parse(text)
}

/** Brackets within strings do not count; a text that is no JSON may be judged wrongly, and is refused anyway. */
const isDeeper = (text: string, maxDepth: number): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at)
    else if (char === '[' || char === '{') {
      depth++
      if (depth > maxDepth) return true
    } else if (char === ']' || char === '}') depth--
  }
  return false
}

const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return text.length
}

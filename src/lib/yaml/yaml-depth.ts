/** Deeper than any file people write. */
const MAX_DEPTH = 64
/** So many lists or keys begun on one line. */
const NESTED_LINE = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${MAX_DEPTH}}`, 'm')

/**
 * Whether a text opens more lists and maps than it closes, further than anything honest does: a reader of YAML goes down
 * one call for each, and some of its work doubles with every level. Brackets within words and quotes count as well.
 */
export const isDeepYaml = (text: string): boolean => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '[' || char === '{') depth++
    else if ((char === ']' || char === '}') && depth > 0) depth--
    if (depth > MAX_DEPTH) return true
  }
  return NESTED_LINE.test(text)
}

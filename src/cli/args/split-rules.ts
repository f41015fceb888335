/**
 * The items of one argument: split at commas and blanks outside parentheses, so that `Read,Bash(git log *)` is two
 * rules. A backslash keeps the next character from counting; an unclosed parenthesis reaches to the end.
 */
export const splitRules = (text: string): readonly string[] => {
  const rules: string[] = []
  let depth = 0
  let start = 0
  const close = (end: number): void => {
    if (end > start) rules.push(text.slice(start, end))
    start = end + 1
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && (character === ',' || /\s/.test(character))) close(at)
  }
  close(text.length)
  return rules
}

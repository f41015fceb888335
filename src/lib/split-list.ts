/**
 * A list as people write it in a head: a YAML list, or one text with commas or blanks between its entries. What stands in
 * parentheses belongs together: `Bash(git add *), Read`. Undefined for anything else.
 */
export const splitList = (value: unknown): readonly string[] | undefined => {
  if (Array.isArray(value))
    return value.every(one => typeof one === 'string')
      ? value.map(one => one.trim()).filter(Boolean)
      : undefined
  if (typeof value !== 'string') return undefined
  const entries = ['']
  let depth = 0
  for (const character of value) {
    if (character === '(' || character === '{') depth += 1
    if (character === ')' || character === '}') depth -= 1
    if (depth <= 0 && /[\s,]/.test(character)) entries.push('')
    else entries.push(`${entries.pop() ?? ''}${character}`)
  }
  return entries.filter(Boolean)
}

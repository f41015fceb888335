/**
 * Whether brackets stand deeper in each other than the limit. Quotes are not told from the rest, and only a bracket of
 * its own kind closes one: what closes nothing (`}$(`) hides no depth.
 */
export const nestsDeeper = (text: string, limit: number): boolean => {
  if (text.split(/[({]/, limit + 2).length <= limit + 1) return false
  let round = 0
  let curly = 0
  for (const bracket of text.match(/[(){}]/g) ?? []) {
    if (bracket === '(') round += 1
    else if (bracket === '{') curly += 1
    else if (bracket === ')') round = Math.max(0, round - 1)
    else curly = Math.max(0, curly - 1)
    if (round + curly > limit) return true
  }
  return false
}

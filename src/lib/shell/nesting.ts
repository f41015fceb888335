/** Whether brackets stand deeper in each other than the limit. Quotes are not told from the rest: a text is only taken for deeper than it is. */
export const nestsDeeper = (text: string, limit: number): boolean => {
  if (text.split(/[({]/, limit + 2).length <= limit + 1) return false
  let depth = 0
  for (const bracket of text.match(/[(){}]/g) ?? []) {
    depth = Math.max(0, depth + (bracket === '(' || bracket === '{' ? 1 : -1))
    if (depth > limit) return true
  }
  return false
}

/** `*` stands for any text; everything else is literal. Linear in text times pattern, whatever the pattern. */
export const matchWildcard = (pattern: string, text: string): boolean => {
  let p = 0
  let t = 0
  let star = -1
  let mark = 0
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p
      mark = t
      p += 1
    } else if (p < pattern.length && pattern[p] === text[t]) {
      p += 1
      t += 1
    } else if (star >= 0) {
      p = star + 1
      mark += 1
      t = mark
    } else return false
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}

/** Whether a shell pattern could stand for a file name. Answers yes in doubt: brackets and `?` count as stars. */
export const mayStandFor = (glob: string, name: string): boolean =>
  (!name.startsWith('.') || glob.startsWith('.')) &&
  matchWildcard(glob.replace(/\[[^\]]*\]|\?/g, '*').replace(/[[\]\\]/g, '*'), name)

/** `*` stands for any text; everything else is literal. Taken apart once; no step back, whatever the pattern. */
export const wildcardMatcher = (pattern: string): ((text: string) => boolean) => {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return text => text === pattern
  const between = rest.filter(piece => piece !== '')
  return text => {
    const end = text.length - tail.length
    let at = head.length
    if (at > end || !text.startsWith(head) || !text.endsWith(tail)) return false
    for (const piece of between) {
      const found = text.indexOf(piece, at)
      if (found < 0) return false
      at = found + piece.length
    }
    return at <= end
  }
}

export const matchWildcard = (pattern: string, text: string): boolean => wildcardMatcher(pattern)(text)

/** Whether a shell pattern could stand for a file name. Answers yes in doubt: brackets and `?` count as stars. */
export const mayStandFor = (glob: string, name: string): boolean =>
  (!name.startsWith('.') || glob.startsWith('.')) &&
  matchWildcard(glob.replace(/\[[^\]]*\]|\?/g, '*').replace(/[[\]\\]/g, '*'), name)

/**
 * `*` stands for any text; everything else is literal. Taken apart once, and matched without a step back, so that no
 * pattern is slow. Host names (a star stays in its label), hook matchers (regular expressions) and patterns of paths
 * (`?`, `[…]`, a star stays in its segment) follow rules of their own.
 */
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

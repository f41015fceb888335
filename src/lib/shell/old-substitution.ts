/**
 * Where a bash before 4 sees the end of the substitution that begins at `from`, or undefined where it sees none and
 * refuses the text. It counts parentheses and quotes and knows neither here-documents nor the patterns of `case`.
 */
export const endInOldBash = (text: string, from: number): number | undefined => {
  const open: string[] = []
  let wordStart = false
  for (let at = text.indexOf('(', from); at < text.length; at += 1) {
    const one = text[at] ?? ''
    const inside = open.at(-1)
    const begins = wordStart
    wordStart = /[\s;&|()]/.test(one)
    if (inside === "'") {
      if (one === "'") open.pop()
    } else if (one === '\\') at += 1
    else if (one === '"' || one === '`') {
      if (inside === one) open.pop()
      else open.push(one)
    } else if (inside === '"' || inside === '`') {
      if (inside === '"' && one === '$' && text[at + 1] === '(') {
        open.push(')')
        at += 1
      }
    } else if (one === "'") open.push("'")
    else if (one === '#' && begins) {
      const end = text.indexOf('\n', at)
      if (end < 0) return undefined
      at = end
      wordStart = true
    } else if (one === '(') open.push(')')
    else if (one === ')') {
      open.pop()
      if (open.length === 0) return at + 1
    }
  }
  return undefined
}

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

/** In a substitution bash 3.2 does not know these, and may see its end in the middle of one. */
const DISPUTED = /^[$<>]\([\s\S]*(?:<<|\bcase\b)/
/** Each substitution may be looked for up to the end of the text: what takes longer is in doubt. */
const MAX_SCANNED = 1_000_000

/** What a bash before 4, as macOS has it, makes of the substitutions of one text. */
export class OldBash {
  #scanned = 0

  /** Whether it sees a substitution end elsewhere; where it sees no end at all it runs nothing. */
  differs(
    text: string,
    node: { readonly pos: number; readonly end: number; readonly text: string },
  ): boolean {
    if (!DISPUTED.test(node.text)) return false
    if (this.#scanned > MAX_SCANNED) return true
    const end = endInOldBash(text, node.pos)
    this.#scanned += (end ?? text.length) - node.pos
    return end !== undefined && end !== node.end
  }
}

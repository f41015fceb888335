/** How well a short name fits what was typed: the higher the better; undefined when it does not. */
export interface NameMatch {
  readonly score: number
  /** Offsets of the characters that matched. */
  readonly matched: readonly number[]
}

const range = (from: number, length: number): readonly number[] =>
  Array.from({ length }, (_, index) => from + index)

const isWordStart = (name: string, at: number): boolean => at === 0 || /[^a-z0-9]/i.test(name.charAt(at - 1))

/** The name itself, its beginning, the beginning of a word in it, a piece of it, its letters in their order. */
export const matchName = (query: string, name: string): NameMatch | undefined => {
  const wanted = query.toLowerCase()
  const inside = name.toLowerCase()
  if (wanted === '') return { score: 0, matched: [] }
  if (inside === wanted) return { score: 1_000, matched: range(0, wanted.length) }
  // All beginnings are alike: a list has its own order, the most wanted first.
  if (inside.startsWith(wanted)) return { score: 800, matched: range(0, wanted.length) }
  for (let at = inside.indexOf(wanted); at !== -1; at = inside.indexOf(wanted, at + 1))
    if (isWordStart(name, at)) return { score: 600 - name.length, matched: range(at, wanted.length) }
  const piece = inside.indexOf(wanted)
  if (piece !== -1) return { score: 400 - name.length, matched: range(piece, wanted.length) }
  return scattered(wanted, inside)
}

const scattered = (wanted: string, inside: string): NameMatch | undefined => {
  const matched: number[] = []
  let gaps = 0
  for (const letter of wanted) {
    const before = matched.at(-1) ?? -1
    const at = inside.indexOf(letter, before + 1)
    if (at === -1) return undefined
    gaps += at - before - 1
    matched.push(at)
  }
  return { score: 200 - gaps - inside.length, matched }
}

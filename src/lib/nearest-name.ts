/** Number of single-character insertions, deletions and replacements between two words. */
export const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replace = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replace, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Two neighbouring letters in the wrong order: one slip, though two replacements. */
const isSwap = (a: string, b: string): boolean => {
  const at = [...a].findIndex((letter, place) => letter !== b[place])
  return a.length === b.length && at >= 0 && a === `${b.slice(0, at)}${b[at + 1]}${b[at]}${b.slice(at + 2)}`
}

/**
 * The name most like the word, if one is within the distance; the earlier of two equals. Unless told, a third of the
 * letters may be wrong: more is another word.
 */
export const nearestName = (
  word: string,
  names: readonly string[],
  within = Math.max(1, Math.floor(word.length / 3)),
): string | undefined => {
  let best: string | undefined
  let bestDistance = within + 1
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= bestDistance) continue
    const distance = isSwap(word, name) ? 1 : editDistance(word, name)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

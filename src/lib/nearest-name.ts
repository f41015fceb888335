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

/** The name most like the word, if one is within the distance; the earlier of two equals. */
export const nearestName = (
  word: string,
  names: readonly string[],
  within = 2 + Math.floor(word.length / 4),
): string | undefined => {
  let best: string | undefined
  let bestDistance = within + 1
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= bestDistance) continue
    const distance = editDistance(word, name)
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

import type { MemoryOutline } from '../memory-directory.ts'

const K1 = 1.2
const B = 0.75
/** A single common word in common is an accident. */
const FEWEST_SCORE = 1

const COMMON = new Set(
  'a an and are as at be but by can do does for from have how i if in is it its just me my no not of on or our please so that the their them then there this to up use was we what when where which why will with would you your'.split(
    ' ',
  ),
)

/** Words in lower case; runs of ideographs as pairs, since nothing stands between their words. */
export const wordsOf = (text: string): readonly string[] => {
  const lower = text.toLowerCase()
  // Faster by far for what most text is.
  if (/^[\t-~]*$/.test(lower)) return (lower.match(/[a-z0-9]+/g) ?? []).flatMap(plainWord)
  return (lower.match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap(word =>
    /\p{Script=Han}/u.test(word) ? pairsOf(Array.from(word)) : plainWord(word),
  )
}

const plainWord = (word: string): readonly string[] =>
  COMMON.has(word) || word.length < 2 ? [] : [stem(word)]

const pairsOf = (signs: readonly string[]): readonly string[] =>
  signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)

/** Just enough that `test`, `tests` and `testing` meet. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word)

/** Memories whose name and description share telling words with the text, best first (BM25). */
export const rankLexically = <T extends MemoryOutline>(
  text: string,
  files: readonly T[],
  most: number,
): readonly T[] => {
  const wanted = new Set(wordsOf(text))
  const documents = files.map(file => ({
    file,
    words: wordsOf([file.file.replace(/\.md$/, ''), file.name ?? '', file.description ?? ''].join(' ')),
  }))
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, documents.length)
  const weight = (word: string): number => {
    const having = documents.filter(({ words }) => words.includes(word)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }
  const weights = new Map([...wanted].map(word => [word, weight(word)]))
  return documents
    .map(({ file, words }) => ({ file, ...score(words, weights, average) }))
    .filter(({ points, matches }) => matches >= 2 || points >= FEWEST_SCORE)
    .sort((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ file }) => file)
}

const score = (
  words: readonly string[],
  weights: ReadonlyMap<string, number>,
  average: number,
): { readonly points: number; readonly matches: number } => {
  const counts = new Map<string, number>()
  for (const word of words) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  let points = 0
  for (const [word, count] of counts)
    points +=
      ((weights.get(word) ?? 0) * count * (K1 + 1)) /
      (count + K1 * (1 - B + (B * words.length) / Math.max(1, average)))
  return { points, matches: counts.size }
}

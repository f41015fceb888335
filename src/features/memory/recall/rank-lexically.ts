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
  if (/^[\t-~]*$/.test(lower)) return plainWords(lower.split(/[^a-z0-9]+/))
  return (lower.match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap(word =>
    /\p{Script=Han}/u.test(word) ? pairsOf(Array.from(word)) : plainWord(word),
  )
}

const plainWords = (all: readonly string[]): readonly string[] => {
  const words: string[] = []
  for (const word of all) if (word.length > 1 && !COMMON.has(word)) words.push(stem(word))
  return words
}

const plainWord = (word: string): readonly string[] =>
  COMMON.has(word) || word.length < 2 ? [] : [stem(word)]

const pairsOf = (signs: readonly string[]): readonly string[] =>
  signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at]}${sign}`)

/** Just enough that `test`, `tests` and `testing` meet. */
const stem = (word: string): string => {
  const ending = word.length > 4 ? ENDINGS.find(each => word.endsWith(each)) : undefined
  return ending === undefined ? word : word.slice(0, -ending.length)
}

const ENDINGS = ['ing', 'ed', 'es', 's']

/** Memories whose name and description share telling words with the text, best first (BM25). */
export const rankLexically = <T extends MemoryOutline>(
  text: string,
  files: readonly T[],
  most: number,
): readonly T[] => {
  const wanted = new Set(wordsOf(text))
  if (wanted.size === 0) return []
  const documents = files.map(file => ({
    file,
    ...countWords(`${file.file.replace(/\.md$/, '')} ${file.name ?? ''} ${file.description ?? ''}`, wanted),
  }))
  const average = documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.length)
  const having = new Map<string, number>()
  for (const { counts } of documents)
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const weight = (word: string): number => {
    const those = having.get(word) ?? 0
    return Math.log(1 + (documents.length - those + 0.5) / (those + 0.5))
  }
  const weights = new Map([...having.keys()].map(word => [word, weight(word)]))
  return documents
    .map(({ file, counts, length }) => ({
      file,
      points: pointsOf(counts, weights, length / Math.max(1, average)),
      matches: counts.size,
    }))
    .filter(({ points, matches }) => matches >= 2 || points >= FEWEST_SCORE)
    .sort((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ file }) => file)
}

interface WordCounts {
  /** Of the wanted words that are there. */
  readonly counts: ReadonlyMap<string, number>
  /** In words. */
  readonly length: number
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map()

/** Each text is read once, whatever the number of wanted words. */
const countWords = (text: string, wanted: ReadonlySet<string>): WordCounts => {
  const words = wordsOf(text)
  let counts: Map<string, number> | undefined
  for (const word of words) {
    if (!wanted.has(word)) continue
    counts ??= new Map()
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { counts: counts ?? NO_COUNTS, length: words.length }
}

const pointsOf = (
  counts: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
  /** Beside the usual one. */
  length: number,
): number => {
  let points = 0
  for (const [word, count] of counts)
    points += ((weights.get(word) ?? 0) * count * (K1 + 1)) / (count + K1 * (1 - B + B * length))
  return points
}

import type { FileGraph } from './file-graph.ts'

const ROUNDS = 8
/** Of a file's weight, what it hands on to those it uses. Where something is asked for, what is near it matters most. */
const HANDED_ON = { everywhere: 0.85, near: 0.5 } as const

/**
 * How much each file matters: it does when files that matter use it. Whoever walks from file to file along what they use
 * starts again and again at one of `starts`, by its weight.
 */
const rankFiles = (
  graph: Pick<FileGraph, 'paths' | 'uses'>,
  starts: Float64Array,
  reach: keyof typeof HANDED_ON = 'everywhere',
): Float64Array => {
  const share = HANDED_ON[reach]
  const count = graph.paths.length
  const sum = starts.reduce((total, each) => total + each, 0)
  const start = sum > 0 ? starts.map(each => each / sum) : starts.map(() => 1 / Math.max(1, count))
  const totals = graph.uses.map(used => used.reduce((total, { weight }) => total + weight, 0))
  let rank = start.slice()
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count)
    let lost = 0
    for (let from = 0; from < count; from++) {
      const handed = (rank[from] ?? 0) * share
      const total = totals[from] ?? 0
      if (total === 0) lost += handed
      else
        for (const { file, weight } of graph.uses[from] ?? [])
          next[file] = (next[file] ?? 0) + (handed * weight) / total
    }
    // What nobody is handed goes back to the starts.
    const back = 1 - share + lost
    for (let at = 0; at < count; at++) next[at] = (next[at] ?? 0) + back * (start[at] ?? 0)
    rank = next
  }
  return rank
}

/** What the map is for. */
export interface Focus {
  /** Files of the conversation, the latest last. */
  readonly paths: readonly string[]
  /** Names and words. */
  readonly words: readonly string[]
}

const SIDE =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|vendor|third_party|node_modules|bench|benchmarks|generated|dist)\/|[._](?:test|spec|gen|pb)\.\w+$|(?:^|\/)test_\w+\.py$/i

/** Tests, examples and what was taken from others matter less, as long as nobody asks for them. */
const BESIDE = 0.2

/** Each path is looked at once. */
export const createSides = (): ((path: string) => number) => {
  const known = new Map<string, number>()
  return path => {
    const side = known.get(path) ?? (SIDE.test(path) ? BESIDE : 1)
    known.set(path, side)
    return side
  }
}

interface OrderBy {
  definesOf(path: string): readonly string[]
  /** How much of its weight counts. */
  sideOf(path: string): number
}

/** The files of a graph, what matters most first. */
export const orderFiles = (
  graph: FileGraph,
  focus: Focus,
  { definesOf, sideOf }: OrderBy,
): readonly string[] => {
  const words = focus.words.map(word => word.toLowerCase()).filter(word => word.length > 1)
  const wanted = focus.paths.map(path => graph.numberOf(path))
  const fits = fitsOf(graph.paths, words, definesOf)
  const sides = graph.paths.map(sideOf)
  const starts = Float64Array.from(
    graph.paths,
    (_, at) => (sides[at] ?? 1) / graph.paths.length + (fits[at] ?? 0),
  )
  for (const [at, number] of wanted.entries())
    if (number !== undefined) starts[number] = (starts[number] ?? 0) + 2 + at / wanted.length
  const asked = words.length > 0 || wanted.some(number => number !== undefined)
  const rank = rankFiles(graph, starts, asked ? 'near' : 'everywhere')
  const worthOf = (at: number): number => {
    const side = (fits[at] ?? 0) < 1 ? (sides[at] ?? 1) : Math.sqrt(sides[at] ?? 1)
    return (rank[at] ?? 0) * side * (1 + (asked ? (fits[at] ?? 0) : 0))
  }
  const values = graph.paths.map((_, at) => worthOf(at))
  return graph.paths
    .map((path, at) => ({ path, value: values[at] ?? 0 }))
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}

const EXACT = 4
const PART = 1

/** How well each file fits: a word that many files have counts for little. */
const fitsOf = (
  paths: readonly string[],
  words: readonly string[],
  definesOf: (path: string) => readonly string[],
): Float64Array => {
  const fits = new Float64Array(paths.length)
  for (const word of words) {
    const each = paths.map(path => fitOf(path, definesOf(path), word))
    const count = each.reduce((total, fit) => total + (fit > 0 ? 1 : 0), 0)
    const rare = Math.log(1 + paths.length / Math.max(1, count)) / Math.log(1 + paths.length)
    for (const [at, fit] of each.entries()) fits[at] = (fits[at] ?? 0) + fit * rare
  }
  return fits
}

/** By the names a file introduces, and its own. */
const fitOf = (path: string, defines: readonly string[], word: string): number => {
  const lower = path.toLowerCase()
  const name = lower.slice(lower.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const byPath =
    name === word || lower.endsWith(`/${word}`)
      ? EXACT
      : name.includes(word)
        ? PART
        : lower.includes(word)
          ? PART / 4
          : 0
  let best = 0
  for (const each of defines) {
    const known = each.toLowerCase()
    if (known === word) return byPath + EXACT
    if (best < PART && known.includes(word)) best = PART
  }
  return byPath + best
}

import type { FileGraph } from './file-graph.ts'

const ROUNDS = 20
/** Of a file's weight, what it hands on to those it uses. */
const HANDED_ON = 0.85

/**
 * How much each file matters: it does when files that matter use it. Whoever walks from file to file along what they use
 * starts again and again at one of `starts`, by its weight.
 */
export const rankFiles = (graph: FileGraph, starts: Float64Array): Float64Array => {
  const count = graph.paths.length
  const sum = starts.reduce((total, each) => total + each, 0)
  const start = sum > 0 ? starts.map(each => each / sum) : starts.map(() => 1 / Math.max(1, count))
  const totals = graph.uses.map(used => used.reduce((total, { weight }) => total + weight, 0))
  let rank = start.slice()
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(count)
    let lost = 0
    for (let from = 0; from < count; from++) {
      const handed = (rank[from] ?? 0) * HANDED_ON
      const total = totals[from] ?? 0
      if (total === 0) lost += handed
      else
        for (const { file, weight } of graph.uses[from] ?? [])
          next[file] = (next[file] ?? 0) + (handed * weight) / total
    }
    // What nobody is handed goes back to the starts.
    const back = 1 - HANDED_ON + lost
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

const SIDE = /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|vendor|third_party|node_modules|bench|benchmarks|generated|dist)\/|[._](?:test|spec|gen|pb)\.\w+$|(?:^|\/)test_\w+\.py$/i

/** Tests, examples and what was taken from others matter less, as long as nobody asks for them. */
const isBeside = (path: string): boolean => SIDE.test(path)

/** The files of a graph, what matters most first. */
export const orderFiles = (
  graph: FileGraph,
  focus: Focus,
  definesOf: (path: string) => readonly string[],
): readonly string[] => {
  const words = focus.words.map(word => word.toLowerCase()).filter(word => word.length > 1)
  const wanted = focus.paths.map(path => graph.numberOf(path))
  const fits = graph.paths.map(path => (words.length === 0 ? 0 : fitOf(path, definesOf(path), words)))
  const starts = Float64Array.from(graph.paths, (path, at) => {
    const base = isBeside(path) ? 0.1 : 1
    return base / graph.paths.length + (fits[at] ?? 0)
  })
  for (const [at, number] of wanted.entries())
    if (number !== undefined) starts[number] = (starts[number] ?? 0) + 2 + at / wanted.length
  const rank = rankFiles(graph, starts)
  const asked = words.length > 0 || wanted.length > 0
  const valueOf = (at: number): number => {
    const side = isBeside(graph.paths[at] ?? '') && (fits[at] ?? 0) < 1 ? 0.2 : 1
    return (rank[at] ?? 0) * side * (1 + (asked ? (fits[at] ?? 0) : 0))
  }
  const values = graph.paths.map((_, at) => valueOf(at))
  return graph.paths
    .map((path, at) => ({ path, value: values[at] ?? 0 }))
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}

const EXACT = 4
const PART = 1

/** How well a file fits the words: by the names it introduces, and its own. */
const fitOf = (path: string, defines: readonly string[], words: readonly string[]): number => {
  const lower = path.toLowerCase()
  const name = lower.slice(lower.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  let fit = 0
  for (const word of words) {
    if (name === word || lower === word || lower.endsWith(`/${word}`)) fit += EXACT
    else if (name.includes(word)) fit += PART
    else if (lower.includes(word)) fit += PART / 4
    let best = 0
    for (const each of defines) {
      const known = each.toLowerCase()
      if (known === word) best = EXACT
      else if (best < PART && known.includes(word)) best = PART
      if (best === EXACT) break
    }
    fit += best
  }
  return fit
}

import type { Tree, TreeNode } from './tree.ts'

interface Around<N extends TreeNode> {
  readonly tree: Tree<N>
  /** What has its place already: the path, and what was put back into it. */
  readonly placed: Set<string>
  readonly removed: ReadonlySet<string>
}

/** Children that the path leaves aside. */
const asideOf = <N extends TreeNode>(record: N, { tree, placed, removed }: Around<N>): readonly N[] =>
  (tree.children.get(record.uuid) ?? []).filter(child => !placed.has(child.uuid) && !removed.has(child.uuid))

/** A record whose calls nobody answered was cut off: it is not brought back. */
const wasAnswered = <N extends TreeNode>(record: N, tree: Tree<N>): boolean =>
  (tree.children.get(record.uuid) ?? []).some(child => child.answers?.some(id => record.calls?.includes(id)))

/** Further records of the reply, hanging on those of the path. */
const recordsAside = <N extends TreeNode>(records: readonly N[], around: Around<N>): N[] => {
  const found: N[] = []
  const pending = [...records]
  for (let record = pending.pop(); record !== undefined; record = pending.pop()) {
    for (const child of asideOf(record, around)) {
      if (child.type !== 'assistant' || child.replyId !== record.replyId) continue
      if (!wasAnswered(child, around.tree)) continue
      around.placed.add(child.uuid)
      found.push(child)
      pending.push(child)
    }
  }
  return found
}

/** Results beside the path for calls that the path itself leaves open. */
const resultsAside = <N extends TreeNode>(
  records: readonly N[],
  answered: readonly string[],
  around: Around<N>,
): N[] => {
  const open = new Set(records.flatMap(record => record.calls ?? []))
  for (const id of answered) open.delete(id)
  const found: N[] = []
  for (const record of records) {
    for (const child of asideOf(record, around)) {
      const answers = child.answers?.filter(id => open.has(id)) ?? []
      if (answers.length === 0) continue
      for (const id of answers) open.delete(id)
      around.placed.add(child.uuid)
      found.push(child)
    }
  }
  return found
}

/**
 * Calls of one reply run in parallel, and some writers hang each result on its own call: then the path runs
 * through one of them only. Puts the others back, records of the reply first, then results, in file order.
 */
export const recoverParallel = <N extends TreeNode>(
  tree: Tree<N>,
  path: readonly N[],
  removed: ReadonlySet<string>,
): readonly N[] => {
  const order = new Map(tree.nodes.map((node, i) => [node.uuid, i]))
  const inFileOrder = (a: N, b: N): number => (order.get(a.uuid) ?? 0) - (order.get(b.uuid) ?? 0)
  const around = { tree, removed, placed: new Set(path.map(node => node.uuid)) }
  const out: N[] = []
  let at = 0
  const takeWhile = (belongs: (node: N) => boolean): N[] => {
    const from = at
    for (let node = path[at]; node !== undefined && belongs(node); node = path[at]) at++
    return path.slice(from, at)
  }
  for (let node = path[at]; node !== undefined; node = path[at]) {
    const { replyId } = node
    if (replyId === undefined) {
      out.push(node)
      at++
      continue
    }
    const records = takeWhile(next => next.replyId === replyId)
    const results = takeWhile(next => next.answers !== undefined)
    const moreRecords = recordsAside(records, around)
    const allRecords = moreRecords.length === 0 ? records : [...records, ...moreRecords].sort(inFileOrder)
    const answered = results.flatMap(result => result.answers ?? [])
    const moreResults = resultsAside(allRecords, answered, around)
    const allResults = moreResults.length === 0 ? results : [...results, ...moreResults].sort(inFileOrder)
    out.push(...allRecords, ...allResults)
  }
  return out
}

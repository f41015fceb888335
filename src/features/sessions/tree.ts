/** One line of the file as a node: what is needed to find the way, without the content. */
export interface TreeNode {
  readonly uuid: string
  readonly parentUuid: string | null
  readonly logicalParentUuid?: string
  /** `link`: passed through, never shown. */
  readonly type: 'user' | 'assistant' | 'system' | 'attachment' | 'link'
  readonly isSidechain: boolean
  /** Damaged lines stand between this one and the message before it. */
  readonly afterDamage?: boolean
  readonly isBoundary?: boolean
  /** Assistant: records of one reply share it. */
  readonly replyId?: string
  /** Assistant: ids of its tool calls. */
  readonly calls?: readonly string[]
  /** User: ids of the calls it answers. */
  readonly answers?: readonly string[]
}

export interface Tree<N extends TreeNode> {
  /** Messages of the main conversation in file order; of equal uuids the first. */
  readonly nodes: readonly N[]
  readonly byId: ReadonlyMap<string, N>
  /** Nearest message above, links passed through; absent for a root. */
  readonly parents: ReadonlyMap<string, string>
  readonly children: ReadonlyMap<string, readonly N[]>
  /** Messages whose parent is not in the file. */
  readonly lost: ReadonlySet<string>
}

/** Follows links upwards to a main message. A missing id is returned as it is; a circle of links is a root. */
const throughLinks = <N extends TreeNode>(
  start: string | null,
  all: ReadonlyMap<string, N>,
): string | null => {
  const seen = new Set<string>()
  let at = start
  while (at !== null) {
    const node = all.get(at)
    if (node === undefined || (node.type !== 'link' && !node.isSidechain)) return at
    if (seen.has(at)) return null
    seen.add(at)
    at = node.parentUuid
  }
  return null
}

/** Nodes in file order in; the shape of the conversation out. */
export const buildTree = <N extends TreeNode>(lines: readonly N[]): Tree<N> => {
  const all = new Map<string, N>()
  for (const node of lines) if (!all.has(node.uuid)) all.set(node.uuid, node)
  const nodes: N[] = []
  const parents = new Map<string, string>()
  const children = new Map<string, N[]>()
  const lost = new Set<string>()
  /** Ids that a damaged line took with it → the message before that line. */
  const bridges = new Map<string, string>()
  const resolved = new Map<string, string | null>()
  let previous: string | undefined
  for (const node of all.values()) {
    if (node.type === 'link' || node.isSidechain) continue
    nodes.push(node)
    let parent = node.parentUuid
    if (parent !== null) {
      const known = resolved.get(parent)
      const above: string | null = known === undefined ? throughLinks(parent, all) : known
      resolved.set(parent, above)
      parent = above
    }
    if (parent !== null && !all.has(parent)) {
      if (node.afterDamage === true && previous !== undefined && !bridges.has(parent))
        bridges.set(parent, previous)
      lost.add(node.uuid)
      parent = bridges.get(parent) ?? null
    }
    previous = node.uuid
    if (parent === null) continue
    parents.set(node.uuid, parent)
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [node])
    else siblings.push(node)
  }
  return { nodes, byId: all, parents, children, lost }
}

/** The newest message nothing hangs on. In a file of nothing but circles: the newest message. */
export const chooseLeaf = <N extends TreeNode>(tree: Tree<N>): N | undefined =>
  tree.nodes.findLast(node => !tree.children.has(node.uuid)) ?? tree.nodes.at(-1)

/** The message before it, also across a compaction, where the chain itself is cut. */
export const parentOf = <N extends TreeNode>(tree: Tree<N>, node: N | undefined): N | undefined => {
  if (node === undefined) return undefined
  const above =
    tree.parents.get(node.uuid) ?? throughLinks(node.logicalParentUuid ?? null, tree.byId) ?? undefined
  return above === undefined ? undefined : tree.byId.get(above)
}

interface Path<N extends TreeNode> {
  /** Root first. Goes on above a compaction, where the chain itself is cut. */
  readonly nodes: readonly N[]
  readonly circular: boolean
}

export const pathTo = <N extends TreeNode>(tree: Tree<N>, leaf: N | undefined): Path<N> => {
  const seen = new Set<string>()
  const upwards: N[] = []
  let at: N | undefined = leaf
  while (at !== undefined && !seen.has(at.uuid)) {
    seen.add(at.uuid)
    upwards.push(at)
    at = parentOf(tree, at)
  }
  return { nodes: upwards.reverse(), circular: at !== undefined }
}

import type { PromptNode, SessionTree } from '../../protocol/session/session-tree.ts'
import { buildTree, parentOf, pathTo, type Tree, type TreeNode } from './tree.ts'

/** One line of the file, with what the tree shows of it. */
export interface OutlineNode extends TreeNode {
  /** Said by the person. */
  readonly prompt?: { readonly title: string; readonly timestamp: string }
  /** Said by the program in their name. */
  readonly quiet?: boolean
  /** Records that no longer count. */
  readonly removed?: readonly string[]
  /** The conversation begins anew behind it. */
  readonly clears?: boolean
}

/** All branches of a session, and where the conversation stands. */
export interface Outline {
  readonly tree: Tree<OutlineNode>
  /** Nearest message of the person at or above a message, by its uuid. */
  readonly promptOf: ReadonlyMap<string, OutlineNode | undefined>
  /** From the first message to where the conversation stands. */
  readonly path: readonly OutlineNode[]
}

export const outlineOf = (lines: readonly OutlineNode[], at: string | null): Outline => {
  const tree = buildTree(lines)
  const promptOf = new Map<string, OutlineNode | undefined>()
  for (const node of tree.nodes) findPrompt(tree, node, promptOf)
  return { tree, promptOf, path: wayTo(tree, at) }
}

/** The way to a message; empty for none. */
export const wayTo = (tree: Tree<OutlineNode>, uuid: string | null): readonly OutlineNode[] => {
  const node = uuid === null ? undefined : tree.byId.get(uuid)
  return node === undefined ? [] : pathTo(tree, node).nodes
}

/** Fills in the answer for a message and for all it passes on the way up. */
const findPrompt = (
  tree: Tree<OutlineNode>,
  start: OutlineNode,
  known: Map<string, OutlineNode | undefined>,
): void => {
  const passed: string[] = []
  let at: OutlineNode | undefined = start
  let prompt: OutlineNode | undefined
  const seen = new Set<string>()
  while (at !== undefined && !seen.has(at.uuid)) {
    seen.add(at.uuid)
    if (known.has(at.uuid)) {
      prompt = known.get(at.uuid)
      break
    }
    passed.push(at.uuid)
    if (at.prompt) {
      prompt = at
      break
    }
    at = parentOf(tree, at)
  }
  for (const uuid of passed) known.set(uuid, prompt)
}

/** As front ends are told of it. */
export const describeTree = ({ tree, promptOf, path }: Outline, now: number): SessionTree => {
  const current = new Set(path.map(node => node.uuid))
  const cleared = new Set(path.slice(0, path.findLastIndex(node => node.clears) + 1).map(node => node.uuid))
  const removed = new Set(tree.nodes.flatMap(node => node.removed ?? []))
  const children = new Map<string, string[]>()
  const answers = new Map<string, string>()
  const compacted = new Set<string>()
  const parents = new Map<string, string>()
  for (const node of tree.nodes) {
    const above = parentOf(tree, node)
    const prompt = node.prompt ? above && promptOf.get(above.uuid) : promptOf.get(node.uuid)
    if (prompt === undefined) continue
    if (node.prompt) {
      parents.set(node.uuid, prompt.uuid)
      children.set(prompt.uuid, [...(children.get(prompt.uuid) ?? []), node.uuid])
    } else if (node.type === 'assistant' && !removed.has(node.uuid)) answers.set(prompt.uuid, node.uuid)
    else if (node.isBoundary) compacted.add(prompt.uuid)
  }
  const prompts = tree.nodes.flatMap(({ uuid, prompt }): PromptNode[] => {
    if (!prompt) return []
    const next = children.get(uuid) ?? []
    const answer = answers.get(uuid)
    return [
      {
        uuid,
        parent: parents.get(uuid) ?? null,
        children: next,
        title: prompt.title,
        timestamp: prompt.timestamp,
        ageMs: Math.max(0, now - (Date.parse(prompt.timestamp) || 0)),
        current: current.has(uuid),
        leaf: next.length === 0,
        ...(answer === undefined ? {} : { answer }),
        ...(compacted.has(uuid) ? { compacted: true } : {}),
        ...(cleared.has(uuid) ? { cleared: true } : {}),
      },
    ]
  })
  return { prompts, current: path.findLast(node => node.prompt)?.uuid ?? null }
}

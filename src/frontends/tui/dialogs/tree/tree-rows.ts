import { escapeProse } from '../../../../lib/escape-text.ts'
import type { PromptNode, SessionTree } from '../../../../protocol/session/session-tree.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

export interface TreeRow {
  readonly node: PromptNode
  /** Branch points above it. */
  readonly depth: number
  /** It begins a branch. */
  readonly branches: boolean
}

/** From the first message on, each branch below the message it leaves from. */
export const treeRows = ({ prompts }: SessionTree): readonly TreeRow[] => {
  const byId = new Map(prompts.map(node => [node.uuid, node]))
  const roots = prompts.filter(node => node.parent === null || !byId.has(node.parent))
  const rows: TreeRow[] = []
  const seen = new Set<string>()
  // A stack of our own: a conversation may be thousands of messages deep.
  const todo: TreeRow[] = []
  const push = (nodes: readonly PromptNode[], depth: number): void => {
    const branches = nodes.length > 1
    for (const node of nodes.toReversed()) todo.push({ node, depth: branches ? depth + 1 : depth, branches })
  }
  push(roots, 0)
  for (let row = todo.pop(); row; row = todo.pop()) {
    if (seen.has(row.node.uuid)) continue
    seen.add(row.node.uuid)
    rows.push(row)
    push(
      row.node.children.flatMap(uuid => byId.get(uuid) ?? []),
      row.depth,
    )
  }
  return rows
}

/** Deeper branches are not indented further: the words need the room. */
const MOST_INDENT = 6

export const treeOptions = (tree: SessionTree, words: Words['panels']): readonly Option<PromptNode>[] =>
  treeRows(tree).map(({ node, depth, branches }) => {
    const indent = '  '.repeat(Math.min(depth, MOST_INDENT))
    const place = node.uuid === tree.current ? '●' : node.current ? '○' : '·'
    return {
      value: node,
      label: `${indent}${branches ? '├ ' : ''}${place} ${escapeProse(node.title, 80) || words.rewind.untitled}`,
      detail: [words.ago(node.ageMs), ...(node.uuid === tree.current ? [words.tree.here] : [])].join(' · '),
    }
  })

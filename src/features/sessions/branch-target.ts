import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { MoveRequest } from '../../protocol/session/session-tree.ts'
import { parentOf } from './tree.ts'
import { type Outline, type OutlineNode, wayTo } from './tree-outline.ts'

/** Where a move leads, and what that means. */
export interface BranchTarget {
  /** The message to go on from; null: from the very beginning. */
  readonly leaf: string | null
  /** The message whose state of the files belongs to it: before its turn, or at the end of its branch. */
  readonly files: { readonly messageUuid: string; readonly to: 'before' | 'end' }
  /** Messages of the person that go out of sight, and those that come into sight. */
  readonly left: readonly string[]
  readonly taken: readonly string[]
  readonly undoesCompaction: boolean
}

/** A text says why there is no way there. */
export const findTarget = (
  outline: Outline,
  { messageUuid, to = 'before' }: Pick<MoveRequest, 'messageUuid' | 'to'>,
): BranchTarget | LocalizedText => {
  const { tree, path } = outline
  const node = tree.byId.get(messageUuid)
  if (!node?.prompt || node.isSidechain) return resumingText('no_message_of_yours', { id: messageUuid })
  const leaf = to === 'before' ? (parentOf(tree, node)?.uuid ?? null) : newestBelow(outline, messageUuid)
  const way = wayTo(tree, leaf)
  const last = way.findLast(one => one.prompt || one.quiet)
  const [now, then] = [path, way].map(nodes => new Set(nodes.map(one => one.uuid)))
  const gone = path.filter(one => !then?.has(one.uuid))
  return {
    leaf,
    files: to === 'before' ? { messageUuid, to } : { messageUuid: last?.uuid ?? messageUuid, to },
    left: promptsOf(gone),
    taken: promptsOf(way.filter(one => !now?.has(one.uuid))),
    undoesCompaction: gone.some(one => one.isBoundary),
  }
}

const promptsOf = (nodes: readonly OutlineNode[]): readonly string[] =>
  nodes.flatMap(node => (node.prompt ? [node.uuid] : []))

/** The newest message that hangs on this one; itself when nothing does. On the current branch: where it stands. */
const newestBelow = ({ tree, path }: Outline, uuid: string): string => {
  const end = path.at(-1)
  if (end && path.some(node => node.uuid === uuid)) return end.uuid
  const below = new Set([uuid])
  let newest = uuid
  // Files are only added to, so a parent stands before its children.
  for (const node of tree.nodes) {
    const parent = parentOf(tree, node)
    if (parent === undefined || !below.has(parent.uuid)) continue
    below.add(node.uuid)
    newest = node.uuid
  }
  return newest
}

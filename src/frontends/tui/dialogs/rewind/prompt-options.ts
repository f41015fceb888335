import { escapeProse } from '../../../../lib/escape-text.ts'
import type { PromptNode, SessionTree } from '../../../../protocol/session/session-tree.ts'
import type { TurnChanges } from '../../../../protocol/session/turn-changes.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

/** What the person said on this branch, in its order as on the screen above, with what each turn changed; nothing from before it was cleared. */
export const promptOptions = (
  tree: SessionTree,
  changes: readonly TurnChanges[],
  words: Words['panels'],
): readonly Option<PromptNode>[] => {
  const byMessage = new Map(changes.map(turn => [turn.messageUuid, turn]))
  return tree.prompts
    .filter(node => node.current && !node.cleared)
    .map(node => ({
      value: node,
      label: escapeProse(node.title, 80) || words.rewind.untitled,
      detail: [
        words.ago(node.ageMs),
        ...sizeOf(byMessage.get(node.uuid), words),
        ...(node.compacted ? [words.rewind.compacted] : []),
      ].join(' · '),
    }))
}

const sizeOf = (turn: TurnChanges | undefined, words: Words['panels']): readonly string[] => {
  if (!turn || turn.files.length === 0) return []
  const sum = (count: (file: TurnChanges['files'][number]) => number): number =>
    turn.files.reduce((total, file) => total + count(file), 0)
  return [
    words.rewind.changed(
      turn.files.length,
      sum(file => file.added),
      sum(file => file.removed),
    ),
  ]
}

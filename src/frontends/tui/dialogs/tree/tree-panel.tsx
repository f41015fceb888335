import { type ReactNode, useRef, useState } from 'react'
import { escapeProse } from '../../../../lib/escape-text.ts'
import type { PromptNode, SessionTree } from '../../../../protocol/session/session-tree.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { MoveStep } from '../move/move-step.tsx'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import { treeOptions } from './tree-rows.ts'

/** All branches of the conversation; over to another, or only its conclusion brought here. */
export const TreePanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const [chosen, setChosen] = useState<PromptNode>()
  const last = useRef<string>(undefined)
  const { answer } = useAnswer(() => ui.engine.query('tree'))
  if (chosen)
    return (
      <MoveStep
        messageUuid={chosen.uuid}
        to="end"
        title={words.tree.over(escapeProse(chosen.title, 40))}
        back={() => setChosen(undefined)}
        close={close}
      />
    )
  return (
    <DialogFrame title={words.tree.title} hints={words.tree.hint}>
      <Answered answer={answer} close={close}>
        {tree => (
          <Branches
            tree={tree}
            from={last.current ?? tree.current}
            onChoose={node => {
              last.current = node.uuid
              setChosen(node)
            }}
            close={close}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

const Branches = ({
  tree,
  from,
  onChoose,
  close,
}: {
  readonly tree: SessionTree
  /** Where the pointer begins. */
  readonly from: string | null
  onChoose(node: PromptNode): void
  close(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const options = treeOptions(tree, words)
  const here = options.findIndex(option => option.value.uuid === from)
  const at = useLive(() => Math.max(0, here))
  useKeys('Select', ({ key }) => {
    if (key?.text !== 'b') return false
    const node = options[at.now()]?.value
    if (!node) return true
    if (node.current || node.answer === undefined) ui.toast(words.tree.nothingToBring, 'warning')
    else {
      void sendOp(ui, { type: 'bring_back', messageUuid: node.uuid }, words.tree.brought)
      close()
    }
    return true
  })
  return (
    <SelectList
      options={options}
      empty={words.rewind.nothing}
      initial={Math.max(0, here)}
      rows={panelRows(ui)}
      onMove={(_, index) => at.set(index)}
      onChoose={onChoose}
      onCancel={close}
    />
  )
}

import { type ReactNode, useRef, useState } from 'react'
import { escapeProse } from '../../../../lib/escape-text.ts'
import type { PromptNode } from '../../../../protocol/session/session-tree.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { MoveStep } from '../move/move-step.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'
import { promptOptions } from './prompt-options.ts'

/** Back to before something the person said: what was said, what was changed, or both. */
export const RewindPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const [chosen, setChosen] = useState<PromptNode>()
  /** Up leads back in time: it begins at the newest. */
  const at = useRef<number>(undefined)
  const { answer } = useAnswer(async () => {
    const [tree, changes] = await Promise.all([ui.engine.query('tree'), ui.engine.query('changes')])
    return promptOptions(tree, changes, words)
  })
  useKeys('MessageSelector', () => false, !chosen)
  if (chosen)
    return (
      <MoveStep
        messageUuid={chosen.uuid}
        to="before"
        title={words.rewind.before(escapeProse(chosen.title, 40))}
        back={() => setChosen(undefined)}
        close={close}
      />
    )
  return (
    <DialogFrame title={words.rewind.title} hints={words.chooseHint}>
      <Answered answer={answer} close={close}>
        {options => (
          <SelectList
            options={options}
            empty={words.rewind.nothing}
            initial={at.current ?? Math.max(0, options.length - 1)}
            rows={panelRows(ui)}
            onChoose={(node, index) => {
              at.current = index
              setChosen(node)
            }}
            onCancel={close}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

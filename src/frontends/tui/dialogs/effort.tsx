import type { ReactNode } from 'react'
import { EFFORTS, type Effort } from '../../../protocol/model.ts'
import type { PanelProps } from '../ui/panel.ts'
import { useUi, useUiState } from '../ui/ui.ts'
import { DialogFrame } from '../widgets/dialog-frame.tsx'
import { SelectList } from '../widgets/select-list.tsx'
import type { Option } from '../widgets/widget-props.ts'
import { panelRows } from './panel-room.ts'

/** How hard the model thinks before it acts. */
export const EffortPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.effort
  const current = useUiState(state => state.session.effort)
  const mark = (value: Effort | undefined): string => (value === current ? '✓' : ' ')
  const options: readonly Option<Effort | undefined>[] = [
    { value: undefined, label: `${mark(undefined)} ${words.default}`, detail: words.defaultDetail },
    ...EFFORTS.map(value => ({
      value,
      label: `${mark(value)} ${words.levels[value]}`,
      detail: words.details[value],
    })),
  ]
  const choose = (effort: Effort | undefined): void => {
    void ui.send({ type: 'set_effort', ...(effort === undefined ? {} : { effort }) })
    close()
  }
  return (
    <DialogFrame title={words.title} hints={ui.words.panels.chooseHint}>
      <SelectList
        options={options}
        initial={options.findIndex(option => option.value === current)}
        rows={panelRows(ui)}
        onChoose={choose}
        onCancel={close}
      />
    </DialogFrame>
  )
}

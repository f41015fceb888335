import type { ReactNode } from 'react'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { panelRows } from '../panel-room.ts'
import { type RuleRow, removalOf } from './rule-rows.ts'

interface RuleListProps {
  readonly rows: readonly Option<RuleRow>[]
  onAdd(): void
  onRemove(row: RuleRow): void
  onCancel(): void
}

export const RuleList = ({ rows, onAdd, onRemove, onCancel }: RuleListProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.permissions
  const at = useLive(() => 0)
  const remove = (): void => {
    const row = rows[Math.min(at.now(), rows.length - 1)]?.value
    if (!row || row.kind === 'denial') return
    if (row.kind === 'directory' ? row.fixed : removalOf(row.rule) === undefined)
      ui.toast(words.notHere, 'warning')
    else onRemove(row)
  }
  useKeys('Select', ({ key }) => {
    if (key?.text === 'a') onAdd()
    else if (key?.text === 'd' || key?.name === 'delete') remove()
    else return false
    return true
  })
  return (
    <SelectList
      options={rows}
      empty={words.nothing}
      rows={panelRows(ui, 1)}
      onMove={(_, index) => at.set(index)}
      // Nothing to choose: rows are there to be read, keys act on them.
      onChoose={() => undefined}
      onCancel={onCancel}
    />
  )
}

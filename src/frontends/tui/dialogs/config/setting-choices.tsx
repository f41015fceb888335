import type { ReactNode } from 'react'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui/ui.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { panelRows } from '../panel-room.ts'
import { headLines, SettingHead } from './setting-head.tsx'

interface SettingChoicesProps {
  readonly row: OfferedSetting
  readonly choices: readonly string[]
  /** Undefined: back to the default. */
  onChoose(value: string | undefined): void
  onCancel(): void
}

export const SettingChoices = ({ row, choices, onChoose, onCancel }: SettingChoicesProps): ReactNode => {
  const ui = useUi()
  const mark = (value: string | undefined): string => (value === row.value ? '✓' : ' ')
  const options: readonly Option<string | undefined>[] = [
    ...choices.map(value => ({ value, label: `${mark(value)} ${escapeLine(value, 60)}` })),
    { value: undefined, label: `${mark(undefined)} ${ui.words.panels.config.toDefault}` },
  ]
  return (
    <>
      <SettingHead row={row} />
      <SelectList
        options={options}
        initial={Math.max(
          0,
          options.findIndex(option => option.value === row.value),
        )}
        rows={panelRows(ui, headLines(row, ui).length)}
        onChoose={onChoose}
        onCancel={onCancel}
      />
    </>
  )
}

import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeLine } from '../../../../lib/escape-text.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui.ts'
import { useKeys } from '../../use-keys.ts'
import { useLive } from '../../use-live.ts'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { aboutSetting, settingOptions } from './setting-rows.ts'

interface SettingListProps {
  readonly rows: readonly OfferedSetting[]
  /** Where the pointer was before. */
  readonly initial: number
  onMove(index: number): void
  onChoose(row: OfferedSetting): void
  onUnset(row: OfferedSetting): void
  /** The next of the files that can be written. */
  onScope(): void
  onCancel(): void
}

const ABOUT_ROWS = 2

export const SettingList = (props: SettingListProps): ReactNode => {
  const { rows, onChoose, onUnset, onScope, onCancel } = props
  const ui = useUi()
  const [searching, setSearching] = useState(false)
  const at = useLive(() => props.initial)
  useKeys('Settings', ({ key, action }) => {
    const pointed = rows[at.now()]
    if (key?.name === 'tab') onScope()
    else if (searching) return false
    else if (action === 'settings:search') setSearching(true)
    else if (key?.name === 'space' && pointed) onChoose(pointed)
    else if (key?.text === 'u' && pointed && pointed.kind !== 'fixed') onUnset(pointed)
    else return false
    return true
  })
  const shown = rows[at.shown]
  const about = shown
    ? wrapAnsi(
        `${shown.key}: ${aboutSetting(shown, ui.words.panels)}${shown.source === '' ? '' : ` (${escapeLine(shown.source, 80)})`}`,
        ui.width - 2,
      )
    : []
  return (
    <>
      <SelectList
        options={settingOptions(rows, ui.words.panels)}
        rows={panelRows(ui, ABOUT_ROWS + 1)}
        filter={searching}
        initial={props.initial}
        onMove={(_, index) => {
          at.set(index)
          props.onMove(index)
        }}
        onChoose={onChoose}
        onCancel={() => (searching ? setSearching(false) : onCancel())}
      />
      <Lines lines={about.slice(0, ABOUT_ROWS).map(line => ui.theme.paint('dim', line))} />
    </>
  )
}

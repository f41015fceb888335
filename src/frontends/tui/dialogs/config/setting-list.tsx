import { type ReactNode, useMemo } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { useLive } from '../../ui/use-live.ts'
import { firstOf } from '../../widgets/first-of.ts'
import { Lines } from '../../widgets/lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { panelRows } from '../panel-room.ts'
import { type SettingOption, settingFacts, settingOptions, UNFOLD } from './setting-rows.ts'

interface SettingListProps {
  readonly rows: readonly OfferedSetting[]
  /** The key that was pointed at before. */
  readonly initial: string
  readonly unfolded: boolean
  onMove(key: string): void
  onChoose(row: OfferedSetting): void
  onUnfold(): void
  onUnset(row: OfferedSetting): void
  /** The next of the files that can be written. */
  onScope(): void
  onCancel(): void
}

/** What is said of a setting takes at most so many rows from the list. */
const MOST_FACTS = 6
const FILTER_ROWS = 1

export const SettingList = (props: SettingListProps): ReactNode => {
  const { rows, unfolded, onUnset, onScope } = props
  const ui = useUi()
  const words = ui.words.panels
  const options = useMemo(
    () => settingOptions(rows, { words, width: ui.width - 2, unfolded }),
    [rows, words, ui.width, unfolded],
  )
  const initial = Math.max(
    0,
    options.findIndex(option => keyOf(option.value) === props.initial),
  )
  const at = useLive(() => keyOf(options.slice(initial).find(isSetting)?.value))
  const moveTo = (key: string): void => {
    at.set(key)
    props.onMove(key)
  }
  const pointed = (key: string): OfferedSetting | undefined => rows.find(row => row.key === key)
  useKeys('Settings', ({ key, action }) => {
    const row = pointed(at.now())
    if (key?.name === 'tab') onScope()
    else if (action === 'settings:close') props.onCancel()
    else if (key?.name === 'delete' && row && row.kind !== 'fixed') onUnset(row)
    // Typing searches as it is.
    else return action === 'settings:search'
    return true
  })
  const facts = useMemo(
    () =>
      new Map(
        rows.map(row => [row.key, firstOf(wrapAnsi(settingFacts(row, words), ui.width - 2), MOST_FACTS, ui)]),
      ),
    [rows, words, ui],
  )
  // The same for all of them, so that the list keeps its height while the pointer moves.
  const most = Math.max(0, ...[...facts.values()].map(lines => lines.length))
  return (
    <>
      <SelectList
        options={options}
        rows={panelRows(ui, most + FILTER_ROWS)}
        filter
        initial={initial}
        onMove={value => moveTo(keyOf(value))}
        onChoose={(value, index) => {
          if (value !== UNFOLD) return value && props.onChoose(value)
          // The first of those that were hidden is pointed at then.
          moveTo(keyOf(options.slice(index).find(isSetting)?.value))
          props.onUnfold()
        }}
        onCancel={props.onCancel}
      />
      <Lines lines={(facts.get(at.shown) ?? []).map(line => ui.theme.paint('dim', line))} />
    </>
  )
}

const isSetting = ({ value }: SettingOption): boolean => keyOf(value) !== ''

const keyOf = (value: SettingOption['value']): string => (typeof value === 'object' ? value.key : '')

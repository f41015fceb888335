import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { OfferedSetting } from '../../ports/settings-port.ts'
import { useUi } from '../../ui/ui.ts'
import { Lines } from '../../widgets/lines.tsx'
import { aboutSetting } from './setting-rows.ts'

/** What the setting does, whole, above the ways to change it. */
export const SettingHead = ({ row }: { readonly row: OfferedSetting }): ReactNode => {
  const ui = useUi()
  return <Lines lines={headLines(row, ui)} />
}

export const headLines = (
  row: OfferedSetting,
  { theme, words, width }: Pick<ReturnType<typeof useUi>, 'theme' | 'words' | 'width'>,
): readonly string[] =>
  wrapAnsi(
    `${theme.paint('strong', aboutSetting(row, words.panels))}  ${theme.paint('dim', row.key)}`,
    width - 2,
  )

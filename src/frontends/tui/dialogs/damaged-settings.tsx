import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../lib/ansi-text.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { safeLine } from '../transcript/safe-text.ts'
import type { PanelProps } from '../ui/panel.ts'
import { useUi } from '../ui/ui.ts'
import { useGuard, useKeys, useQuestion } from '../ui/use-keys.ts'
import { DialogFrame } from '../widgets/dialog-frame.tsx'
import { Lines } from '../widgets/lines.tsx'
import { numbered } from '../widgets/numbered.ts'
import { optionsHeight } from '../widgets/option-lines.ts'
import { SelectList } from '../widgets/select-list.tsx'
import { panelRows } from './panel-room.ts'

type DamagedAnswer = 'retry' | 'accept' | 'leave'

interface DamagedParams {
  readonly problem: Text
  done(answer: DamagedAnswer): void
}

/** Deny or ask rules may be missing: nothing begins before the person has said what to do. Enter is the careful answer. */
export const DamagedSettingsPanel = ({ params, close }: PanelProps<DamagedParams>): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  useQuestion()
  useGuard('question')
  const choose = (answer: DamagedAnswer): void => {
    params.done(answer)
    close()
  }
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'app:interrupt') return false
    choose('leave')
    return true
  })
  const options = numbered<DamagedAnswer>([
    { value: 'retry', label: words.damagedRetry, detail: words.damagedRetryDetail },
    { value: 'leave', label: words.leave },
    { value: 'accept', label: words.damagedAccept, detail: words.damagedAcceptDetail },
  ])
  const lines = wrapAnsi(safeLine(ui.words.localize(params.problem)), ui.width - 2)
  const rows = Math.min(
    optionsHeight(options, { theme: ui.theme, width: ui.width - 2 }),
    panelRows(ui, lines.length + 1),
  )
  return (
    <DialogFrame
      title={words.damagedTitle}
      tone="warn"
      hints={[words.hintChoose, words.hintLeave].join(' · ')}
    >
      <Lines lines={[...lines, '']} />
      <SelectList options={options} rows={rows} onChoose={choose} onCancel={() => choose('leave')} />
    </DialogFrame>
  )
}

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

export type BusyWay = 'copy' | 'take_over' | 'attach'

/** Whether a session can be joined where it is open; `share_first`: once that terminal shares it. */
export type AttachOffer = 'now' | 'share_first' | 'never'

type BusyAnswer = BusyWay | 'retry' | 'leave'

interface BusyParams {
  readonly problem: Text
  readonly attach: AttachOffer
  done(answer: BusyAnswer): void
}

/** Another program has the session: it stays there unless the person says otherwise. Enter is the answer that ends nothing. */
export const BusySessionPanel = ({ params, close }: PanelProps<BusyParams>): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  useQuestion()
  useGuard('question')
  const choose = (answer: BusyAnswer): void => {
    params.done(answer)
    close()
  }
  useKeys('Confirmation', ({ action }) => {
    if (action !== 'app:interrupt') return false
    choose('leave')
    return true
  })
  const attach = { value: 'attach', label: words.busyAttach } as const
  const options = numbered<BusyAnswer>([
    ...(params.attach === 'now' ? [{ ...attach, detail: words.busyAttachDetail }] : []),
    { value: 'copy', label: words.busyCopy, detail: words.busyCopyDetail },
    { value: 'take_over', label: words.busyTakeOver, detail: words.busyTakeOverDetail },
    ...(params.attach === 'share_first' ? [{ ...attach, detail: words.busyShareFirst, disabled: true }] : []),
    { value: 'retry', label: words.busyRetry },
    { value: 'leave', label: words.leave },
  ])
  const lines = wrapAnsi(safeLine(ui.words.localize(params.problem)), ui.width - 2)
  const rows = Math.min(
    optionsHeight(options, { theme: ui.theme, width: ui.width - 2 }),
    panelRows(ui, lines.length + 1),
  )
  return (
    <DialogFrame title={words.busyTitle} tone="warn" hints={[words.hintChoose, words.hintLeave].join(' · ')}>
      <Lines lines={[...lines, '']} />
      <SelectList options={options} rows={rows} onChoose={choose} onCancel={() => choose('leave')} />
    </DialogFrame>
  )
}

import type { ReactNode } from 'react'
import type { Line } from '../terminal/screen-port.ts'
import { useUi } from '../ui/ui.ts'
import { DialogFrame } from '../widgets/dialog-frame.tsx'
import { ScrollLines } from '../widgets/scroll-lines.tsx'
import { Answered } from './answered.tsx'
import { type PanelRenderOptions, panelRows } from './panel-room.ts'
import { type AskOptions, useAnswer } from './use-answer.ts'

/** A dialog that only shows something: lines made of an answer. */
export const LinesPanel = <T,>({
  title,
  ask,
  lines,
  close,
  of = 'engine',
}: {
  readonly title: string
  ask(): Promise<T>
  lines(value: T, look: PanelRenderOptions): readonly Line[]
  close(): void
  readonly of?: AskOptions<undefined>['of']
}): ReactNode => {
  const ui = useUi()
  const { answer } = useAnswer(ask, { of })
  const look = { theme: ui.theme, words: ui.words, width: ui.width - 2 }
  return (
    <DialogFrame title={title} hints={ui.words.panels.scrollHint}>
      <Answered answer={answer} close={close}>
        {value => <ScrollLines lines={lines(value, look)} rows={panelRows(ui)} onCancel={close} />}
      </Answered>
    </DialogFrame>
  )
}

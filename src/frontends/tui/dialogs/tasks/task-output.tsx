import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { escapeProse } from '../../../../lib/escape-text.ts'
import { stripAnsi } from '../../../../lib/strip-ansi.ts'
import type { TaskInfo } from '../../../../protocol/tool.ts'
import { safeText } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'

const SHOWN_BYTES = 64 * 1_024

/** The end of what a task has written. */
export const TaskOutput = ({ task, back }: { readonly task: TaskInfo; back(): void }): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const { answer } = useAnswer(async () =>
    task.outputFile === undefined ? '' : await ui.ports.system.readEnd(task.outputFile, SHOWN_BYTES),
  )
  const linesOf = (output: string) => {
    const text = safeText(stripAnsi(output)).trimEnd()
    return text === '' ? [ui.theme.paint('dim', ui.words.transcript.noOutput)] : wrapAnsi(text, ui.width - 2)
  }
  return (
    <DialogFrame
      title={escapeProse(task.description || task.command || task.id, 60)}
      hints={words.scrollHint}
    >
      <Answered answer={answer} close={back}>
        {output => <ScrollLines lines={linesOf(output)} rows={panelRows(ui)} fromEnd onCancel={back} />}
      </Answered>
    </DialogFrame>
  )
}

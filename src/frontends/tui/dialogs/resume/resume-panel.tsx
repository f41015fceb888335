import { type ReactNode, useState } from 'react'
import type { PanelProps } from '../../panel.ts'
import type { SessionRow } from '../../ports/sessions-port.ts'
import { useUi } from '../../ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Answered } from '../answered.tsx'
import { useAnswer } from '../use-answer.ts'
import { SessionPicker } from './session-picker.tsx'

/** Earlier conversations, to go on with one. */
export const ResumePanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.resume
  const [everywhere, setEverywhere] = useState(false)
  const { answer } = useAnswer(key => ui.ports.sessions.list({ everywhere: key === true }), {
    key: everywhere,
    of: 'ports',
  })
  const resume = (row: SessionRow): void => {
    close()
    ui.ports.sessions.resume(row.id)
  }
  return (
    <DialogFrame
      title={everywhere ? words.titleEverywhere : words.title}
      hints={everywhere ? words.hintEverywhere : words.hint}
    >
      <Answered answer={answer} close={close}>
        {rows => (
          <SessionPicker
            rows={rows.filter(row => row.id !== ui.state().session.id)}
            onChoose={resume}
            onCancel={close}
            onToggle={() => setEverywhere(!everywhere)}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

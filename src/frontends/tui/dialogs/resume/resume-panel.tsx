import { type ReactNode, useState } from 'react'
import type { SessionRow } from '../../ports/sessions-port.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Answered } from '../answered.tsx'
import { useAnswer } from '../use-answer.ts'
import { SessionPicker } from './session-picker.tsx'

export interface ResumeParams {
  /** Only these, from any folder; `of` names the pull request; absent: any. */
  readonly linked?: { readonly ids: readonly string[]; readonly of?: string }
}

/** Earlier conversations, to go on with one. */
export const ResumePanel = ({ params, close }: PanelProps<ResumeParams | undefined>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.resume
  const linked = params?.linked
  const [everywhere, setEverywhere] = useState(linked !== undefined)
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
      title={linked ? words.titlePullRequest(linked.of) : everywhere ? words.titleEverywhere : words.title}
      hints={linked ? words.hintPullRequest : everywhere ? words.hintEverywhere : words.hint}
    >
      <Answered answer={answer} close={close}>
        {rows => (
          <SessionPicker
            rows={rows.filter(
              ({ id }) => id !== ui.state().session.id && (!linked || linked.ids.includes(id)),
            )}
            onChoose={resume}
            onCancel={close}
            onToggle={() => linked || setEverywhere(!everywhere)}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

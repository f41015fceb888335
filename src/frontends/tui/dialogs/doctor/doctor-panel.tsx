import type { ReactNode } from 'react'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { HealthCheck } from '../../ports/doctor-port.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'
import { doctorLines } from './doctor-lines.ts'

/** Whether everything the program needs is in order, and what to do where it is not. */
export const DoctorPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.doctor
  const { answer, again } = useAnswer(() => ui.ports.doctor.check(), { of: 'ports' })
  const fix = async (checks: readonly HealthCheck[]): Promise<void> => {
    await fixAll(ui, checks)
    again()
  }
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {checks => <Checks checks={checks} onFix={() => void fix(checks)} close={close} />}
      </Answered>
    </DialogFrame>
  )
}

const Checks = ({
  checks,
  onFix,
  close,
}: {
  readonly checks: readonly HealthCheck[]
  onFix(): void
  close(): void
}): ReactNode => {
  const ui = useUi()
  useKeys('Scroll', ({ key }) => {
    if (key?.text !== 'f') return false
    onFix()
    return true
  })
  const look = { theme: ui.theme, words: ui.words, width: ui.width - 2 }
  return <ScrollLines lines={doctorLines(checks, look)} rows={panelRows(ui)} onCancel={close} />
}

/** One after the other; one that fails does not keep the others back. */
const fixAll = async ({ toast, words }: Ui, checks: readonly HealthCheck[]): Promise<void> => {
  const fixable = checks.filter(({ fix }) => fix !== undefined)
  if (fixable.length === 0) return toast(words.panels.doctor.nothingToFix)
  for (const check of fixable)
    try {
      const done = await check.fix?.()
      if (done !== undefined) toast(words.localize(done), 'good')
    } catch (error) {
      toast(describeError(error), 'error')
    }
}

import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../lib/ansi-text.ts'
import { useUi } from '../ui/ui.ts'
import { useGuard, useKeys } from '../ui/use-keys.ts'
import { Lines } from '../widgets/lines.tsx'

interface ConfirmProps {
  readonly question: string
  onYes(): void
  onNo(): void
}

/** A question with a yes or a no. Only its digit says yes: neither a letter nor an Enter too many must. */
export const Confirm = ({ question, onYes, onNo }: ConfirmProps): ReactNode => {
  const { theme, words, width, guarded } = useUi()
  useGuard('question')
  useKeys('Confirmation', ({ key }) => {
    if (key?.text === '1') onYes()
    else if (key?.text === '2' || key?.name === 'escape') onNo()
    // Whatever else is typed belongs to the question and does nothing.
    return key !== undefined && !key.ctrl
  })
  const lines = wrapAnsi(theme.paint('warn', question), width - 2)
  return <Lines lines={[...lines, guarded() ? '' : theme.paint('dim', words.panels.confirmHint)]} />
}

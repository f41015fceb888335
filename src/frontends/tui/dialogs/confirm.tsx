import type { ReactNode } from 'react'
import { wrapAnsi } from '../../../lib/ansi-text.ts'
import { useUi } from '../ui.ts'
import { useKeys } from '../use-keys.ts'
import { Lines } from '../widgets/lines.tsx'

interface ConfirmProps {
  readonly question: string
  onYes(): void
  onNo(): void
}

/** A question with a yes or a no. Only `y` says yes: an Enter too many must not. */
export const Confirm = ({ question, onYes, onNo }: ConfirmProps): ReactNode => {
  const { theme, words, width } = useUi()
  useKeys('Confirmation', ({ key }) => {
    if (key?.text.toLowerCase() === 'y') onYes()
    else if (key?.text.toLowerCase() === 'n' || key?.name === 'escape') onNo()
    // Whatever else is typed belongs to the question and does nothing.
    return key !== undefined && !key.ctrl
  })
  const lines = wrapAnsi(theme.paint('warn', question), width - 2)
  return <Lines lines={[...lines, theme.paint('dim', words.panels.confirmHint)]} />
}

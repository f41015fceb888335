import type { ReactNode } from 'react'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { LinesPanel } from '../lines-panel.tsx'
import { contextLines } from './context-lines.ts'

/** What fills the window of the model. */
export const ContextPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  return (
    <LinesPanel
      title={ui.words.panels.context.title}
      ask={() => ui.engine.query('context')}
      lines={contextLines}
      close={close}
    />
  )
}

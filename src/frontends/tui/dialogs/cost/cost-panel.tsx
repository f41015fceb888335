import type { ReactNode } from 'react'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { LinesPanel } from '../lines-panel.tsx'
import { costLines } from './cost-lines.ts'

/** What the conversation has cost so far, and what for. */
export const CostPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  return (
    <LinesPanel
      title={ui.words.panels.cost.title}
      ask={() => ui.engine.query('cost')}
      lines={costLines}
      close={close}
    />
  )
}

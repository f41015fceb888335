import type { ReactNode } from 'react'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { LinesPanel } from '../lines-panel.tsx'
import { type StatusFacts, statusLines } from './status-lines.ts'

/** Who talks to whom, where, and by which rules. */
export const StatusPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const ask = async (): Promise<StatusFacts> => {
    const { engine } = ui
    const [state, permissions, instructions] = await Promise.all([
      engine.query('state'),
      engine.query('permissions'),
      engine.query('instructions'),
    ])
    return { version: ui.ports.system.version, state, permissions, instructions }
  }
  return <LinesPanel title={ui.words.panels.status.title} ask={ask} lines={statusLines} close={close} />
}

import type { ReactNode } from 'react'
import type { PanelProps } from '../ui/panel.ts'
import { useUi } from '../ui/ui.ts'
import { cacheLines } from './cache/cache-lines.ts'
import { contextLines } from './context/context-lines.ts'
import { costLines } from './cost/cost-lines.ts'
import { LinesPanel } from './lines-panel.tsx'
import { type StatusFacts, statusLines } from './status/status-lines.ts'

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

/** What the prompt cache did, and what its breaks cost. */
export const CachePanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  return (
    <LinesPanel
      title={ui.words.panels.cache.title}
      ask={() => ui.engine.query('cache')}
      lines={cacheLines}
      close={close}
    />
  )
}

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

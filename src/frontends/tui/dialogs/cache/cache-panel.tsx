import type { ReactNode } from 'react'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { LinesPanel } from '../lines-panel.tsx'
import { cacheLines } from './cache-lines.ts'

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

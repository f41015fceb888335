import type { ReactNode } from 'react'
import type { CommandInfo } from '../../../../protocol/command-info.ts'
import type { Words } from '../../text/words.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi, useUiState } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { TabBar, useTabs } from '../../widgets/tab-bar.tsx'
import { panelRows } from '../panel-room.ts'
import { type Answer, useAnswer } from '../use-answer.ts'
import { commandLines, generalLines, keyLines } from './help-lines.ts'

const TABS = ['general', 'commands', 'all', 'keys'] as const

/** What can be typed, what keys do, which commands there are. */
export const HelpPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.help
  const at = useTabs(TABS.length)
  const { answer } = useAnswer(() => ui.engine.query('commands'))
  const ready = useUiState(state => state.session.ready)
  useKeys('Help', ({ action }) => {
    if (action !== 'help:dismiss') return false
    close()
    return true
  })
  const look = { theme: ui.theme, words: ui.words, width: ui.width - 2 }
  const tab = TABS[at] ?? 'general'
  const lines =
    tab === 'general'
      ? generalLines(look)
      : tab === 'keys'
        ? keyLines(ui.keymap(), look)
        : answer.state === 'ready'
          ? commandLines(answer.value, look, tab === 'all' ? 'all' : 'common')
          : [ui.theme.paint('dim', waiting(answer, ready, ui.words))]
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <TabBar tabs={TABS.map(name => words.tabs[name])} chosen={at} />
      <ScrollLines key={tab} lines={lines} rows={panelRows(ui, 1)} onCancel={close} />
    </DialogFrame>
  )
}

const waiting = (
  answer: Answer<readonly CommandInfo[]>,
  ready: boolean,
  { panels, localize }: Words,
): string => {
  if (answer.state === 'failed') return localize(answer.why)
  return ready ? panels.loading : panels.starting
}

import { type ReactNode, useSyncExternalStore } from 'react'
import { escapeStopsLoops } from '../state/escape-use.ts'
import { runningWork } from '../state/running-work.ts'
import { useUi, useUiState } from '../ui/ui.ts'
import { Lines } from '../widgets/lines.tsx'
import { footerLines } from './footer.ts'

/** The last lines of the screen. */
export const Footer = (): ReactNode => {
  const ui = useUi()
  // What it shows, and no more: a turn changes with every token.
  useUiState(state => state.session)
  useUiState(state => state.toasts)
  useUiState(state => state.armed)
  useUiState(state => state.prompt.voice)
  useUiState(state => state.tasks)
  useUiState(state => state.footerItem)
  useUiState(state => runningWork(state).agents)
  useUiState(state => state.helped)
  useUiState(state => state.turn === undefined)
  // With the first letter that is typed; it is shown beside a loop only.
  useUiState(state => (state.session.byItself?.loops ?? 0) > 0 && escapeStopsLoops(state))
  const script = useSyncExternalStore(ui.statusScript.subscribe, ui.statusScript.lines)
  const branch = ui.ports.system.branch()
  const lines = footerLines(ui.state(), {
    theme: ui.theme,
    words: ui.words,
    width: ui.width,
    home: ui.ports.system.home,
    plain: ui.look().plain,
    hyperlinks: ui.ports.system.terminal.hyperlinks,
    ...(branch === undefined ? {} : { branch }),
    ...(script === undefined ? {} : { script }),
  })
  return <Lines lines={lines} />
}

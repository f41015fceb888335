import type { SettingsPort } from '../ports/settings-port.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { Store } from '../state/store.ts'
import type { FooterBadge } from '../state/ui-state.ts'
import type { Screen } from '../terminal/screen-port.ts'
import { runAgentScript } from './agent-script.ts'
import { findBadges, pullRequestBadge, turnText } from './footer-links.ts'
import { pullRequestOf } from './pull-request-of.ts'

interface Parts {
  readonly store: Store
  readonly screen: Pick<Screen, 'width'>
  readonly ports: TuiPorts
  after(ms: number, call: () => void): () => void
}

/** What settings of the person's own show beside the status line: links below the prompt, and rows of agents. */
export const showExtraLines = ({ store, screen, ports, after }: Parts): (() => void) => {
  const stops = [
    watchLinks(store, ports.settings),
    runAgentScript({ store, ports, columns: () => screen.width, after }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** At the end of each turn: what it named becomes links below the prompt. */
const watchLinks = (store: Store, settings: Pick<SettingsPort, 'current'>): (() => void) => {
  let begun = 0
  let named: readonly FooterBadge[] = []
  return store.subscribe((state, before) => {
    const { done, generation } = state.transcript
    if (generation !== before.transcript.generation) begun = 0
    if (state.transcript.cleared && !before.transcript.cleared) {
      named = []
      store.dispatch({ type: 'session', facts: { links: [], dismissed: [] } })
    }
    if (state.turn && !before.turn) begun = before.transcript.done.length
    if (state.turn || !before.turn) return
    const { footerLinksRegexes = [], prUrlTemplate } = settings.current()
    if (footerLinksRegexes.length > 0)
      named = findBadges(turnText(done.slice(begun)), footerLinksRegexes, named)
    const opened = pullRequestOf(done)
    const { dismissed = [] } = store.state.session
    const links = [...(opened ? [pullRequestBadge(opened, prUrlTemplate)] : []), ...named].filter(
      ({ url }) => !dismissed.includes(url),
    )
    if (links.length > 0 || state.session.links) store.dispatch({ type: 'session', facts: { links } })
  })
}

import type { Event } from '../../../protocol/event.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { Store } from '../state/store.ts'
import type { Transcript } from '../state/ui-state.ts'
import type { TerminalFacts } from '../terminal/facts.ts'
import type { Screen } from '../terminal/screen-port.ts'
import {
  BELL,
  type NotificationWay,
  notificationSignal,
  progressSignal,
  titleSignal,
} from '../terminal/signals.ts'
import type { Words } from '../text/words.ts'

interface Parts {
  readonly store: Store
  readonly screen: Screen
  readonly ports: TuiPorts
  readonly facts: TerminalFacts
  words(): Words
}

/** What a terminal can show beside its cells: the title, a bell, a notification, progress. */
export class Signals {
  readonly #parts: Parts
  #title = ''
  #working = false
  #keyAt: number

  constructor(parts: Parts) {
    this.#parts = parts
    this.#keyAt = parts.ports.system.now()
  }

  start(): () => void {
    const { store } = this.#parts
    const stop = store.subscribe((state, before) => {
      if (state.prompt !== before.prompt) this.#keyAt = this.#parts.ports.system.now()
      const said = state.transcript.done !== before.transcript.done
      if (said || state.session !== before.session || state.turn !== before.turn) this.#show()
    })
    this.#show()
    return () => {
      stop()
      this.#progress(false)
    }
  }

  /** A question waits. */
  asked(): void {
    if (this.#parts.ports.settings.current().inputNeededNotifEnabled === false) return
    this.#notify(this.#parts.words().status.notifyAsks)
  }

  heard(event: Event): void {
    if (event.type === 'terminal_sequence') this.#send(event.sequence)
    if (event.type === 'to_person' && event.kind === 'notification') this.#notify(event.text)
    if (event.type === 'turn_ended' && event.report.queued === 0 && event.report.durationMs > LONG_MS)
      this.#notify(this.#parts.words().status.notifyDone)
  }

  #show(): void {
    const { turn, session, transcript } = this.#parts.store.state
    const { terminalTitleDisabled: isOff, terminalTitleFromRename: named } =
      this.#parts.ports.settings.current()
    const title = named === false ? undefined : session.title
    const name = title ?? firstRequest(transcript) ?? session.cwd.split('/').at(-1) ?? ''
    const text = `${turn ? '✳' : '◦'} ${name === '' ? this.#parts.words().status.titleIdle : name}`
    const wanted = !this.#parts.facts.plain && !isOff
    if (wanted && text !== this.#title) {
      this.#title = text
      this.#send(titleSignal(text))
    }
    this.#progress(turn !== undefined)
  }

  #progress(working: boolean): void {
    const wanted =
      this.#parts.facts.progress && this.#parts.ports.settings.current().terminalProgressBarEnabled !== false
    // What was begun is ended in any case.
    if (working === this.#working || (working && !wanted)) return
    this.#working = working
    this.#send(progressSignal({ state: working ? 'busy' : 'none' }, this.#parts.facts))
  }

  /** Nobody who looks at the screen needs to be called. */
  #notify(text: string): void {
    const { store, ports } = this.#parts
    const away = !store.state.focused || ports.system.now() - this.#keyAt > AWAY_MS
    const channel = ports.settings.current().preferredNotifChannel ?? 'auto'
    if (!away || channel === 'notifications_disabled') return
    if (channel === 'terminal_bell') this.#send(BELL)
    else {
      const { facts } = this.#parts
      this.#send(
        notificationSignal(WAYS[channel] ?? facts.notification, { title: 'Capstan', body: text }, facts),
      )
      if (channel === 'iterm2_with_bell') this.#send(BELL)
    }
  }

  #send(sequence: string): void {
    if (sequence !== '') this.#parts.screen.signal(sequence)
  }
}

/** What the conversation is about, as long as nobody has named it. */
const firstRequest = ({ done }: Transcript): string | undefined => {
  const said = done.find(item => item.kind === 'user' && !item.text.startsWith('/'))
  const line = said?.kind === 'user' ? said.text.trim().replace(/\s+/g, ' ') : ''
  // What could act on a terminal has no place in its title.
  if (/[\p{Cc}\p{Cf}]/u.test(line)) return undefined
  return line === '' ? undefined : line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE)}…` : line
}

const LONGEST_TITLE = 50

/** Channels as settings name them. */
const WAYS: Readonly<Record<string, NotificationWay>> = {
  iterm2: 'osc9',
  iterm2_with_bell: 'osc9',
  kitty: 'osc99',
  ghostty: 'osc777',
}

const LONG_MS = 10_000
const AWAY_MS = 10_000

import type { Engine } from '../../protocol/engine.ts'
import type { CompletionSource } from './input/completion-source.ts'
import type { OnboardingPort } from './ports/onboarding-port.ts'
import type { TrustPort } from './ports/trust-port.ts'
import type { TuiPorts } from './ports.ts'
import type { TerminalFacts } from './terminal/facts.ts'
import type { InputEvent } from './terminal/input-event.ts'
import type { Screen } from './terminal/screen-port.ts'
import type { UiLanguage } from './text/words.ts'
import type { Theme, ThemeChoice } from './theme/theme.ts'

/** Everything a terminal conversation begins with. */
export interface TuiOptions {
  /** May show an early prompt already. */
  readonly screen: Screen
  readonly facts: TerminalFacts
  /** Ctrl-Z. */
  suspend(): Promise<void>
  /** It has to end: told so (`SIGTERM`, `SIGINT`), or because of a mistake that nobody caught (an Error). */
  readonly stop?: AbortSignal
  /** What is typed; what came before the program was loaded comes first. */
  listen(listener: (event: InputEvent) => void): () => void
  readonly ports: TuiPorts
  readonly trust: TrustPort
  readonly onboarding: OnboardingPort
  /** The conversation to begin with, or another: throws `NoCredentials` when there is nobody to talk to. */
  open(choice: Choice, warn: (text: string) => void): Promise<Opened>
  /** A dialog to begin with, e.g. the choice of a session. */
  readonly first?: { readonly panel: string; readonly params?: unknown }
  /** Others may follow from the beginning. */
  readonly remoteControl?: boolean
  /** Said at once. */
  readonly prompt?: string
  /** `background` is what the terminal said of its own, for `auto`. */
  createTheme(
    choice: ThemeChoice,
    background?: { readonly red: number; readonly green: number; readonly blue: number },
  ): Theme
  readonly language: UiLanguage
  /** The help was opened in some run before. */
  readonly helped?: boolean
  /** One of the first runs: an example is welcome. */
  readonly newcomer?: boolean
  /** The screen began without saying what can be done here: it is said once there is somebody to talk to. */
  readonly greets?: boolean
  /** Beyond those of the prompt itself. */
  readonly sources?: readonly CompletionSource[]
  newId(): string
}

/** A conversation, and what might be said in it. */
export interface Opened {
  readonly engine: Engine
  /** Stands in the prompt, to be sent or not. */
  readonly draft?: string
  /** A script plays the model: that is said at its beginning, and how to go on at its end. */
  readonly demo?: boolean
}

/** Which conversation: a new one unless it is named. */
export interface Choice {
  readonly resume?: string
  /** A copy of it that goes its own way. */
  readonly fork?: boolean
  /** What the person did that makes another one necessary. */
  readonly because?: 'login' | 'logout'
}

/** There is no key and no server: the person is shown the ways on. */
export class NoCredentials extends Error {
  override readonly name = 'NoCredentials'
}

/** Rules of a settings file may be missing: the person decides whether to go on. */
export class DamagedSettings extends Error {
  override readonly name = 'DamagedSettings'
  /** The next conversation goes on without what may be missing. */
  readonly accept: () => void
  constructor(message: string, accept: () => void) {
    super(message)
    this.accept = accept
  }
}

export type BusyWay = 'copy' | 'take_over' | 'attach'

/** Whether a session can be joined where it is open; `share_first`: once that terminal shares it. */
export type AttachOffer = 'now' | 'share_first' | 'never'

/** Another program has the session open: the person decides how to go on. */
export class BusySession extends Error {
  override readonly name = 'BusySession'
  /** The next conversation is a copy, or is taken from that program; or the screen joins it where it runs. */
  readonly choose: (how: BusyWay) => void
  readonly attach: AttachOffer
  constructor(message: string, { choose, attach }: Pick<BusySession, 'choose' | 'attach'>) {
    super(message)
    this.choose = choose
    this.attach = attach
  }
}

/** How it ended, for what is printed below the last prompt. */
export interface TuiEnd {
  readonly code: number
  /** Present when there is something to come back to. */
  readonly resume?: string
  /** The help was opened, now or before. */
  readonly helped: boolean
  /** What still ran in the background: it ends with the session, unless that runs elsewhere. */
  readonly running: readonly string[]
}

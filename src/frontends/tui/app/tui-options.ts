import type { Engine } from '../../../protocol/engine.ts'
import type { Warn } from '../../../protocol/messages/localized-text.ts'
import type { CompletionSource } from '../input/completion-source.ts'
import type { OnboardingPort } from '../ports/onboarding-port.ts'
import type { TrustPort } from '../ports/trust-port.ts'
import type { TuiPorts } from '../ports/tui-ports.ts'
import type { TerminalFacts } from '../terminal/facts.ts'
import type { InputEvent } from '../terminal/input-event.ts'
import type { Screen } from '../terminal/screen-port.ts'
import type { UiLanguage } from '../text/words.ts'
import type { Theme, ThemeChoice } from '../theme/theme.ts'

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
  open(choice: Choice, warn: Warn): Promise<Opened>
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
  /** Only what the model says on purpose is shown. */
  readonly brief?: boolean
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

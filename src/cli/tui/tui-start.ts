import type { TerminalInput, TerminalOutput } from '../../frontends/tui/terminal/terminal-streams.ts'
import type { Policy } from '../../host/settings/open-policy.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { RunOptions } from '../args/run-options.ts'
import type { Attached } from '../attach/attached.ts'
import type { DemoPlay } from '../demo/open-demo.ts'
import type { Linked } from '../from-pr.ts'

/** What the terminal program is started with. */
export interface TuiStart {
  readonly options: RunOptions
  readonly env: Env
  readonly version: string
  readonly argv: readonly string[]
  /** What an administrator says; absent: nothing. */
  readonly policy?: Policy | undefined
  /** The conversation is that of a member of a team, and ends with its work. */
  readonly member?: {
    readonly request: OpenRequest
    follow(engine: Engine): void
    readonly over: AbortSignal
  }
  /** Where to work; the process's own directory when absent. */
  readonly cwd?: string
  /** Where it is shown and what ends it; the process's own terminal and signals when absent. */
  readonly shownOn?: ShownOn
  /** Instead of a conversation with a model. */
  readonly demo?: DemoPlay
  /** Stands in the input at the beginning, with a word about it; never sent by itself. */
  readonly draft?: { readonly text: string; readonly says: LocalizedText }
  /** Sessions to choose from first: those of a pull request. */
  readonly linked?: Linked
  /** The conversation lives in a server. */
  readonly attached?: Attached
}

export interface ShownOn {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  /** Aborts when the program has to end, with a signal's name or an error as its reason. */
  readonly stop: AbortSignal
}

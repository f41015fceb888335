import type { TurnDeps } from '../../loop/turn.ts'
import type { Message } from '../../protocol/message.ts'
import type { Stage } from '../../protocol/stage.ts'
import type { Fork } from './ask-beside.ts'

/** What one turn adds: the prompt and tools it was frozen with. */
export interface TurnContextOptions extends Fork {
  /** Tokens of system prompt and tools, before the first reply tells. */
  readonly overhead: number
}

/** How one turn keeps the history inside the window. */
export interface TurnContext
  extends Pick<TurnDeps, 'stages' | 'compact' | 'stageEnv' | 'blocked' | 'collapses'> {
  /** What a request for this view is estimated to hold. */
  tokens(view: readonly Message[]): number
  /** What a person asks for goes through these, until one does it. */
  readonly manual: readonly Stage[]
  /** The request for this view is about to leave: the time to begin work beside it. */
  beforeRequest(view: readonly Message[], model: string): void
}

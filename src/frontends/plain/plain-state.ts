import type { AgentInfo } from '../../protocol/agents/agents.ts'
import { inEnglish, type Localize } from '../../protocol/messages/localized-text.ts'

/** A call that has no result yet. */
export interface OpenCall {
  readonly id: string
  readonly name: string
  readonly subject: string
  /** Its line stands on the screen. */
  readonly shown: boolean
}

/** What the next line depends on. */
export interface PlainState {
  readonly localize: Localize
  /** Paths inside it are shown short. */
  readonly cwd: string
  /** Text is being streamed and its line is not ended. */
  readonly midLine: boolean
  /** The text block that comes next as an entry is on the screen already. */
  readonly streamed: boolean
  /** In the order of the calls, which is the order of their results. */
  readonly calls: readonly OpenCall[]
  /** The call whose line was shown last. */
  readonly under: string | undefined
  /** Agents that are at work. */
  readonly agents: readonly AgentWork[]
}

/** What an agent has done so far. */
export interface AgentWork {
  readonly id: string
  readonly tools: number
  /** Its last request with what came back. */
  readonly tokens: number
  /** The session tells of it: its turns say nothing. */
  readonly info?: Pick<AgentInfo, 'status' | 'background'>
}

export const startPlain = (cwd: string, localize: Localize = inEnglish): PlainState => ({
  localize,
  cwd,
  midLine: false,
  streamed: false,
  calls: [],
  under: undefined,
  agents: [],
})

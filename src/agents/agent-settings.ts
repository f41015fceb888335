/** What was chosen about agents; absent fields have the values of {@link AGENT_DEFAULTS}. */
export interface AgentSettings {
  /** Agents between the conversation and one that works; 1: agents start none themselves. */
  readonly maxDepth?: number
  readonly maxAtOnce?: number
  /** More than so many at once from one reply are asked about. */
  readonly askAbove?: number
  /** Agents of our own that are not offered, by name. */
  readonly without?: readonly string[]
  /** Without a type, an agent is a copy of whoever starts it. */
  readonly forks?: boolean
  /** A foreground agent goes on in the background after this time; 0: never. */
  readonly backgroundAfterMs?: number
  /** Without a sign of the model for so long, an agent is given up. */
  readonly stallMs?: number
  /** For all agents, whatever they name. */
  readonly model?: string
  /** Behind the prompt of every agent that has one of its own. */
  readonly append?: string
  /** What the conversation runs as, when that is an agent: which tools and types it has. */
  readonly main?: MainAgent
  /** Agents that start in the background and may write get a worktree each, where there can be one. */
  readonly isolateBackground?: boolean
  /** Nothing may run in the background. */
  readonly backgroundOff?: boolean
}

/** The conversation as an agent. */
export interface MainAgent {
  readonly name: string
  readonly tools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  /** Types of agents it may start; absent: all. */
  readonly types?: readonly string[]
  /** Skills whose whole text it is given. */
  readonly skills?: readonly string[]
  /** Said first, before what anybody says. */
  readonly initialPrompt?: string
  /** Told again with each request. */
  readonly reminder?: string
}

export const AGENT_DEFAULTS = {
  maxDepth: 1,
  maxAtOnce: 20,
  askAbove: 5,
  backgroundAfterMs: 120_000,
  stallMs: 10 * 60_000,
} as const

/** However deep somebody wants them to go. */
export const DEEPEST = 3

import type { HookSettings } from '../hook.ts'
import type { Effort } from '../model.ts'
import type { PermissionMode } from '../permission.ts'

/** Somebody else the model can hand work to. */
export interface AgentDefinition {
  readonly name: string
  /** When to use it, for the model. */
  readonly description: string
  /** Its system prompt. */
  readonly prompt: string
  /** Absent: not from a file. */
  readonly file?: string
  /** Absent: all that the conversation has. */
  readonly tools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  /** A name, an id, or `inherit`. */
  readonly model?: string
  readonly permissionMode?: PermissionMode
  readonly maxTurns?: number
  readonly effort?: Effort
  readonly background?: boolean
  readonly isolation?: 'worktree'
  readonly color?: string
  /** Skills whose whole text it is given. */
  readonly skills?: readonly string[]
  /** Names of servers, or servers of its own as written. */
  readonly servers?: readonly (string | Readonly<Record<string, unknown>>)[]
  readonly hooks?: HookSettings
  readonly memory?: 'user' | 'project' | 'local'
  readonly initialPrompt?: string
  /** Told again with each of its requests. */
  readonly reminder?: string
  /** Servers without which it cannot be started, by parts of their names. */
  readonly requiredServers?: readonly string[]
  /** It is told nothing of instruction files or the state of the repository. Only ours say so. */
  readonly bare?: boolean
  /** It is told of the scratchpad of the session, for trial files. Only ours say so. */
  readonly scratchpad?: boolean
  /** It only looks and answers: it needs no checkout of its own. Only ours say so. */
  readonly oneShot?: boolean
}

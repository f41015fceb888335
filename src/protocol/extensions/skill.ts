import type { HookSettings } from '../hook.ts'
import type { Effort } from '../model.ts'

/** Knowledge in Markdown that a person calls by a slash and the model by the Skill tool. */
export interface Skill {
  /** As it is called, without the name of a plugin. */
  readonly name: string
  /** A `SKILL.md` with files beside it, or a single file of `commands/`. */
  readonly kind: 'skill' | 'command'
  readonly description: string
  readonly whenToUse?: string
  /** Real path; absent: it is one of ours. */
  readonly file?: string
  readonly argumentHint?: string
  /** Names of arguments, in order. */
  readonly arguments?: readonly string[]
  /** Rules that allow, or tools that are out of reach, until the turn ends. */
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  readonly model?: string
  readonly effort?: Effort
  /** In the conversation, or as an agent with a window of its own. */
  readonly context: 'inline' | 'fork'
  readonly agent?: string
  readonly background?: boolean
  readonly byPerson: boolean
  readonly byModel: boolean
  /** Invisible until a file that matches is touched. */
  readonly paths?: readonly string[]
  readonly hooks?: HookSettings
  readonly shell?: 'bash' | 'powershell'
  readonly version?: string
  /** Length of its text. */
  readonly chars?: number
  /** What `${NAME}` stands for in its text, beside what stands for something in all of them. */
  readonly variables?: Readonly<Record<string, string>>
  /**
   * Its text for these arguments, in the place of the Markdown: nothing in it is a command, a file or an argument.
   * For prompts that come with the program or from a server.
   */
  render?(args: string, signal: AbortSignal): Promise<string>
  /** Its Markdown, without the head. Throws when the file cannot be read any more. */
  body(): Promise<string>
}

import type { HookInput } from '../protocol/hook.ts'
import type { PermissionUpdate } from '../protocol/permission.ts'

/** What you answer when Capstan asks whether a tool may run. */
export type PermissionResult =
  | {
      readonly behavior: 'allow'
      /** Run the tool with this input instead. */
      readonly updatedInput?: Readonly<Record<string, unknown>>
      /** Rules or modes to keep from now on, for example one of the `suggestions`. */
      readonly updatedPermissions?: readonly PermissionUpdate[]
      /** Of what `triedFirst` shows nothing is kept: run the command. */
      readonly forReal?: boolean
      /** Told to the model, with the result of the call. */
      readonly message?: string
    }
  | {
      readonly behavior: 'deny'
      /** Told to the model. */
      readonly message: string
      /** Also stop the turn. */
      readonly interrupt?: boolean
    }

/** What comes with a permission question. */
export interface PermissionQuestion {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly toolUseID: string
  /** What would allow calls like this one in future. */
  readonly suggestions?: readonly PermissionUpdate[]
  readonly blockedPath?: string
  readonly decisionReason?: string
  /** What would happen, in one line. */
  readonly title?: string
  readonly description?: string
  readonly displayName?: string
  /** The agent that wants to make the call; absent: the conversation itself. */
  readonly agentID?: string
  /** The command ran on a copy of the files already: a yes keeps what it did there (setting `tryFirst`). */
  readonly triedFirst?: TriedCommand
}

/** What a command did on a copy. */
export interface TriedCommand {
  /** False: nothing of it can be kept, and a yes runs the command. */
  readonly canKeep: boolean
  readonly files: readonly { readonly path: string; readonly change: string }[]
  /** How many paths it changed; `files` has the first of them. */
  readonly count: number
  /** What it asked for of the network, which was closed. */
  readonly hosts: readonly string[]
  readonly exitCode: number | null
  /** The end of what it printed. */
  readonly output: string
  readonly diff?: string
}

export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  question: PermissionQuestion,
) => Promise<PermissionResult> | PermissionResult

/** What a hook may answer; `{}` lets things go on as they are. */
export interface HookOutput {
  /** False stops the run. */
  readonly continue?: boolean
  readonly stopReason?: string
  readonly suppressOutput?: boolean
  readonly systemMessage?: string
  readonly decision?: 'approve' | 'block'
  readonly reason?: string
  /** What the event has answers of its own for, such as `permissionDecision` for PreToolUse. */
  readonly hookSpecificOutput?: Readonly<Record<string, unknown>> & { readonly hookEventName: string }
  readonly async?: true
  readonly asyncTimeout?: number
}

export type HookCallback = (
  input: HookInput,
  toolUseID: string | undefined,
  options: { readonly signal: AbortSignal },
) => Promise<HookOutput> | HookOutput

export interface HookCallbackMatcher {
  /** A pattern for the tool name; absent: every call. */
  readonly matcher?: string
  readonly hooks: readonly HookCallback[]
  /** Seconds each of them may take. */
  readonly timeout?: number
  /** `block`: what a hook was asked about is denied when the hook fails. */
  readonly onFailure?: 'block' | 'allow'
}

/** What an MCP server wants to know from the person who uses your program. */
export interface ElicitationQuestion {
  readonly serverName: string
  readonly message: string
  readonly mode: 'form' | 'url'
  readonly url?: string
  readonly elicitationId?: string
  readonly requestedSchema?: Readonly<Record<string, unknown>>
}

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }

export type OnElicitation = (
  question: ElicitationQuestion,
  options: { readonly signal: AbortSignal },
) => Promise<ElicitationAnswer> | ElicitationAnswer

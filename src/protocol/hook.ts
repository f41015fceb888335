import type { PermissionMode } from './permission.ts'

/** The part of a settings file that names hooks; other events and kinds are kept and ignored. */
export type HookSettings = Readonly<Record<string, readonly HookMatcher[]>>
export interface HookMatcher {
  readonly matcher?: string
  readonly hooks: readonly HookHandler[]
}
export interface HookHandler {
  readonly type: string
  readonly command?: string
  readonly args?: readonly string[]
  /** Seconds. */
  readonly timeout?: number
  readonly statusMessage?: string
  /** A permission rule: runs only for calls it matches. */
  readonly if?: string
  readonly shell?: string
  readonly async?: boolean
  readonly asyncRewake?: boolean
}

export interface HookInput {
  readonly session_id: string
  readonly transcript_path: string
  readonly cwd: string
  readonly permission_mode: PermissionMode
  readonly hook_event_name: string
  readonly [key: string]: unknown
}

/** What all matching hooks of one event said together. */
export interface HookVerdict {
  /** deny > defer > ask > allow. */
  readonly permission?: 'allow' | 'ask' | 'deny' | 'defer'
  readonly reason?: string
  readonly updatedInput?: unknown
  /** Beside the result, for the model. */
  readonly context: readonly string[]
  /** `continue: false`: the turn stops and this is shown. */
  readonly stop?: string
  /** For the person. */
  readonly messages: readonly string[]
  readonly updatedOutput?: unknown
  /** The refused call may be tried again. */
  readonly retry?: boolean
  /** The turn ends with the refusal. */
  readonly interrupt?: boolean
}

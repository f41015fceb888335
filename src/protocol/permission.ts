/** The words of permission: modes, rules, decisions and the questions they raise. */

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const
export type PermissionMode = (typeof PERMISSION_MODES)[number]

export type RuleSource = 'managed' | 'cli' | 'session' | 'local' | 'project' | 'user'
export type Behavior = 'allow' | 'ask' | 'deny'

/** One rule string with where it came from, so that a decision can name it. */
export interface Rule {
  readonly text: string
  readonly behavior: Behavior
  readonly source: RuleSource
  /** Directory that `/path` patterns of this source are relative to. */
  readonly anchor: string
}

/** Everything a decision depends on besides the call; frozen for a turn. */
export interface Policy {
  readonly mode: PermissionMode
  readonly rules: readonly Rule[]
  /** Real paths: the start directory and the directories the person added. */
  readonly roots: readonly string[]
  /** Real paths: what this session keeps for the model to read, such as long results. Never a place a model chose. */
  readonly ownRoots?: readonly string[]
  readonly cwd: string
  readonly home: string
  /** False on volumes that ignore case. */
  readonly caseSensitive: boolean
}

export type DecisionReasonType =
  | 'rule'
  | 'mode'
  | 'hook'
  | 'workingDir'
  | 'safetyCheck'
  | 'subcommandResults'
  | 'other'

export interface Decision {
  readonly verdict: Behavior
  readonly because: { readonly type: DecisionReasonType; readonly text: string; readonly rule?: Rule }
  /** The narrowest useful rules that would have allowed the call; empty when none should be offered. */
  readonly offer: readonly PermissionUpdate[]
  /** The call only looks: it may run beside others and needs no snapshot. */
  readonly readOnly: boolean
  readonly blockedPath?: string
}

export type PermissionDestination =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'session'
  | 'cliArg'
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly { readonly toolName: string; readonly ruleContent?: string }[]
      readonly behavior: Behavior
      readonly destination: PermissionDestination
    }
  | { readonly type: 'setMode'; readonly mode: PermissionMode; readonly destination: PermissionDestination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories'
      readonly directories: readonly string[]
      readonly destination: PermissionDestination
    }

/** What a person or host is asked, with all a front end needs to show it. */
export interface PermissionRequest {
  readonly id: string
  readonly toolName: string
  readonly toolUseId: string
  readonly input: unknown
  readonly decision: Decision
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: unknown
      readonly updatedPermissions?: readonly PermissionUpdate[]
    }
  | { readonly behavior: 'deny'; readonly message: string; readonly interrupt?: boolean }

export interface PermissionDenial {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: unknown
}

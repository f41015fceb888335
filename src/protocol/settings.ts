import type { HookSettings } from './hook.ts'
import type { PermissionMode } from './permission.ts'

/** The keys of a settings file that this program acts on. Unknown keys are kept in the file and ignored. */
export interface Settings {
  readonly model?: string
  readonly fallbackModel?: string | readonly string[]
  readonly smallFastModel?: string
  readonly effortLevel?: string
  readonly alwaysThinkingEnabled?: boolean
  readonly permissions?: {
    readonly allow?: readonly string[]
    readonly ask?: readonly string[]
    readonly deny?: readonly string[]
    readonly defaultMode?: PermissionMode
    readonly additionalDirectories?: readonly string[]
    readonly disableBypassPermissionsMode?: 'disable'
  }
  readonly hooks?: HookSettings
  readonly disableAllHooks?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly apiKeyHelper?: string
  readonly autoCompactEnabled?: boolean
  /** A search service for the model; never from a project. */
  readonly webSearch?: { readonly endpoint: string; readonly apiKey?: string }
  /** Prices and windows of models the catalogue does not know, by id. */
  readonly modelOverrides?: Readonly<Record<string, ModelOverride>>
  /** Count in managed settings only: hooks and allow rules of other sources are then ignored. */
  readonly allowManagedHooksOnly?: boolean
  readonly allowManagedPermissionRulesOnly?: boolean
}

export interface ModelOverride {
  readonly window?: number
  readonly maxOutput?: number
  readonly thinking?: 'adaptive' | 'budget' | 'none'
  /** USD per million tokens. */
  readonly price?: {
    readonly input: number
    readonly output: number
    readonly cacheRead?: number
    readonly cacheWrite5m?: number
    readonly cacheWrite1h?: number
  }
}

export type SettingsSource = 'user' | 'project' | 'local' | 'flag' | 'managed'

/** One settings file as found. */
export interface SettingsLayer {
  readonly source: SettingsSource
  readonly path: string
  readonly settings: Settings
  /** Directory that `/path` rules of this file are relative to. */
  readonly anchor: string
}

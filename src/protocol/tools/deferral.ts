import type { PermissionMode } from '../permission.ts'

/** Why a tool is listed by name only until it is looked up, in a few words for that search. */
export interface Deferral {
  readonly hint: string
  /** Loaded as soon as the session is in this mode. */
  readonly mode?: PermissionMode
  /** Not even its name is told where scripts can be run: they find it. */
  readonly inScripts?: true
}

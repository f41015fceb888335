import type { HttpHookChoice } from '../../features/hooks/ports.ts'
import type { HookSettings } from '../../protocol/hook.ts'

/** What was chosen about hooks besides those of settings files. */
export interface HookChoice {
  /** Hooks of plugins, skills, agents and hosts do not run. */
  readonly onlySettings?: boolean
  readonly http?: HttpHookChoice
  /** Of the program that drives this one: it answers itself. */
  readonly host?: HookSettings
  /** Setup hooks run before the session begins. */
  readonly setup?: 'init' | 'maintenance'
  /** What all hooks at the end of a session may take together; absent: as long as the slowest asks for, within bounds. */
  readonly endMs?: number
  /** The session is a copy of another. */
  readonly forked?: boolean
}

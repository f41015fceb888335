import type { LocalizedText } from './messages/localized-text.ts'

/** Where a command stands in a list of them. */
export const COMMAND_GROUPS = [
  'conversation',
  'context',
  'work',
  'permissions',
  'setup',
  'help',
  'skills',
] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

/** A command as a list shows it. */
export interface CommandInfo {
  readonly name: string
  readonly aliases?: readonly string[]
  /** One line for the list of commands. */
  readonly description: string
  /** How the arguments look, for the list; absent: none. */
  readonly argumentHint?: string
  readonly group?: CommandGroup
  /** The dialog a screen opens for it instead of running it: always, or when no argument was given. */
  readonly panel?: { readonly name: string; readonly when: 'always' | 'bare' }
  /** May run while a turn does. */
  readonly beside?: boolean
  /** It is a skill: what is typed goes to the model with the text of the skill. */
  readonly skill?: boolean
  /** A prompt of ours that a skill of the same name goes before. */
  readonly bundled?: boolean
  /** Of a prompt of ours: the model does not call it by itself. */
  readonly personOnly?: boolean
  /** Ends, clears or starts what no key takes back: half of its name does not run it. */
  readonly destructive?: boolean
  /** Does nothing without a screen. */
  readonly needsScreen?: boolean
  /** The same words as data: of a command that is built in. */
  readonly localized?: { readonly description: LocalizedText; readonly argumentHint?: LocalizedText }
}

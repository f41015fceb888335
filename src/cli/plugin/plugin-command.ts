import type { DeskOptions, PluginScope } from '../../host/plugins/desk-options.ts'
import type { Localize, Text, Warn } from '../../protocol/messages/localized-text.ts'
import type { Given } from '../sessions/options.ts'

/** What a command about plugins works with. */
export interface PluginCommand {
  readonly given: Given
  /** What follows the name of the command. */
  readonly words: readonly string[]
  readonly scope: PluginScope | undefined
  readonly desk: DeskOptions
  /** A text in the language of the person, a string as it is. */
  say(text: Text): void
  readonly localize: Localize
  readonly warn: Warn
}

import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionMode, Rule } from '../../protocol/permission.ts'

/** Which calls are allowed, and who is asked about the others. */
export interface PermissionChoice {
  readonly mode: PermissionMode
  readonly rules: readonly Rule[]
  /** Someone answers questions; without, a question is a refusal. */
  readonly canAsk: boolean
  /** Reads and writes end at the working directories, whatever rules and answers say. */
  readonly confined?: true
  /** In auto mode no rule allows a shell command: the reviewer sees them all. */
  readonly reviewsShell?: true
  /** Why bypass mode may not be used here. */
  readonly bypassRefused?: LocalizedText
  /** Why auto mode may not be used here. */
  readonly autoRefused?: LocalizedText
}

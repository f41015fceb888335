import type { SystemPart } from '../model.ts'
import type { ToolSpec } from '../tool.ts'

/** What stood before the conversation in the requests of a session, so that a resumed one begins with the same bytes. */
export interface PromptSnapshot {
  /** Of `system` and `tools`. */
  readonly hash: string
  /** The program that sent it; another one has other words. */
  readonly version: string
  readonly model: string
  /** Hash of the texts that were given explicitly: when they change, the prompt does. */
  readonly choice: string
  readonly system: readonly SystemPart[]
  /** Those that are sent from the start. */
  readonly tools: readonly ToolSpec[]
  /** Hash of each section that depends on the session, by name: tells what has changed since. */
  readonly sections: Readonly<Record<string, string>>
}

export interface PromptSnapshotEntry extends PromptSnapshot {
  readonly type: 'prompt-snapshot'
  readonly sessionId: string
}

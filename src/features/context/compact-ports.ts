import type { Message } from '../../protocol/message.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { StageEnv } from '../../protocol/stage.ts'

/** What PreCompact hooks want. */
export interface CompactVerdict {
  readonly blocked?: Text
  readonly instructions?: readonly string[]
}

/** What a compaction needs from the rest of the program. All of it may be absent. */
export interface CompactPorts {
  /** PreCompact hooks; what another stage handed over for this view counts in their place. */
  before?(env: StageEnv, view: readonly Message[]): Promise<CompactVerdict>
  /** A stage gives way to one that deals with what the hooks said: they are not asked again. */
  handOver?(view: readonly Message[], verdict: CompactVerdict): void
  /** PostCompact hooks. */
  after?(env: StageEnv, summary: string): Promise<void>
  /** What a conversation begins with, made anew. Absent: copied from the one before. */
  opening?(view: readonly Message[], env: StageEnv): readonly Message[] | Promise<readonly Message[]>
  /** What SessionStart hooks say: asked when nothing can keep the compaction from happening any more. */
  started?(env: StageEnv): Promise<readonly Message[]>
  /** What the model had before it and needs again: files, running tasks. `kept`: messages that it has anyway. */
  restore?(budget: number, env: StageEnv, kept?: readonly Message[]): Promise<readonly Message[]>
  /** Deferred tools that stay loaded. */
  loadedTools?(): readonly string[]
}

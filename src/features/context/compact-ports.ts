import type { Message } from '../../protocol/message.ts'
import type { StageEnv } from '../../protocol/stage.ts'

/** What a compaction needs from the rest of the program. All of it may be absent. */
export interface CompactPorts {
  /** PreCompact hooks. */
  before?(env: StageEnv): Promise<{ readonly blocked?: string; readonly instructions?: readonly string[] }>
  /** PostCompact hooks. */
  after?(env: StageEnv, summary: string): Promise<void>
  /** What a conversation begins with, made anew. Absent: copied from the one before. */
  opening?(view: readonly Message[], env: StageEnv): readonly Message[] | Promise<readonly Message[]>
  /** What the model had before it and needs again: files, running tasks, what SessionStart hooks say. */
  restore?(budget: number, env: StageEnv): Promise<readonly Message[]>
  /** Deferred tools that stay loaded. */
  loadedTools?(): readonly string[]
}

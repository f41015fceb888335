import type { TaskOutcome } from './agents/task-outcome.ts'
import type { TaskInfo } from './tool.ts'

/** Work that goes on by itself. Whoever starts it hands it over and keeps nothing. */
export interface TaskWork {
  readonly kind: TaskInfo['kind']
  /** The name it has already (an agent's id); absent: it gets one. Work that goes on after its end keeps its own. */
  readonly id?: string
  readonly description: string
  readonly command?: string
  readonly toolUseId?: string
  /** All it says, readable while it grows; absent: it has nothing to read. */
  readonly outputFile?: string
  /** It is ended when it runs for longer. */
  readonly maxMs?: number
  /** A rejection is told as a crash. */
  readonly ended: Promise<WorkEnd>
  /** Resolves when it is gone, with everything it started. */
  stop(): Promise<void>
  /** Calls with each new piece of output; the piece is lent. */
  onOutput?(listener: (chunk: Buffer) => void): () => void
}

export interface WorkEnd extends TaskOutcome {
  readonly status: 'completed' | 'failed' | 'stopped'
  readonly exitCode?: number
}

/** Where a command goes that is to run on in the background. */
export interface BackgroundTasks {
  /** Throws ToolError when nothing more may be started. */
  checkRoom(kind?: TaskInfo['kind']): void
  add(work: TaskWork): TaskInfo
  /** Tells the model something beside any task. */
  notify(text: string): void
}
